import type { ServiceInfo } from '@trigpoint/client';
import { agentsOf } from '../network.ts';
import { profileOf } from '../proof-types.ts';
import { drawable, drawnOf, lookoutsOf } from '../request/expected.ts';
import { useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { watchedType } from './watched.ts';

/** How many challengers could be drawn when the page was opened; undefined until that is known. */
export const useReady = (): number | undefined =>
  useLoad(
    'ready challengers',
    async (signal) => drawable(await agentsOf(watchedType, 'challenger', signal), watchedType).length,
  ).data;

/** How many lookouts a slot asks at most besides its challengers, as a request of now would; undefined until that is known. */
export const useLookouts = (challengers: number, ready: number | undefined): number | undefined => {
  const { about } = useSession();
  const most = useLoad(
    `lookouts ${challengers}`,
    () => lookoutsOf(profileOf(watchedType), challengers, about as ServiceInfo),
    { when: about?.requests !== undefined && Number.isInteger(challengers) && challengers > 0, mayBeCached: true },
  ).data;
  if (most === undefined || ready === undefined) return undefined;
  return drawnOf({ challengers, seats: challengers + most }, ready)?.lookouts ?? 0;
};
