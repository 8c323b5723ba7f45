import type { Profile } from '@trigpoint/proofs';

/** Longer texts, such as polygons, make addresses that servers refuse. */
const longestText = 2_000;

/** The form with what was asked before. */
export const askAgainPath = (profile: Profile, prover: string, info: `0x${string}`): string => {
  const ask = profile.decode(info) as unknown as Readonly<Record<string, unknown>>;
  const names = [...profile.fields.map(({ name }) => name), 'challengers', 'tolerance'];
  const given = names.flatMap((name) => {
    const text = String(ask[name] ?? '');
    return text === '' || text.length > longestText ? [] : [[name, text] as const];
  });
  return `/request?${new URLSearchParams({ type: profile.id, prover, ...Object.fromEntries(given) })}`;
};
