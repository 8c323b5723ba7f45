import { type Hex, parseEventLogs } from '@trigpoint/ethereum';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStage, infoOf, type Stage } from './stage.ts';

/** What the contract should remember of a challenge; `end` is undefined while it waits. */
interface Expected {
  readonly expiration: bigint;
  end?: 'completed' | 'timed out';
}

type Step =
  | { readonly do: 'submit'; readonly timeout: number; readonly attributes: number }
  | { readonly do: 'record' | 'claim'; readonly pick: number }
  | { readonly do: 'pass'; readonly seconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('submit' as const),
    timeout: fc.integer({ min: 1, max: 4 }),
    attributes: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constantFrom('record' as const, 'claim' as const), pick: fc.nat(4) }),
  fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 3 }) }),
);
const transcript: Hex = `0x${'7e'.repeat(32)}`;

/** Sends without asking first whether it would work, and tells whether it did and when. */
async function attempt(stage: Stage, functionName: 'recordResult' | 'claimTimeout', id: bigint) {
  const account = functionName === 'recordResult' ? stage.coordinator : stage.stranger;
  const call = { ...stage.contract, account, chain: null, gas: 200_000n } as const;
  const hash =
    functionName === 'recordResult'
      ? await stage.wallet(account).writeContract({ ...call, functionName, args: [id, 1, transcript] })
      : await stage.wallet(account).writeContract({ ...call, functionName, args: [id] });
  const { status, blockNumber } = await stage.reader.getTransactionReceipt({ hash });
  return { done: status === 'success', at: (await stage.reader.getBlock({ blockNumber })).timestamp };
}

it('ids are unique and grow from 1; no result after expiry; no second end, whatever the order of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const stage = await createStage();
      const known: Expected[] = [];
      let requests = 0n;
      for (const next of steps) {
        if (next.do === 'pass') await stage.pass(next.seconds);
        else if (next.do === 'submit') {
          const attributes = Array.from({ length: next.attributes }, (_, i) => (i % 2 ? 'pob-v1' : 'pol-v1'));
          const receipt = await stage.send(stage.payer, 'submitRequest', [
            BigInt(next.timeout),
            attributes,
            attributes.map(() => infoOf(7)),
          ]);
          const [log] = parseEventLogs({ abi: stage.contract.abi, logs: receipt.logs, eventName: 'RequestProcessed' });
          expect(log?.args.requestId).toBe(++requests);
          expect(log?.args.newChallenges).toEqual(attributes.map((_, i) => BigInt(known.length + 1 + i)));
          const { timestamp } = await stage.reader.getBlock({ blockNumber: receipt.blockNumber });
          known.push(...attributes.map(() => ({ expiration: timestamp + BigInt(next.timeout) })));
        } else {
          const id = BigInt(next.pick % (known.length + 2));
          const challenge = known[Number(id) - 1];
          const { done, at } = await attempt(stage, next.do === 'record' ? 'recordResult' : 'claimTimeout', id);
          const open = challenge !== undefined && challenge.end === undefined;
          const inTime = challenge !== undefined && at <= challenge.expiration;
          expect(done).toBe(open && (next.do === 'record' ? inTime : !inTime));
          if (done && challenge !== undefined) challenge.end = next.do === 'record' ? 'completed' : 'timed out';
        }
      }
      for (const [i, { end, expiration }] of known.entries()) {
        const status = end === undefined ? 1 : end === 'completed' ? 2 : 3;
        expect(await stage.challenge(BigInt(i + 1))).toMatchObject({ status, expiration });
      }
    }),
    { numRuns: 25 },
  );
}, 180_000);
