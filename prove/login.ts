import { type Proof, type Random, seeded } from './proof.ts';
import { type Answer, type Caller, inParallel } from './service/caller.ts';
import { honestKinds, tryHonest } from './service/honest-logins.ts';
import { beginLogin, ethereumKey, finishLogin, type Key, type Pending, solanaKey } from './service/keys.ts';
import { type Loot, mutants } from './service/mutants.ts';
import { openService } from './service/open-service.ts';
import { attacks } from './service/session-attacks.ts';

/** How many wrong signatures each text gets: one less than would burn it. After them the right one must still work. */
const perText = 4;

/** Nobody logs in without the key, and everybody who holds it does, whatever form their wallet gives a signature. */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const honestOfEachKind = small ? 4 : 2_000;
  const texts = small ? 100 : 5_500;
  const attackRounds = small ? 4 : 200;
  const violations: string[] = [];
  let tried = 0;
  const clock = { ahead: 0 };
  const { caller, close } = await openService({ now: () => Date.now() + clock.ahead });
  try {
    for (const kind of honestKinds) {
      const draws = random.fork(tried);
      await inParallel(honestOfEachKind, 8, async (index) => {
        tried++;
        const problem = await tryHonest(caller, kind, draws.fork(index));
        if (problem) violations.push(`an honest login was refused (${kind.name}): ${problem}`);
      });
      log(`${honestOfEachKind} honest logins: ${kind.name}`);
    }
    await inParallel(texts, 8, async (index) => {
      const problems = await attackText(caller, index % 2 === 0 ? ethereumKey : solanaKey, random.fork(index));
      tried += perText + 1;
      violations.push(...problems);
      if (index % 500 === 499) log(`${(index + 1) * perText} mutants`);
    });
    for (let round = 0; round < attackRounds; round++) {
      for (const [name, attack] of Object.entries(attacks)) {
        const problem = await attack({ caller, random, clock, key: random.pick([ethereumKey, solanaKey])(random) });
        tried++;
        if (problem) violations.push(`${name}: ${problem}`);
      }
    }
    log(`${attackRounds * Object.keys(attacks).length} attacks around the session`);
  } finally {
    await close();
  }
  return { tried, violations };
};

/** Four mutants against one pending login; each is refused and changes nothing, then the owner logs in. */
const attackText = async (caller: Caller, makeKey: (random: Random) => Key, random: Random): Promise<string[]> => {
  const key = makeKey(random);
  const pending = await beginLogin(caller, key);
  const other = await beginLogin(caller, key);
  const loot: Loot = {
    key,
    message: pending.message,
    right: await key.signText(pending.message),
    stranger: makeKey(random),
    elsewhere: await key.signText(other.message),
  };
  const right = key.encode(loot.right);
  const violations: string[] = [];
  for (let i = 0; i < perText; i++) {
    const [name, make] = random.pick(Object.entries(mutants));
    const signature = await make(loot, random);
    if (signature === right) continue;
    const problem = await refused(caller, pending, await finishLogin(caller, pending, signature));
    if (problem) violations.push(`${key.keyType}, ${name}: ${problem}; sent ${JSON.stringify(signature)}`);
  }
  const owner = await finishLogin(caller, pending, right);
  if (owner.status !== 200)
    violations.push(`${key.keyType}: the owner was refused after ${perText} mutants: ${owner.text}`);
  return violations;
};

const refused = async (caller: Caller, { cookie }: Pending, { status, text }: Answer): Promise<string | undefined> => {
  if (status !== 400 && status !== 401) return `answered ${status} ${text.slice(0, 200)}`;
  const info = await caller.post('/proof/v1/pol/user-info', {}, { cookie });
  return info.status === 401 ? undefined : `was refused, yet user-info answers ${info.status}`;
};
