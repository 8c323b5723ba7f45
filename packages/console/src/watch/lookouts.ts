import type { ServiceInfo } from '@trigpoint/client';
import { profileOf } from '../proof-types.ts';
import { lookoutsOf } from '../request/expected.ts';
import { useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { watchedType } from './watched.ts';

/** How many lookouts a slot asks at most besides its challengers; undefined until that is known. */
export const useLookouts = (challengers: number): number | undefined => {
  const { about } = useSession();
  return useLoad(
    `lookouts ${challengers}`,
    () => lookoutsOf(profileOf(watchedType), challengers, about as ServiceInfo),
    { when: about?.requests !== undefined && Number.isInteger(challengers) && challengers > 0, mayBeCached: true },
  ).data;
};
