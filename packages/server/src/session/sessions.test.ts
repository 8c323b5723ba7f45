import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, solanaKey, type TestKey } from '../testing.ts';
import { hashToken, Sessions, type SessionsOptions } from './sessions.ts';
import { isSigned } from './signatures.ts';

const minute = 60_000;
const day = 86_400_000;

eachDriver('sessions among themselves', (place) => {
  const open = async (more: Partial<SessionsOptions> = {}) => {
    const db = await place.open();
    const clock = { now: 1_700_000_000_000 };
    const times = { now: () => clock.now, preLoginMs: 10 * minute, sessionMs: day };
    const sessions = new Sessions({ db, random: randomBytes, chainId: 1, ...times, ...more });
    const ended: string[] = [];
    sessions.onEnded(({ publicKey }) => ended.push(publicKey));
    const begin = ({ publicKey, keyType }: TestKey) =>
      sessions.begin({
        ...{ publicKey, keyType, role: 'payer', proofType: 'pol', proofTypeTitle: 'Location' },
        ...{ projectName: '', projectPublicKey: '', walletPublicKey: {}, claims: {}, userAgent: '', address: '::1' },
        site: new URL('https://here.example'),
      });
    const logIn = async (key: TestKey = solanaKey()): Promise<string> => {
      const { token, message } = await begin(key);
      await sessions.complete(token, await key.sign(message), 'pol');
      return token;
    };
    return { db, clock, sessions, ended, begin, logIn };
  };

  test('a token, the nonce of its text and its public id are 32, 16 and 16 bytes that have nothing in common', async () => {
    const bytes = Buffer.from(Array.from({ length: 64 }, (_, i) => i));
    const { sessions, logIn } = await open({ random: (count) => (count === 64 ? bytes : randomBytes(count)) });
    const key = solanaKey();
    const { message } = await (await open({ random: () => bytes })).begin(key);
    expect(message).toContain(`Nonce: ${bytes.toString('hex', 32, 48)}`);
    const token = await logIn(key);
    expect(token).toBe(bytes.toString('base64url', 0, 32));
    expect((await sessions.authenticate(token)).publicId).toBe(bytes.toString('hex', 48, 64));
  });

  test('is remembered without a query for a minute after its use was written, and by its key for longer', async () => {
    const { clock, sessions, logIn } = await open();
    const key = solanaKey();
    const token = await logIn(key);
    expect([sessions.recall(token), sessions.recall(undefined)]).toEqual([undefined, undefined]);
    expect(sessions.lastKnown(token)).toMatchObject({ publicKey: key.publicKey });
    await sessions.authenticate(token);
    expect(sessions.recall(token)?.publicKey).toBe(key.publicKey);
    clock.now += minute - 1;
    expect(sessions.recall(token)?.publicKey).toBe(key.publicKey);
    clock.now += 1;
    expect(sessions.recall(token)).toBe(undefined);
    expect(sessions.lastKnown(token)).toMatchObject({ publicKey: key.publicKey });
    expect(sessions.lastKnown('another')).toBe(undefined);
  });

  test('its end moves on a minute after it last did, not before, and whoever asks is told', async () => {
    const { clock, sessions, logIn } = await open();
    const token = await logIn();
    const first = clock.now;
    const told: number[] = [];
    const use = async () => (await sessions.authenticate(token, (it) => told.push(it.expiresAt))).expiresAt;
    clock.now += minute - 1;
    expect(await use()).toBe(first + day);
    clock.now += 1;
    expect(await use()).toBe(first + minute + day);
    expect(told).toEqual([first + minute + day]);
    clock.now = first + minute + day - 1;
    expect((await sessions.authenticate(token)).usedAt).toBe(clock.now);
    clock.now += day;
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ code: 'session_expired' });
  });

  test('nobody is let in without a token, with one that is pending, or with one that nobody has', async () => {
    const { sessions, begin } = await open();
    const { token } = await begin(solanaKey());
    for (const it of [undefined, token, 'another'])
      await expect(sessions.authenticate(it)).rejects.toMatchObject({ code: 'not_logged_in' });
    await expect(sessions.complete(undefined, 'x', 'pol')).rejects.toMatchObject({ code: 'no_pending_login' });
    await expect(sessions.complete('another', 'x', 'pol')).rejects.toMatchObject({ code: 'no_pending_login' });
  });

  test('a key that may not use its role logs in no more than with a wrong signature', async () => {
    const poor = solanaKey();
    const asked: string[][] = [];
    const mayUse: SessionsOptions['mayUse'] = async (keyType, publicKey, role) => {
      asked.push([keyType, publicKey, role]);
      return publicKey !== poor.publicKey;
    };
    const { sessions, logIn, begin } = await open({ mayUse });
    await expect(logIn(poor)).rejects.toMatchObject({ code: 'stake_required' });
    expect(asked).toEqual([['solana', poor.publicKey, 'payer']]);
    await sessions.authenticate(await logIn());
    const { token } = await begin(poor);
    await expect(sessions.complete(token, 'x', 'pol')).rejects.toMatchObject({ code: 'wrong_signature' });
  });

  test('the socket of one more session than twenty is told that it has ended; that of the twentieth is not', async () => {
    const { clock, sessions, ended, logIn } = await open();
    const key = solanaKey();
    const tokens: string[] = [];
    for (let i = 0; i < 20; i++, clock.now++) tokens.push(await logIn(key));
    expect(ended).toEqual([]);
    await logIn(key);
    expect(ended).toEqual([key.publicKey]);
    expect(await sessions.keepAlive(tokens.map(hashToken))).toEqual(new Set(tokens.slice(1).map(hashToken)));
  });

  test('a logout and a revocation tell whose sessions have ended', async () => {
    const { sessions, ended, logIn } = await open();
    const key = solanaKey();
    const [a, b] = [await sessions.authenticate(await logIn(key)), await sessions.authenticate(await logIn(key))];
    expect((await sessions.list(a)).map((it) => it.publicId).sort()).toEqual([a.publicId, b.publicId].sort());
    expect(await sessions.revoke(a, 'unknown')).toBe(0);
    expect(await sessions.revoke(a, b.publicId)).toBe(1);
    await sessions.end(a);
    expect(ended).toEqual([key.publicKey, key.publicKey, key.publicKey]);
    expect(await sessions.list(a)).toEqual([]);
  });

  test('sessions of sockets are kept alive, an eighth of their time after they were last, and ended ones are missed', async () => {
    const { clock, sessions, logIn } = await open();
    const [token, other] = [await logIn(), await logIn()];
    const hashes = [token, other].map(hashToken);
    const start = clock.now;
    const endOf = async () => (await sessions.list(await sessions.authenticate(token)))[0]?.expiresAt;
    expect(await sessions.keepAlive([...hashes, hashToken('another')])).toEqual(new Set(hashes));
    clock.now = start + day / 8;
    await sessions.keepAlive(hashes);
    clock.now++;
    await sessions.keepAlive([hashToken(token)]);
    expect(await endOf()).toBe(clock.now + day);
    // The other was not written an eighth of a day after its login, and so ends a day after it.
    clock.now = start + day;
    expect(await sessions.keepAlive(hashes)).toEqual(new Set([hashToken(token)]));
    expect(await sessions.keepAlive([])).toEqual(new Set());
  });

  test('more sessions than one statement takes are kept alive, the first and the last of each statement too', async () => {
    const { db, clock, sessions, logIn } = await open();
    const token = await logIn();
    const columns = (await db.get('SELECT * FROM session WHERE token_hash = ?', [hashToken(token)])) ?? {};
    const names = Object.keys(columns);
    const hashes = Array.from({ length: 1_001 }, (_, i) => hashToken(`token ${i}`));
    await db.write(async (tx) => {
      for (const [i, it] of hashes.entries()) {
        const row = { ...columns, token_hash: it, public_id: `id ${i}` };
        const marks = names.map(() => '?').join();
        await tx.run(`INSERT INTO session (${names.join()}) VALUES (${marks})`, Object.values(row) as string[]);
      }
    });
    expect((await sessions.keepAlive(hashes)).size).toBe(1_001);
    clock.now += day / 8 + 1;
    expect((await sessions.keepAlive(hashes)).size).toBe(1_001);
    const moved = await db.get('SELECT COUNT(*) AS n FROM session WHERE expires_at = ?', [clock.now + day]);
    expect(moved?.n).toBe(1_001);
  });

  test('what has expired is swept away, and nothing else', async () => {
    const { clock, sessions, begin, logIn } = await open();
    const token = await logIn();
    await begin(solanaKey());
    clock.now += 10 * minute;
    expect(await sessions.sweep()).toBe(0);
    clock.now += 1;
    expect(await sessions.sweep()).toBe(1);
    await sessions.authenticate(token);
  });
});

