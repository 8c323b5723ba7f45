import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { type ResultChain, ResultRecorder } from './results.ts';
import type { OnChainChallenge } from './rpc-endpoints.ts';

interface Sent {
  readonly id: string;
  readonly nonce: number;
  readonly fee: number;
}

/** The part of a chain that results meet: a pool, blocks that take from it in the order of nonces, one result per challenge. */
class Ledger implements ResultChain {
  readonly sender = '0xc0';
  readonly pool = new Map<string, Sent>();
  readonly mined = new Map<string, boolean>();
  readonly challenges = new Map<string, OnChainChallenge['status']>();
  nonce = 0;
  sends = 0;
  expiration = Number.MAX_SAFE_INTEGER / 1000;
  reachable = true;

  async challenge(id: bigint): Promise<OnChainChallenge> {
    const status = this.challenges.get(String(id)) ?? 'none';
    return { requester: '0x', attributeId: '', info: '0x', submittedBlock: 0, expiration: this.expiration, status };
  }
  async nonces() {
    return { newest: this.nonce, confirmed: this.nonce };
  }
  async sign({ challengeId: id }: { challengeId: string }, nonce: number, fee: number) {
    const sent: Sent = { id, nonce, fee };
    const raw = `0x${Buffer.from(JSON.stringify(sent)).toString('hex')}` as const;
    return { raw, txHash: raw };
  }
  async send(raw: `0x${string}`) {
    if (!this.reachable) throw new Error('no node answers');
    this.sends++;
    if (!this.mined.has(raw)) this.pool.set(raw, JSON.parse(Buffer.from(raw.slice(2), 'hex').toString()));
  }
  async receipt(hash: `0x${string}`) {
    const succeeded = this.mined.get(hash);
    return succeeded === undefined ? undefined : { succeeded, confirmed: true };
  }
  /** Mines what can be mined, the best fee first; tells how many. */
  mine(): number {
    let count = 0;
    for (;;) {
      const next = [...this.pool].filter(([, it]) => it.nonce === this.nonce).sort(([, a], [, b]) => b.fee - a.fee)[0];
      if (!next) return count;
      const [hash, { id }] = next;
      for (const [other, it] of this.pool) if (it.nonce <= this.nonce) this.pool.delete(other);
      this.mined.set(hash, this.challenges.get(id) === 'submitted');
      if (this.challenges.get(id) === 'submitted') this.challenges.set(id, 'completed');
      this.nonce++;
      count++;
    }
  }
}

eachDriver('results on the chain', (place) => {
  let db: Db;
  let chain: Ledger;
  const clock = { now: 1_000_000 };
  const recorder = (owner = 'one') => new ResultRecorder({ db, now: () => clock.now, chain, owner, warn: () => {} });
  const queue = (ids: readonly string[]) =>
    db.write(async (tx) => {
      for (const challengeId of ids)
        await ResultRecorder.queue(tx, {
          challengeId,
          verified: 'true',
          resultHash: `0x${'ab'.repeat(32)}`,
          at: clock.now,
        });
    });
  const states = async () =>
    (await db.all('SELECT challenge_id, state FROM chain_result ORDER BY created_at, challenge_id')).map(
      (it) => it.state,
    );

  beforeEach(async () => {
    db = await place.open();
    chain = new Ledger();
    for (const id of ['1', '2', '3', '4']) chain.challenges.set(id, 'submitted');
  });

  test('each is sent once, in the order of nonces, and noted when the chain has it', async () => {
    await queue(['1', '2', '3']);
    await queue(['1']);
    await recorder().step();
    expect([...chain.pool.values()].map((it) => it.nonce)).toEqual([0, 1, 2]);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
    expect(chain.mine()).toBe(3);
    await recorder().step();
    expect(await states()).toEqual(['recorded', 'recorded', 'recorded']);
    await recorder().step();
    expect(chain.nonce).toBe(3);
  });

  test('what could not be sent is sent again, the same bytes', async () => {
    await queue(['1']);
    chain.reachable = false;
    await recorder().step();
    chain.reachable = true;
    await recorder().step();
    await recorder().step();
    expect(chain.pool.size).toBe(1);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
  });

  test('one that no block takes gets a better fee under the same nonce', async () => {
    await queue(['1']);
    await recorder().step();
    clock.now += 200_000;
    await recorder().step();
    clock.now += 200_000;
    await recorder().step();
    expect([...chain.pool.values()].map(({ nonce, fee }) => [nonce, fee])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
    expect(chain.nonce).toBe(1);
  });

  test('an earlier version that was mined after all counts', async () => {
    await queue(['1']);
    await recorder().step();
    const [first] = chain.pool;
    clock.now += 200_000;
    await recorder().step();
    chain.pool.clear();
    if (first) chain.pool.set(...first);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
  });

  test('a nonce that another transaction took is left, and the result gets a new one', async () => {
    await queue(['1']);
    await recorder().step();
    chain.pool.clear();
    chain.nonce = 1;
    await recorder().step();
    await recorder().step();
    expect([...chain.pool.values()].map((it) => it.nonce)).toEqual([1]);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
  });

  test('what the chain has already, or no longer takes, is not sent', async () => {
    chain.challenges.set('1', 'completed');
    chain.challenges.set('2', 'timed_out');
    await queue(['1', '2', '99']);
    await recorder().step();
    expect(chain.sends).toBe(0);
    expect(await states()).toEqual(['recorded', 'dropped', 'waiting']);
    chain.expiration = clock.now / 1000 - 1;
    await queue(['3']);
    await recorder().step();
    expect((await states())[2]).toBe('dropped');
    expect(chain.sends).toBe(0);
  });

  test('a result that the contract refuses is dropped with its nonce', async () => {
    await queue(['1', '2']);
    await recorder().step();
    chain.challenges.set('1', 'timed_out');
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['dropped', 'recorded']);
  });

  test('of two nodes one sends; when it is gone the other goes on', async () => {
    await queue(['1', '2']);
    await Promise.all([recorder('one').step(), recorder('two').step()]);
    expect([...chain.pool.values()].map((it) => it.nonce)).toEqual([0, 1]);
    await queue(['3']);
    const [{ lease_owner: holder } = { lease_owner: '' }] = await db.all('SELECT lease_owner FROM chain_sender');
    const other = holder === 'one' ? 'two' : 'one';
    await recorder(other).step();
    expect(chain.pool.size).toBe(2);
    clock.now += 31_000;
    await recorder(other).step();
    expect(chain.pool.size).toBe(3);
  });
});
