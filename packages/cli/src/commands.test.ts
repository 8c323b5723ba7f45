import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Client as Assistant } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type DevNetwork, isLeftOpenByLoad, startNetwork } from '@trigpoint/dev';
import { formatVerifierKey, makeSigner, signatureTypes } from '@trigpoint/log';
import { hashOf } from '@trigpoint/proofs';
import { testFolder, testServer } from '@trigpoint/proofs/testing';
import { verifyMessage, verifyTypedData } from 'ethers';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { besides, command, type Ran, trigpoint } from './testing.ts';

const dir = testFolder(afterAll);
let network: DevNetwork;
let run: (...args: string[]) => Promise<Ran>;
let honest: string;
let liar: string;

beforeAll(async () => {
  const env = { PORT: '0', CHAIN_PORT: '0', TRIGPOINT_DATA_DIR: dir, LOG_LEVEL: 'silent' };
  network = await startNetwork({ env });
  run = trigpoint({ TRIGPOINT_SERVICE: network.service.url, HOME: dir });
  const ids = new Map(
    [...network.agents.values()].flatMap((it) => it.provers).map(({ demo, agent }) => [demo.name, agent.id]),
  );
  honest = ids.get('honest-frankfurt') ?? '';
  liar = ids.get('liar-sydney') ?? '';
}, 120_000);
afterAll(() => network.close());

/** The SDK's own client, as an assistant has it, with `trigpoint mcp` as its server. */
const assistant = async (...args: string[]) => {
  const client = new Assistant({ name: 'test', version: '1' });
  const env = { PATH: process.env.PATH ?? '', TRIGPOINT_SERVICE: network.service.url, HOME: dir };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, 'mcp', ...args], env }));
  const call = async (name: string, input: object) => {
    const {
      content,
      structuredContent = {},
      isError = false,
    } = await client.callTool({ name, arguments: { ...input } }, undefined, { timeout: 300_000 });
    const [first] = content as { text: string }[];
    return { text: first?.text ?? '', fields: structuredContent as Record<string, unknown>, isError };
  };
  return Object.assign(call, { client });
};

/** A busy machine may leave a case open: then it is asked again. */
const ask = async (...args: string[]): Promise<Ran> => {
  for (let tries = 1; ; tries++) {
    const ran = await run(...args);
    if (ran.code !== 4 || !isLeftOpenByLoad(ran.out) || tries === 10) return ran;
  }
};

const ended = new Map<string, Promise<string>>();

/** The id of a challenge of this prover that has ended. Tests that only read it share it. */
const endedOf = (prover: string, type = 'pol'): Promise<string> => {
  const asked = async () => JSON.parse((await ask('request', type, '--prover', prover, '--json')).out).id as string;
  const known = ended.get(prover) ?? asked();
  ended.set(prover, known);
  return known;
};

/** Somebody else's signature under the first reading, in a transcript that is hashed again. */
const forgeSignature = (text: string): string => {
  const evidence = JSON.parse(text);
  const seats = evidence.transcript.draw.seats.filter((it: { signature: unknown }) => it.signature !== null);
  seats[0].signature = seats[1].signature;
  return JSON.stringify({ ...evidence, transcript_hash: hashOf(evidence.transcript) });
};

test('an agent beside the network has the place in its geography that it is given', async () => {
  const env = { TRIGPOINT_SERVICE: network.service.url, HOME: dir };
  await besides(env, ['prover', '--simulate-at', 'Darmstadt'], async (id) => {
    const { code, out } = await ask('request', 'pol', '--prover', id);
    expect([code, out]).toEqual([0, expect.stringMatching(/^✔ verified: The prover is within/m)]);
  });
  const away = ['--claims', 'latitude=-33.87,longitude=151.21,city=Sydney', '--key-file', join(dir, 'away.json')];
  await besides(env, ['prover', '--simulate-at', '49.87,8.65', ...away], async (id) => {
    expect(await ask('request', 'pol', '--prover', id)).toMatchObject({ code: 3 });
  });
  const nowhere = await run('prover', '--simulate-at', 'Nowhere');
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringMatching(/no city is called "Nowhere"/)]);
});