test('only an ethereum key can be a smart account, which is asked about hexadecimal signatures that are not the key’s', async () => {
  const [key, other] = [ethereumKey(), solanaKey()];
  const asked: string[] = [];
  const says = (answer: boolean) => async (address: string, text: string, signature: string) => {
    asked.push(`${address} ${text} ${signature}`);
    return answer;
  };
  const { publicKey } = key;
  expect(await isSigned('ethereum', publicKey, 'text', await key.sign('text'), says(false))).toBe(true);
  expect(await isSigned('solana', other.publicKey, 'text', await other.sign('text'))).toBe(true);
  expect(await isSigned('solana', other.publicKey, 'text', '0xab', says(true))).toBe(false);
  expect(await isSigned('ethereum', publicKey, 'text', '0xab')).toBe(false);
  for (const it of ['0xabc', '0x', 'xy', '0xabzz'])
    expect(await isSigned('ethereum', publicKey, 'text', it, says(true))).toBe(false);
  expect(asked).toEqual([]);
  expect(await isSigned('ethereum', publicKey, 'text', '0xABcd', says(true))).toBe(true);
  expect(await isSigned('ethereum', publicKey, 'text', 'ABcd', says(false))).toBe(false);
  expect(asked).toEqual([`${publicKey} text 0xabcd`, `${publicKey} text 0xabcd`]);
});

