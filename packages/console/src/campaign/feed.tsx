import type { PhotoInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { kmFromCentre } from '../figures.ts';
import { BackIcon, NextIcon } from '../parts/icons.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Empty, Problem } from '../parts/states.tsx';
import { anyProofType, call, useNow } from '../service.ts';
import { absolute } from '../times.ts';
import { say } from '../words/say.ts';
import { PhotoTile, SkeletonTile } from './photo-tile.tsx';

interface FeedProps {
  readonly campaign: string;
  /** Changes when something was posted: then the feed starts again. */
  readonly round: number;
  readonly empty: string;
}

const pageSize = 20;

/** Photos newest first; the next page comes when the end is near. */
export const Feed = ({ campaign, round, empty }: FeedProps): JSX.Element => {
  const [photos, setPhotos] = useState<readonly PhotoInfo[]>([]);
  const [cursor, setCursor] = useState<string | null>();
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>();
  const [open, setOpen] = useState<number>();
  const now = useNow(10_000);
  const end = useRef<HTMLDivElement>(null);
  const load = useCallback(
    async (after: string | undefined) => {
      setLoading(true);
      try {
        const page = await call(anyProofType, 'photo-feed-from-campaign', {
          campaign,
          limit: pageSize,
          ...(after ? { cursor: after } : {}),
        });
        setPhotos((before) => (after ? [...before, ...page.photos] : page.photos));
        setCursor(page.next_cursor);
        setError(undefined);
      } catch (problem) {
        setError(problem);
      } finally {
        setLoading(false);
      }
    },
    [campaign],
  );
  useEffect(() => {
    void load(undefined);
  }, [load, round]);
  useEffect(() => {
    const element = end.current;
    if (!element || !cursor || loading) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && void load(cursor), {
      rootMargin: '400px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [cursor, loading, load]);
  if (error !== undefined && photos.length === 0) return <Problem error={error} />;
  if (photos.length === 0 && !loading && cursor !== undefined)
    return <Empty title={say('No accepted photos yet')}>{empty}</Empty>;
  const shown = open === undefined ? undefined : photos[open];
  return (
    <>
      <div class="tiles">
        {photos.map((photo, i) => (
          <PhotoTile key={photo.photo_id} photo={photo} now={now} onOpen={() => setOpen(i)} />
        ))}
        {loading &&
          Array.from({ length: photos.length === 0 ? 8 : 4 }, (_, i) => <SkeletonTile key={`skeleton ${i}`} />)}
      </div>
      <div ref={end} />
      {shown && open !== undefined && (
        <LightBox
          photo={shown}
          onClose={() => setOpen(undefined)}
          {...(open > 0 ? { onBefore: () => setOpen(open - 1) } : {})}
          {...(open < photos.length - 1 ? { onNext: () => setOpen(open + 1) } : {})}
        />
      )}
    </>
  );
};

interface LightBoxProps {
  readonly photo: PhotoInfo;
  readonly onClose: () => void;
  readonly onBefore?: () => void;
  readonly onNext?: () => void;
}

/** One photo large; arrows go through the feed. */
const LightBox = ({ photo, onClose, onBefore, onNext }: LightBoxProps) => {
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.key === 'ArrowLeft') onBefore?.();
      if (event.key === 'ArrowRight') onNext?.();
    };
    addEventListener('keydown', turn);
    return () => removeEventListener('keydown', turn);
  }, [onBefore, onNext]);
  return (
    <Sheet
      title={absolute(Date.parse(photo.created_at))}
      wide
      onClose={onClose}
      foot={
        <div class="row">
          <span>
            {photo.distance_km !== null && `${kmFromCentre(photo.distance_km)}; `}
            {say('{width} × {height} px, {format}; place and camera were removed from the file', {
              width: photo.width,
              height: photo.height,
              format: photo.format,
            })}
          </span>
          <span class="row lightbox-turn">
            <button
              type="button"
              class="button icon"
              aria-label={say('Newer photo')}
              disabled={!onBefore}
              onClick={onBefore}
            >
              <BackIcon />
            </button>
            <button
              type="button"
              class="button icon"
              aria-label={say('Older photo')}
              disabled={!onNext}
              onClick={onNext}
            >
              <NextIcon />
            </button>
          </span>
        </div>
      }
    >
      <img
        class="lightbox"
        src={photo.url}
        width={photo.width}
        height={photo.height}
        alt={say('Taken for this campaign, posted {day}', { day: absolute(Date.parse(photo.created_at)) })}
      />
    </Sheet>
  );
};
