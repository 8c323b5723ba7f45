import { parseNote } from '@trigpoint/log';

/** Witnesses cosign every ten seconds. After so long they will not. */
export const cosignWithinMs = 60_000;

/** Whether anybody but the service has signed a checkpoint. */
export const isCosigned = (checkpoint: string): boolean => parseNote(checkpoint).signatures.length > 1;

/** Those who cosigned last; undefined where nobody did yet. */
export const readWitnesses = async (service: string): Promise<{ keys: string[]; needed: number } | undefined> => {
  const reply = await fetch(`${service.replace(/\/+$/, '')}/log/witnesses`, { signal: AbortSignal.timeout(20_000) });
  const { panel, keys } = (await reply.json()) as { panel?: { needed: number } | null; keys: { vkey: string }[] };
  return panel && keys.length > 0
    ? { keys: keys.map((it) => it.vkey), needed: Math.min(panel.needed, keys.length) }
    : undefined;
};