test('ten thousand sessions are remembered, and the one that was used least recently is forgotten for one more', async () => {
  const now = 1_700_000_000_000;
  const raw = {
    ...{ token_hash: '', public_id: 'id', state: 'active', key_type: 'solana', public_key: 'key', role: 'payer' },
    ...{ proof_type: 'pol', project_name: '', project_public_key: '', wallet_public_key: '{}', claims: '{}' },
    ...{ message: '', attempts: 0, user_agent: '', address: '', created_at: now, used_at: now },
    expires_at: now + day,
  };
  const many = new Sessions({
    db: { get: async (_: string, [tokenHash]: string[]) => ({ ...raw, token_hash: tokenHash }) } as never,
    ...{ now: () => now, random: randomBytes, chainId: 1, preLoginMs: minute, sessionMs: day },
  });
  for (let i = 0; i < 10_000; i++) {
    await many.authenticate(`token ${i}`);
    if (i % 1_000 === 0) await pause(0);
  }
  expect(many.recall('token 0')?.publicKey).toBe('key');
  // Used again, so that the second is now the one that was used least recently.
  await many.authenticate('token 0');
  await many.authenticate('one more');
  expect(['token 0', 'token 1', 'token 2', 'one more'].map((it) => many.recall(it) !== undefined)).toEqual([
    ...[true, false, true, true],
  ]);
  expect(many.lastKnown('token 1')).toBe(undefined);
});
