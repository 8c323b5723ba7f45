import { readFileSync } from 'node:fs';
import { openRemoteLog } from '@trigpoint/log';
import type { Certificate } from '@trigpoint/log/watches';
import { expect, test } from 'vitest';
import { verifyCertificate } from './watches.ts';

const whole = JSON.parse(readFileSync(new URL('../fixtures/certificate.json', import.meta.url), 'utf8')) as Certificate;
type Entry = Readonly<Record<string, unknown>> & { readonly kind: string };
const firstOf = (kind: string): Entry =>
  whole.entries.map(({ entry }) => JSON.parse(entry) as Entry).find((it) => it.kind === kind) as Entry;
const placed = (entries: readonly Entry[]) => entries.map((it, index) => ({ index, entry: JSON.stringify(it) }));

/** Milliseconds of the processor, because others may be at work beside this. */
const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

test('a certificate that names more windows than there can be is refused before they are counted', async () => {
  for (const count of [3_000_000, 200_000_000, Number.MAX_SAFE_INTEGER]) {
    const entries = placed([firstOf('watch'), { ...firstOf('outcome'), count }]);
    const took = await cpuMs(async () =>
      expect(await verifyCertificate({ ...whole, entries })).toMatchObject({ reached: 'nothing' }),
    );
    expect(took).toBeLessThan(1_000);
  }
});

test('entries whose values lie far from their anchor do not make a reader hash for hours', async () => {
  const pair = [
    { ...firstOf('slot'), number: 999_999 },
    { ...firstOf('outcome'), number: 999_999 },
  ];
  const entries = placed([firstOf('watch'), ...Array.from({ length: 200 }, () => pair).flat()]);
  const took = await cpuMs(async () =>
    expect(await verifyCertificate({ ...whole, entries })).toMatchObject({ reached: 'nothing' }),
  );
  expect(took).toBeLessThan(5_000);
});

test('a log that answers without an end is left', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1_000_000;
      if (sent > 200_000_000) controller.close();
      else controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  const log = openRemoteLog('http://127.0.0.1', async () => new Response(endless));
  await expect(log.checkpoint()).rejects.toThrow('too long');
  expect(sent).toBeLessThan(30_000_000);
});
