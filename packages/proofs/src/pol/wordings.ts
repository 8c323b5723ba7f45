import { ofWording } from '../wording.ts';
import { firstWording, secondWording } from './earlier-wordings.ts';
import type { Wording } from './sentences.ts';
import { thirdWording } from './third-wording.ts';

export const newest: Wording = thirdWording;

export const wordingOf = (settings: Readonly<Record<string, string>>): Wording =>
  ofWording(settings, { first: firstWording, second: secondWording, third: thirdWording });
