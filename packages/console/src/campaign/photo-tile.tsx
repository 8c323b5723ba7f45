import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { thumbHashToDataURL } from 'thumbhash';
import { kmFromCentre } from '../figures.ts';
import { absolute, ago } from '../times.ts';
import { say } from '../words/say.ts';

export interface TilePhoto {
  readonly photo_id: string;
  readonly thumbnail_url: string;
  readonly url: string;
  readonly created_at: string;
  readonly thumbhash: string;
  readonly width: number;
  readonly height: number;
  readonly distance_km: number | null;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** A few bytes that look like the photo until it has loaded. */
export const placeholderOf = (thumbhash: string): string | undefined => {
  try {
    return thumbHashToDataURL(bytesOf(thumbhash));
  } catch {
    return undefined;
  }
};

interface PhotoTileProps {
  readonly photo: TilePhoto;
  readonly now: number;
  readonly onOpen: () => void;
}

export const PhotoTile = ({ photo, now, onOpen }: PhotoTileProps): JSX.Element => {
  const [seen, setSeen] = useState(false);
  const blur = useMemo(() => placeholderOf(photo.thumbhash), [photo.thumbhash]);
  const at = Date.parse(photo.created_at);
  return (
    <figure class="tile">
      <button type="button" onClick={onOpen} aria-label={say('Photo of {at}', { at: absolute(at) })}>
        {blur && <img class="blur" src={blur} alt="" aria-hidden="true" />}
        <img
          class={seen ? 'seen' : ''}
          src={photo.thumbnail_url}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setSeen(true)}
        />
      </button>
      <figcaption>
        <span title={absolute(at)}>{ago(at, now)}</span>
        {photo.distance_km !== null && <span>{kmFromCentre(photo.distance_km)}</span>}
      </figcaption>
    </figure>
  );
};

export const SkeletonTile = (): JSX.Element => (
  <figure class="tile" aria-hidden="true">
    <span class="skeleton" />
    <figcaption>&nbsp;</figcaption>
  </figure>
);
