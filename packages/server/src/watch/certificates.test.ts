import { readFile } from 'node:fs/promises';
import { TileReader } from '@trigpoint/log';
import { type Certificate, certificateText } from '@trigpoint/log/watches';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { Streamed } from '../http/handler.ts';
import { LongAnswers } from '../http/long-answers.ts';
import { testReply } from '../http/testing-replies.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';
import { readText, shareText } from '../threads/shared-text.ts';
import { Certificates } from './certificates.ts';
import { type CertificateParts, composeCertificate } from './compose-certificate.ts';
import * as store from './store.ts';
import { keepSlots, watchTerms } from './testing-watches.ts';

const hour = 3_600_000;
const slotCount = 1_000;

const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

test('a certificate that is composed of parts is the one that was always made, bit for bit', async () => {
  const file = new URL('../../../client/fixtures/certificate.json', import.meta.url);
  const known = (await readFile(file, 'utf8')).trimEnd();
  const certificate = JSON.parse(known) as Certificate;
  const { entries, subtrees, seen, signature, ...head } = certificate;
  const share = (list: readonly unknown[]) => list.map((it) => shareText(JSON.stringify(it)));
  const { json, text } = composeCertificate({
    ...{ head, size: Number(certificate.checkpoint.split('\n')[1]) },
    entries: share(inParts(entries.toReversed(), 7)),
    subtrees: share(inParts(Object.entries(subtrees).toReversed(), 11).map((it) => Object.fromEntries(it))),
    seen: share(inParts([...seen, ...seen].toReversed(), 5)),
  });
  expect(`${readText(json)},"signature":${JSON.stringify(signature)}}`).toBe(known);
  expect(text).toBe(certificateText(certificate));
});

eachDriver('a long certificate', ({ empty }) => {
  test('is gathered a few slots at a time, and composed elsewhere', async () => {
    const service = await startTestService(await empty());
    const { db } = service.context;
    const owner = { cookie: await logIn(service, ethereumKey()) };
    const prover = `0x${'12'.repeat(20)}`;
    await proverWasHere(db, prover);
    const terms = watchTerms(prover, { everyHours: 1, hours: slotCount, parameters: { zone: 'EU' } });
    const { watch: id } = (await post(service, '/proof/v1/pol/watch-add', terms, owner)).body.result.watch;
    const from = Date.parse(terms.from);
    const slots = Array.from({ length: slotCount }, (_, number) => ({ beginsAt: from + number * hour }));
    await keepSlots(db, id, slots);

    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const entriesIn = new Map<number, number>();
    const placesIn = new Map<number, number>();
    const more = (of: Map<number, number>, by: number) => of.set(turns, (of.get(turns) ?? 0) + by);
    let places = 0;
    class CountedReader extends TileReader {
      override inclusion(index: number): Promise<Uint8Array[]> {
        more(placesIn, 1);
        return super.inclusion(index);
      }
    }
    let parts: CertificateParts | undefined;
    const certificates = new Certificates({
      ...{ db, now: Date.now, cosigned: async () => undefined },
      log: {
        ...{ vkey: '', sign: () => 'signed\n' },
        entriesOf: async (ids) => {
          more(entriesIn, ids.length);
          return new Map(ids.map((it) => [it, { index: places++, entry: it }]));
        },
        checkpoint: async () => ({ size: places, checkpoint: '' }),
        reader: (size) => new CountedReader(size, async ({ width }) => new Uint8Array(32 * width)),
      },
      compose: async (it) => {
        parts = it;
        return { json: shareText('{"name":"ü"'), text: 'to sign' };
      },
    });
    const watch = (await store.findWatch(db, id)) as store.WatchRow;
    const whole = { watch, editions: await store.listEditions(db, id), last: undefined };
    const reader = { caller: 'its payer', network: '192.0.2.0/24', reply: testReply() };
    const issued = await new LongAnswers(Date.now).begin(reader, new Streamed(certificates.issue(whole, {})));
    let written = '';
    for await (const piece of issued) written += piece;
    isOver = true;
    expect(written).toBe('{"name":"ü","signature":"signed\\n"}');
    const sum = (of: Map<number, number>) => [...of.values()].reduce((a, b) => a + b, 0);
    expect(parts?.entries.flatMap((it) => JSON.parse(readText(it)))).toHaveLength(slotCount + 1);
    expect([sum(entriesIn), sum(placesIn) > slotCount / 2]).toEqual([slotCount + 1, true]);
    expect(Math.max(...entriesIn.values())).toBeLessThanOrEqual(64);
    expect(Math.max(...placesIn.values())).toBeLessThanOrEqual(32);
    await service.close();
  });
});
