import { type Client, listWatches } from '@trigpoint/client';
import { UsageError } from './output.ts';

/** Ids are made by the service, so that no name of yours can be taken for one. */
const whole = /^[0-9a-f]{20}$/;

/** The watch that is meant: by its id, or by the name that you gave it. One that is over counts where no other has the name. */
export const findWatch = async (client: Client, given: string): Promise<string> => {
  if (whole.test(given)) return given;
  const named = (await listWatches(client)).filter((it) => it.name === given);
  const running = named.filter((it) => it.state !== 'over');
  if (running.length > 1) throw new UsageError(`"${given}" may be ${running.map((it) => it.watch).join(' or ')}.`);
  const [found] = running.length > 0 ? running : named;
  if (found) return found.watch;
  throw new UsageError(`You have no watch "${given}". This lists them: npx trigpoint watch list`);
};
