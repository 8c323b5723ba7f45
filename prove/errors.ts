import { readFile } from 'node:fs/promises';
import { type ErrorCode, errorTable } from '@trigpoint/protocol';
import { proverWasHere } from '@trigpoint/server';
import { checkRefusal } from './errors/check-refusal.ts';
import {
  elsewhere,
  type Provocation,
  provocations,
  tightProvocations,
  tightSettings,
  watched,
} from './errors/provocations.ts';
import { ErrorStage } from './errors/stage.ts';
import { type Proof, seeded } from './proof.ts';
import { ethereumKey, logIn } from './service/keys.ts';
import { openService } from './service/open-service.ts';

const root = new URL('../..', import.meta.url);
const rounds = { small: 1, release: 40 };

/**
 * Every error that the service can answer with is provoked over HTTP. It has its status and code, and no placeholder is left in
 * its sentence. Where it says when to try again, the header says the same. The client rebuilds the same error from it.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const violations = await checkCompleteness();
  const times = small ? rounds.small : rounds.release;
  let tried = await provoke(provocations, {}, seed, times, violations);
  log(`${tried} refusals of ${Object.keys(provocations).length} kinds`);
  tried += await provoke(tightProvocations, tightSettings, seed, times, violations);
  return { tried, violations };
};

const provoke = async (
  table: Partial<Record<ErrorCode, Provocation>>,
  settings: Readonly<Record<string, string>>,
  seed: number,
  times: number,
  violations: string[],
): Promise<number> => {
  const random = seeded(seed);
  const operator = ethereumKey(random);
  const clock = { aheadMs: 0 };
  const env = { OPERATORS: operator.publicKey, ...settings };
  const { service, caller, close } = await openService({ env, withChain: true, now: () => Date.now() + clock.aheadMs });
  let tried = 0;
  try {
    const { cookie } = await logIn(caller, operator);
    await proverWasHere(service.context.db, watched);
    const stage = new ErrorStage(random, caller, { key: operator, cookie }, clock);
    for (let round = 0; round < times; round++)
      for (const [code, provocation] of Object.entries(table)) {
        const answer = await provocation(stage.fork(tried++));
        const problem = checkRefusal(code as ErrorCode, answer);
        if (problem) violations.push(`${code}: ${problem}`);
      }
  } finally {
    await close();
  }
  return tried;
};

/** Checks that every error is provoked here, or that a reason says why not; where a test is named, it knows the error. */
const checkCompleteness = async (): Promise<string[]> => {
  const violations: string[] = [];
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    const isProvoked = code in provocations || code in tightProvocations;
    const other = elsewhere[code];
    if (isProvoked === (other !== undefined))
      violations.push(`${code} must be provoked, or it must be said why it is not`);
    if (other?.test && !(await readFile(new URL(other.test, root), 'utf8')).includes(`'${code}'`))
      violations.push(`${other.test} does not name ${code}`);
  }
  return violations;
};
