import { testServer } from '@trigpoint/proofs/testing';
import type { ChallengeEvent } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { Client } from './client.ts';
import { watchChallenge } from './watch.ts';

/** Answers each connection with the next text, and notes from where it was asked to go on. */
const serve = async (answers: (string | number)[]) => {
  const resumed: (string | undefined)[] = [];
  let open = 0;
  const url = await testServer((request, response) => {
    resumed.push(request.headers['last-event-id'] as string | undefined);
    const answer = answers.shift();
    if (typeof answer !== 'string') {
      const error = { error: { code: 'challenge_not_found', message: 'No.' } };
      response.writeHead(answer ?? 404, { 'content-type': 'application/json' }).end(JSON.stringify(error));
      return;
    }
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const broken = answer.endsWith('BREAK');
    response.write(answer.replace('BREAK', ''), () => broken && response.destroy());
  });
  return { client: new Client({ url, proofType: 'pol' }), resumed, open: () => open };
};

const event = (seq: number, kind: string, data: object) =>
  `id: ${seq}\nevent: ${kind}\ndata: ${JSON.stringify({ at: '', ...data })}\n\n`;
const ended = event(3, 'ended', { state: 'ENDED_SUCCESSFULLY', verified: 'true', reason: 'so' });

test('a stream that breaks is taken up after the last event that was seen, none twice, none lost', async () => {
  const first = `retry: 2000\n\n: still here\n\n${event(1, 'accepted', { asked: 1 })}`;
  const half = event(2, 'reading', { answered: 1 }).slice(0, 20);
  const { client, resumed } = await serve([
    `${first}${half}BREAK`,
    503,
    `${event(2, 'reading', { answered: 1 })}${ended}`,
  ]);
  const seen: ChallengeEvent[] = [];
  for await (const it of watchChallenge(client, '1')) seen.push(it);
  expect(seen.map((it) => [it.seq, it.kind])).toEqual([
    [1, 'accepted'],
    [2, 'reading'],
    [3, 'ended'],
  ]);
  expect(resumed).toEqual([undefined, '1', '1']);
  expect(seen[1]).toMatchObject({ answered: 1 });
});

test('what the service refuses is thrown, not tried for ever', async () => {
  const { client } = await serve([404]);
  await expect(watchChallenge(client, '1').next()).rejects.toMatchObject({ code: 'challenge_not_found' });
});

test('leaving the loop or aborting ends the connection', async () => {
  const { client, open } = await serve([event(1, 'accepted', {}), event(1, 'accepted', {})]);
  for await (const _ of watchChallenge(client, '1')) break;
  const stop = new AbortController();
  const watching = watchChallenge(client, '1', { signal: stop.signal });
  await watching.next();
  const next = watching.next();
  stop.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
  while (open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});
