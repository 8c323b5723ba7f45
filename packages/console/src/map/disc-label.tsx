import type { JSX } from 'preact';
import type { ArcAt } from './arc-labels.ts';
import type { TextAt } from './labels.ts';
import { MapText } from './marks.tsx';

interface DiscLabelProps {
  readonly id: string;
  readonly at: ArcAt | TextAt;
  readonly text: string;
}

/** Whose disc it is, along its edge or beside it. */
export const DiscLabel = ({ id, at, text }: DiscLabelProps): JSX.Element => {
  if ('anchor' in at)
    return (
      <MapText {...at} class="arc">
        {text}
      </MapText>
    );
  // Along a path each letter is drawn by itself, and the halo of a letter would cover the one before. So all halos are drawn first.
  const along = (
    <textPath href={`#${id}`} startOffset="50%" text-anchor="middle">
      {text}
    </textPath>
  );
  return (
    <g>
      <path id={id} d={at.path} fill="none" />
      <text class="map-text halo">{along}</text>
      <text class="map-text arc bare">{along}</text>
    </g>
  );
};
