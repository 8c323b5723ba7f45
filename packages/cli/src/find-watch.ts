import { type Client, listWatches } from '@trigpoint/client';
import { UsageError } from './output.ts';
import { commandLine, type KeyFlags } from './session.ts';
import { withHint } from './suggestions.ts';

/** An id that the service made. */
const whole = /^[0-9a-f]{20}$/;

/**
 * Does something with a watch, which is named by its id, or by the name that its payer gave it. A watch that is over counts only if
 * no other has the name.
 */
export const withWatch = async <T>(
  client: Client,
  given: string,
  flags: KeyFlags,
  use: (id: string) => Promise<T>,
): Promise<T> => {
  const listing = `This lists yours: ${commandLine('watch list', flags)}`;
  if (whole.test(given))
    return withHint(
      'watch_not_found',
      () => use(given),
      (said) => `${said} ${listing}`,
    );
  const named = (await listWatches(client)).filter((it) => it.name === given);
  const running = named.filter((it) => it.state !== 'over');
  if (running.length > 1)
    throw new UsageError(`"${given}" may be ${running.map((it) => it.watch).join(' or ')}: give one of these ids.`);
  const [found] = running.length > 0 ? running : named;
  if (found) return use(found.watch);
  throw new UsageError(`You have no watch "${given}". ${listing}`);
};