test('a zone is verified or refuted, and its evidence holds', async () => {
  const inside = await ask('request', 'pol', '--prover', honest, '--zone', 'EU', '--json');
  const { id, consolidated_result } = JSON.parse(inside.out);
  expect(consolidated_result).toMatchObject({ verified: 'true', zone: 'inside', zone_name: 'EU' });
  expect((await run('verify', String(id))).out).toMatch(/✔ consistent: .*\n✔ signed: /);
  const outside = await ask('request', 'pol', '--prover', honest, '--zone', 'US,CA');
  expect([outside.code, outside.out]).toEqual([
    3,
    expect.stringMatching(/is not in the United States of America or Canada\. Every place/),
  ]);
  expect(await run('request', 'pol', '--prover', honest, '--zone', 'ZZ')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/"ZZ" is no country/),
  });
});

test('a true claim ends with 0, a false one with 3, both with a sentence, and evidence of both verifies offline', async () => {
  const good = await ask('request', 'pol', '--prover', honest, '--watch');
  const bad = await ask('request', 'pol', '--prover', liar, '--watch', '--json');
  expect([good.code, good.err]).toEqual([0, '']);
  // Eight around the claim, and as lookouts the four others of this network.
  expect(good.out).toMatch(
    /^Challenge \d+ was asked for\.\n {2}(ends within \d[^,]* at the latest, |waits for|has ended)/,
  );
  expect(good.out).toMatch(
    /claims 50\.11, 8\.68, Frankfurt\n {2}8 challengers and 4 lookouts measure, answers due within \d+ s\n/,
  );
  expect(good.out).toMatch(/✔ \w+ +fastest [\d.]+ ms of \d+\sprobes/);
  expect(good.out).toMatch(/\n {2}✔ for the claim, ✘ against it, · neither\. Lookouts .* can only refute\.\n/);
  expect(good.out).toMatch(
    /^✔ verified: The prover is within [\d,]+\skm of.*\n\nSee it: http\S+\/challenges\/pol\/\d+\n/m,
  );

  expect(bad.code).toBe(3);
  const lines = bad.out
    .trim()
    .split('\n')
    .map((it) => JSON.parse(it));
  expect(lines.map((it) => it.kind)).toContain('ended');
  expect(lines.at(-1)).toMatchObject({ consolidated_result: { verified: 'false' } });

  const { id } = lines.at(-1);
  const evidence = await run('evidence', id);
  const file = join(dir, 'evidence.json');
  await writeFile(file, evidence.out);
  const offline = trigpoint({ TRIGPOINT_SERVICE: 'http://127.0.0.1:9' });
  // Without anything to hold it against, a file is consistent and signed, and nobody's.
  const unnamed = await offline('verify', file);
  expect([unnamed.code, unnamed.err]).toEqual([7, '']);
  expect(unnamed.out).toMatch(
    /^✔ consistent: .*\n✔ signed: \d+ readings.*\n\? anchored to an unknown service: you named no chain/,
  );
  expect(unnamed.out).toMatch(
    /Not checked:\n {2}No chain was named[\s\S]*\nName the service .*npx trigpoint trust > trust\.json[\s\S]*The operator's word alone:\n[\s\S]*✘ refuted: /,
  );
  await writeFile(file, evidence.out.replace('"verified":"false"', '"verified":"true"'));
  expect(await offline('verify', file)).toMatchObject({ code: 5, out: expect.stringContaining('not consistent') });
  await writeFile(file, forgeSignature(evidence.out));
  expect(await offline('verify', file)).toMatchObject({ code: 6, out: expect.stringContaining('✘ not signed') });

  const told = await trigpoint({ TRIGPOINT_SERVICE: network.service.url, HOME: dir, TZ: 'Asia/Tokyo' })('status', id);
  expect(told.out).toMatch(
    /^Challenge \S+ has ended: as many answered as were needed\.\n {2}prover +0x.* \(liar-sydney\)\n/,
  );
  expect(told.out).toMatch(
    / {2}ended +20\d\d-\d\d-\d\d \d\d:\d\d:\d\d GMT\+9, after \d+ .*\n {2}found +\d+ of \d+ rule it out\n✘ refuted: /,
  );

  const status = await run('status', id, '--json');
  expect(JSON.parse(status.out)).toMatchObject({ id, consolidated_result: { verified: 'false' } });
}, 300_000);

