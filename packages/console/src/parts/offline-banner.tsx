import type { JSX } from 'preact';
import { type Connection, tryNow, useConnection } from '../connection.ts';
import { useNow } from '../service.ts';
import { atMinute } from '../times.ts';
import { say } from '../words/say.ts';
import { Button } from './button.tsx';

export const offlineWords = ({ goodAt, nextAt }: Connection, now: number): string => {
  const leftS = Math.ceil((nextAt - now) / 1000);
  const seen =
    goodAt === undefined
      ? say('Nothing was loaded yet.')
      : say('What you see is as of {time}.', { time: atMinute(goodAt) });
  return `${seen} ${leftS > 0 ? say('Trying again in {n} s.', { n: leftS }) : say('Trying again now.')}`;
};

/** Says once for the whole page that the service does not answer, and how old is what the page shows. */
export const OfflineBanner = (): JSX.Element => {
  const connection = useConnection();
  // The region is there before it says anything, because screen readers read out what changes in a region.
  return (
    <div class="offline-place" role="status">
      {connection.isDown && <Shown connection={connection} />}
    </div>
  );
};

const Shown = ({ connection }: { connection: Connection }) => {
  const now = useNow();
  return (
    <div class="offline">
      <p>
        <b>{say('The service cannot be reached.')}</b> <span aria-hidden="true">{offlineWords(connection, now)}</span>
      </p>
      <Button class="small" onClick={tryNow} says={say('Try now')} />
    </div>
  );
};
