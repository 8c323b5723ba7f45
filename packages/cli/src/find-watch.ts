import { type Client, listWatches } from '@trigpoint/client';
import { UsageError } from './output.ts';

/** An id that the service made. */
const whole = /^[0-9a-f]{20}$/;

/** Finds a watch by its id, or by the name that its payer gave it. A watch that is over counts only if no other has the name. */
export const findWatch = async (client: Client, given: string): Promise<string> => {
  if (whole.test(given)) return given;
  const named = (await listWatches(client)).filter((it) => it.name === given);
  const running = named.filter((it) => it.state !== 'over');
  if (running.length > 1) throw new UsageError(`"${given}" may be ${running.map((it) => it.watch).join(' or ')}.`);
  const [found] = running.length > 0 ? running : named;
  if (found) return found.watch;
  throw new UsageError(`You have no watch "${given}". This lists them: npx trigpoint watch list`);
};