test('evidence is anchored to the chain and the log that the verifier names, and to no others', async () => {
  const id = await endedOf(liar);
  const [file, trust] = [join(dir, 'anchored.json'), join(dir, 'trust.json')];
  await writeFile(trust, (await run('trust')).out);
  const verify = (...more: string[]) => run('verify', file, '--trust', trust, '--json', ...more);
  const evidence = async () => writeFile(file, (await run('evidence', id)).out);
  // The result is on its way to the chain, the entry to the log.
  let done: Ran;
  for (; ; await pause(1_000)) {
    await evidence();
    done = await verify();
    if (done.code !== 7) break;
  }
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(done.out)).toMatchObject({ reached: 'anchored', problems: [], verdict: { verified: 'false' } });
  const told = await run('verify', file, '--trust', trust);
  expect(told.out).toMatch(/✔ anchored: .*\n {4}Everybody signed for this chain/);
  expect(told.out).toMatch(/It is entry \d+ of the log/);

  // The same file, held against another log, another chain and another contract.
  const named = JSON.parse(await readFile(trust, 'utf8'));
  const otherKey = formatVerifierKey(makeSigner(named.log_vkey.split('+')[0], new Uint8Array(32).fill(5)));
  for (const other of [
    ['--log-vkey', otherKey],
    ['--chain-id', '1'],
  ]) {
    const ran = await verify(...other);
    expect([other[0], ran.code, JSON.parse(ran.out).reached]).toEqual([other[0], 8, 'signed']);
  }
  const elsewhere = await verify('--contract', `0x${'12'.repeat(20)}`);
  expect([elsewhere.code, JSON.parse(elsewhere.out).reached]).toEqual([7, 'signed']);

  // Another verdict under the same id: the operator can sign nothing that the chain would bear out.
  const forged = JSON.parse(await readFile(file, 'utf8'));
  // A moment before: whoever signed for itself did so for that time too.
  forged.transcript.ended_at = new Date(Date.parse(forged.transcript.ended_at) - 1).toISOString();
  forged.transcript_hash = hashOf(forged.transcript);
  await writeFile(file, JSON.stringify(forged));
  const backdated = await verify();
  expect(backdated.code).toBe(8);
  expect(JSON.parse(backdated.out).problems).toContainEqual({
    step: 'anchored',
    problem: 'The chain has the hash of another result or another transcript.',
  });

  // Challengers cosign the log, and whoever knows their keys can ask for it.
  interface About {
    readonly keys: readonly { readonly vkey: string }[];
    readonly panel: { readonly members: readonly string[]; readonly needed: number };
  }
  const about = async () => (await (await fetch(`${network.service.url}/log/witnesses`)).json()) as About;
  await expect.poll(async () => (await about()).keys.length, { interval: 500 }).toBeGreaterThanOrEqual(3);
  const { keys, panel } = await about();
  expect([panel.members.length >= keys.length, panel.needed]).toEqual([
    true,
    Math.ceil((2 * panel.members.length) / 3),
  ]);
  const witnesses = keys.flatMap((it) => ['--witness', it.vkey]);
  for (await evidence(); (await verify(...witnesses)).code === 8; await evidence()) await pause(2_000);
  expect(JSON.parse((await verify(...witnesses)).out).held.join()).toMatch(/witnesses named cosigned the checkpoint/);
  const stranger = makeSigner('w', new Uint8Array(32).fill(6), signatureTypes.cosignature);
  expect((await verify('--witness', formatVerifierKey(stranger))).code).toBe(8);

  // What the log says in public is followed, audited, and known by what was seen before.
  const state = join(dir, 'monitor.json');
  expect(await run('log', 'verify', file, '--trust', trust)).toMatchObject({ code: 0, err: '' });
  expect(await run('log', 'verify', file, '--log-vkey', otherKey)).toMatchObject({ code: 8 });
  expect(await run('log', 'audit', '--trust', trust)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^✔ \d+ entries/),
  });
  expect(await run('log', 'monitor', '--trust', trust, '--state', state)).toMatchObject({ code: 0, err: '' });
  const remembered = JSON.parse(await readFile(state, 'utf8'));
  await writeFile(state, JSON.stringify({ ...remembered, edge: remembered.edge.map(() => '') }));
  const mended = await run('log', 'monitor', '--trust', trust, '--state', state, '--json');
  expect([mended.code, JSON.parse(mended.out).alarms[0]?.kind]).toEqual([8, 'rewritten']);

  const result = JSON.parse((await run('result', id, '--json')).out);
  expect(result).toMatchObject({ outcome: 2, radius_km: 2 ** 32 - 1, result_hash: expect.stringMatching(/^0x/) });
}, 300_000);

