import { setTimeout as pause } from 'node:timers/promises';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';

/** Strangers who ask for long answers and read them to the end, in a process of their own. */
const { url, challenge } = settingsFromParent<{ url: string; challenge: string }>();
/** Answers that have not come this long after the flood are no longer read. */
const patienceMs = 2_000;

const questions = [
  { path: 'challengers', body: { limit: 10_000 } },
  { path: 'challenge-evidence', body: { challenge_id: challenge } },
];

answerParent({}, async ({ perSecond, seconds }: { perSecond: number; seconds: number }) => {
  const done = { asked: 0, answered: 0, refused: 0, bytes: 0 };
  const stop = new AbortController();
  const ask = async (n: number) => {
    const { path, body } = questions[n % questions.length] as (typeof questions)[number];
    done.asked++;
    const reply = await fetch(`${url}/proof/v1/pol/${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      signal: stop.signal,
    });
    for await (const chunk of reply.body ?? []) done.bytes += chunk.byteLength;
    if (reply.status === 200) done.answered++;
    else done.refused++;
  };
  const all: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    await pause(startedAt + (n * 1000) / perSecond - performance.now());
    all.push(ask(n).catch(() => {}));
  }
  const timer = setTimeout(() => stop.abort(), patienceMs);
  await Promise.all(all);
  clearTimeout(timer);
  return done;
});
