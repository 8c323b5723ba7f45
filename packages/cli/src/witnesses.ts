import { parseNote } from '@trigpoint/log';

/** How long to wait for witnesses. They cosign every ten seconds, so after this time they will not. */
export const cosignWithinMs = 60_000;

/** Whether anybody but the service has signed a checkpoint. */
export const isCosigned = (checkpoint: string): boolean => parseNote(checkpoint).signatures.length > 1;

/** The witnesses that cosigned last. Undefined if nobody has cosigned yet. */
export const readWitnesses = async (service: string): Promise<{ keys: string[]; needed: number } | undefined> => {
  const reply = await fetch(`${service.replace(/\/+$/, '')}/log/witnesses`, { signal: AbortSignal.timeout(20_000) });
  const { panel, keys } = (await reply.json()) as { panel?: { needed: number } | null; keys: { vkey: string }[] };
  return panel && keys.length > 0
    ? { keys: keys.map((it) => it.vkey), needed: Math.min(panel.needed, keys.length) }
    : undefined;
};
