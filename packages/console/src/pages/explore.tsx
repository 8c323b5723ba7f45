import type { JSX } from 'preact';
import { Heading } from '../parts/heading.tsx';

export const ExplorePage = (): JSX.Element => (
  <Heading title="Explore" lead="They measure whether a machine is where it says, and as fast as it says." />
);