test('a verified challenge is attested in the formats of others, and nothing else is', async () => {
  const id = await endedOf(honest);
  const read = async (name: string) =>
    JSON.parse(await (await fetch(`${network.service.url}/.well-known/${name}`)).text());
  const about = await read('trigpoint.json');

  const { sig, signer } = JSON.parse((await run('attest', id, '--format', 'eas')).out);
  const types = { Attest: sig.types.Attest };
  expect(verifyTypedData(sig.domain, types, sig.message, sig.signature)).toBe(about.attestations.address);
  expect(signer).toBe(about.attestations.address);

  const { signatures, ...stamp } = JSON.parse((await run('attest', id, '--format', 'stamp', '--json')).out);
  expect(verifyMessage(JSON.stringify(stamp), signatures[0].value)).toBe(about.attestations.address);
  expect(stamp).toMatchObject({ lpVersion: '0.2', location: { coordinates: [8.68, 50.11] }, plugin: 'trigpoint' });

  const token = (await run('attest', id, '--format', 'vc')).out.trim();
  const keys = createRemoteJWKSet(new URL(`${network.service.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(token, keys, { issuer: about.attestations.did, typ: 'vc+jwt' });
  expect(payload.credentialSubject).toMatchObject({
    challengeId: id,
    isDevelopment: true,
    logIndex: expect.any(Number),
  });
  const did = await read('did.json');
  expect(did.verificationMethod[0]).toMatchObject({ id: decodeProtectedHeader(token).kid });

  for (const format of ['eas', 'stamp', 'vc'])
    expect(await run('attest', await endedOf(liar), '--format', format)).toMatchObject({
      code: 1,
      err: expect.stringContaining('was not verified'),
    });
  expect(await run('attest', id, '--format', 'pdf')).toMatchObject({ code: 2 });
}, 300_000);

test('challengers of bandwidth are called by their names', async () => {
  const { out } = await ask('request', 'pob', '--prover', 'honest-access', '--watch');
  expect(out.match(/bandwidth-challenger-\d/g)).toHaveLength(5);
}, 300_000);

test('evidence of location and bandwidth holds under engines whose Math is less exact', async () => {
  const perturbed = new URL('../../proofs/dist/testing-perturbed-math.js', import.meta.url).href;
  const asked = [
    ['pol', honest],
    ['pol', liar],
    ['pob', 'honest-access'],
  ] as const;
  for (const [type, prover] of asked) {
    const id = await endedOf(prover, type);
    const file = join(dir, `engines-${type}.json`);
    await writeFile(file, (await run('evidence', id)).out);
    for (const seed of ['1', '2', '3']) {
      const there = trigpoint({ NODE_OPTIONS: `--import=${perturbed}`, PERTURB_SEED: seed });
      const { reached, problems } = JSON.parse((await there('verify', file, '--json')).out);
      expect([type, reached, problems]).toEqual([type, 'signed', []]);
    }
  }
}, 300_000);

test('a prover is found by its name or the beginning of its key, and nobody else is taken for it', async () => {
  const begins = honest.slice('IPv4/'.length, 'IPv4/'.length + 10);
  for (const who of ['honest-frankfurt', begins])
    expect(await run('request', 'pol', '--prover', who, '--no-wait')).toMatchObject({ code: 0, err: '' });
  for (const who of ['honest', 'nobody-here', '0x'])
    expect(await run('request', 'pol', '--prover', who)).toMatchObject({ code: 2, err: expect.stringContaining(who) });
  const refusals: [RegExp, ...string[]][] = [
    [/Did you mean "honest-frankfurt"\?/, '--prover', 'honest-frankfrut'],
    [/"honest-access" proves pob, not pol\. Ask for that: npx trigpoint request pob/, '--prover', 'honest-access'],
    [/50 is too many: 1[12] challengers are connected/, '--prover', honest, '--challengers', '50'],
    [/unknown option '--provr'\n\(Did you mean --prover\?\)/, '--provr', honest],
  ];
  const refused = await Promise.all(refusals.map(([, ...args]) => run('request', 'pol', ...args)));
  for (const [i, { code, err }] of refused.entries())
    expect([code, err]).toEqual([2, expect.stringMatching(refusals[i]?.[0] ?? '')]);
  const unknown = await run('request', 'pol', '--prover', `0x${'11'.repeat(20)}`, '--no-wait');
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('This lists them: npx trigpoint provers') });
}, 240_000);

test('an assistant asks for a proof, explains it and checks it, and learns from strangers nothing but data', async () => {
  const trust = join(dir, 'trust-of-assistant.json');
  await writeFile(trust, (await run('trust')).out);
  const call = await assistant('--trust', trust);
  const { tools } = await call.client.listTools();
  expect(tools.map((it) => it.name).toSorted()).toEqual(
    [
      ...['list_provers', 'ask_pol', 'ask_pob', 'wait_for_challenge', 'read_verdict', 'verify_evidence'],
      ...['list_watches', 'show_watch', 'add_watch', 'change_watch'],
    ].toSorted(),
  );
  expect((await call('list_provers', {})).text).toContain(`${honest}, connected, claims {`);
  let said: Awaited<ReturnType<typeof call>>;
  do {
    const asked = await call('ask_pol', { prover: 'honest-frankfurt', zone: 'DE' });
    said = await call('wait_for_challenge', { challenge_id: asked.fields.challenge_id, seconds: 300 });
  } while (isLeftOpenByLoad(said.text));
  expect(said.text).toMatch(/ has ended: .*\n[\s\S]*\n✔ verified: /);
  const challenge_id = said.fields.id;
  expect((await call('read_verdict', { challenge_id })).text).toBe(said.text);
  expect((await call('verify_evidence', { challenge_id })).text).toMatch(/✔ consistent: .*\n✔ signed: [\s\S]*anchored/);

  const until = new Date(Date.now() + 86_400_000).toISOString();
  const terms = { prover: honest, zone: 'EU', every_seconds: 3_600, until };
  expect((await call('add_watch', { ...terms, dry_run: true })).fields).toMatchObject({ watch: null });
  const { watch } = (await call('add_watch', terms)).fields.watch as { watch: string };
  expect((await call('list_watches', {})).text).toContain(watch);
  expect((await call('change_watch', { watch, action: 'end' })).text).toMatch(/: over, /);
  expect((await call('show_watch', { watch })).text).toContain(`Watch ${watch}`);

  const refused: [string, object, RegExp][] = [
    ['ask_pol', {}, /prover/],
    ['ask_pol', { prover: 'honest-frankfurt', challengers: 'all' }, /challengers must be integer/],
    ['ask_pob', { prover: 'honest-frankfurt' }, /proves pol, not pob/],
    ['ask_pol', { prover: 'honest-frankfurt', zone: 'ZZ' }, /"ZZ" is no country/],
    ['read_verdict', { challenge_id: '../../etc/passwd' }, /challenge_id must match/],
    ['read_verdict', { challenge_id: '999999' }, /There is no challenge 999999/],
    ['no_such_tool', {}, /There is no tool no_such_tool/],
  ];
  for (const [name, input, why] of refused)
    expect([name, await call(name, input)]).toEqual([
      name,
      expect.objectContaining({ isError: true, text: expect.stringMatching(why) }),
    ]);
  await call.client.close();

  const reader = await assistant('--read-only');
  const names = (await reader.client.listTools()).tools.map((it) => it.name);
  expect(names.filter((it) => /ask|add|change/.test(it))).toEqual([]);
  expect(await reader('ask_pol', { prover: honest })).toMatchObject({ isError: true });
  await reader.client.close();
}, 300_000);

test('several requests at once with one account do not take each other’s place on the chain', async () => {
  const all = await Promise.all([1, 2, 3].map(() => run('request', 'pol', '--prover', honest, '--no-wait')));
  expect(all.map((it) => [it.code, it.err])).toEqual(all.map(() => [0, '']));
  expect(new Set(all.map((it) => it.out)).size).toBe(3);
}, 240_000);

test('a node that keeps transactions and calls their nonces taken gets one to keep, and the payer is told', async () => {
  const kept = new Set<string>();
  const rpcUrl = await testServer(async (request, response) => {
    const body = await text(request);
    const { id, method, params } = JSON.parse(body);
    const say = (said: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
    response.setHeader('content-type', 'application/json');
    if (method === 'eth_getTransactionCount') return say({ result: `0x${kept.size.toString(16)}` });
    if (method !== 'eth_sendRawTransaction')
      return response.end(await (await fetch(network.chain.url, { method: 'POST', body })).text());
    kept.add(params[0]);
    return say({ error: { code: -32000, message: 'nonce too low' } });
  });
  const own = ['--rpc-url', rpcUrl, '--key-file', join(dir, 'own-payer.json')];
  const { code, err } = await run('request', 'pol', '--prover', honest, '--no-wait', ...own);
  expect([code, kept.size]).toEqual([1, 1]);
  expect(err).toContain('may still be mined');
  const told = await run('request', 'pol', '--prover', honest, '--no-wait', '--json', ...own);
  expect([told.code, kept.size]).toEqual([1, 2]);
  expect(told.err).toContain('"code":"rejected"');
}, 120_000);

test('agents are listed for people and for programs', async () => {
  const [table, json] = await Promise.all([run('provers'), run('challengers', '--json', '--limit', '3')]);
  expect(table.out).toMatch(new RegExp(`online {2}${honest} {2}honest-frankfurt {2}Frankfurt 50.11,8.68`));
  const { challengers, total } = JSON.parse(json.out);
  expect([challengers.length, total]).toEqual([3, 12]);
}, 240_000);

test('a campaign from its creation to the photo in its feed', async () => {
  const photo = join(dir, 'photo.png');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  await writeFile(photo, Buffer.from(pixel, 'base64'));
  const place = ['--latitude', '52.52', '--longitude', '13.4'];
  const terms = ['--total', '10', '--reward', '2.5', '--max', '4', '--hours', '48'];
  expect(await run('campaign', 'create', 'Art', ...place, ...terms)).toMatchObject({ code: 0, err: '' });
  const submitted = await run('photo', 'submit', photo, '--campaign', 'Art', ...place);
  expect([submitted.code, submitted.out]).toEqual([0, expect.stringMatching(/^Photo \S+: ready, 2\.5 POINTS\.\n$/)]);
  expect(JSON.parse((await run('photo', 'feed', 'Art', '--json')).out)).toMatchObject([{ width: 1, format: 'png' }]);
  expect((await run('campaign', 'list')).out).toMatch(/live +Art +1\/4 +2\.5\/10/);
  expect(await run('photo', 'feed', 'Atr')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Did you mean "Art"?'),
  });
  expect(JSON.parse((await run('campaign', 'edit', 'Art', '--no-active', '--json')).out).status).toBe('inactive');
}, 240_000);

test('a RequestHandler is deployed with a key that is never shown', async () => {
  const secret = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
  const deploy = trigpoint({ TRIGPOINT_PRIVATE_KEY: secret });
  const ran = await deploy('contract', 'deploy', '--rpc-url', network.chain.url);
  expect(ran.out).toMatch(/REQUEST_HANDLER_ADDRESS=0x[0-9a-fA-F]{40}/);
  expect(ran.out + ran.err).not.toContain(secret.slice(0, 16));
}, 240_000);

test('doctor finds a healthy network healthy, and says what to do about one that is away', async () => {
  const settings = { TRIGPOINT_DATA_DIR: dir, PORT: new URL(network.service.url).port };
  const at = trigpoint({ ...settings, TRIGPOINT_SERVICE: network.service.url });
  const healthy = await at('doctor', '--agent', honest, '--json');
  expect(JSON.parse(healthy.out)).toMatchObject({ healthy: true });
  const { PORT, ...rest } = settings;
  const unset = await trigpoint({ ...rest, TRIGPOINT_SERVICE: network.service.url })('doctor');
  expect(unset.out).toContain(`:${PORT} is in use, by the service`);
  expect(unset.out).toMatch(/^! systems [\s\S]*\nNothing failed\. \d+ warnings?, marked with !\n$/m);
  const away = await at('doctor', '--service', 'http://127.0.0.1:9');
  expect([away.code, away.out]).toEqual([1, expect.stringMatching(/✘ service .*cannot be used: .*\n +→ Start it/)]);
}, 240_000);

test('a running network is backed up, and the copy restored beside it', async () => {
  const backup = join(dir, 'backups', 'one');
  const made = await trigpoint({ TRIGPOINT_DATA_DIR: dir })('backup', backup, '--json');
  expect(JSON.parse(made.out)).toMatchObject({ dialect: 'sqlite', missing: [] });
  const fresh = trigpoint({ TRIGPOINT_DATA_DIR: join(dir, 'restored') });
  expect(await fresh('restore', backup)).toMatchObject({ code: 0, out: expect.stringContaining('Restored into') });
  expect(await fresh('restore', backup)).toMatchObject({ code: 1, err: expect.stringContaining('not empty') });
}, 240_000);

test('wrong usage ends with 2, refusals with 1, each in one sentence and without a stack', async () => {
  const wrong: [number, ...string[]][] = [
    [2, 'request', 'pol'],
    [2, 'request', 'pol', '--prover', honest, '--challengers', 'many'],
    [2, 'request', 'pol', '--prover', honest, '--challengers', '3'],
    [2, 'request', 'pol', '--prover', honest, '--challengers', '100', '--tolerance', '96'],
    [2, 'provers', '--service', 'nowhere'],
    [2, 'verify', 'no-such-file.json'],
    [2, 'campaign', 'create', 'x'],
    [1, 'request', 'pol', '--prover', `IPv4/0x${'12'.repeat(20)}`],
    [1, 'status', '999999'],
    [2, 'contract', 'deploy', '--rpc-url', 'http://127.0.0.1:1', '--key-file', join(dir, 'no-such-key.json')],
    [1, 'provers', '--service', 'http://127.0.0.1:9'],
  ];
  const ran = await Promise.all(wrong.map(([, ...args]) => run(...args)));
  for (const [i, { code, err }] of ran.entries()) {
    expect([wrong[i], code]).toEqual([wrong[i], wrong[i]?.[0]]);
    expect(err).toMatch(/^(trigpoint|error): .+/);
    expect(err).not.toMatch(/\n\s+at /);
  }
}, 240_000);

test('who creates a campaign is told what is missing and how to give it, and nothing else', async () => {
  const all = ['--total', '10', '--reward', '2.5', '--max', '4', '--hours', '1'];
  for (const [at, what, how] of [
    [0, 'all rewards together', '--total 100'],
    [2, 'the reward per photo', '--reward 2.5'],
    [4, 'the most photos that are taken', '--max 40'],
    [6, 'when it ends', '--hours 48'],
  ] as const) {
    const { code, err } = await run('campaign', 'create', 'x', ...all.toSpliced(at, 2));
    expect([code, err.trim()]).toEqual([2, `trigpoint: The campaign needs to know ${what}. Add it like this: ${how}`]);
  }
  expect((await run('campaign', 'create', 'x')).err).toContain(
    'taken and when it ends. Add it like this: --total 100 --reward',
  );
}, 240_000);

test('of a challenge that is not there people are told what they can do', async () => {
  for (const args of [['status'], ['evidence'], ['verify'], ['status', '--proof-type', 'pob']]) {
    const { err } = await run(...args, '999999');
    expect(err).toMatch(
      /^trigpoint: There is no (?:pob )?challenge 999999 at http\S+\. Ask for one: npx trigpoint request/,
    );
  }
}, 240_000);
