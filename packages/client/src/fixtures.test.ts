import { readFileSync } from 'node:fs';
import { type LogFiles, lookAtLog, parseVerifierKey, tilePath, widthIn } from '@trigpoint/log';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { describe, expect, test } from 'vitest';
import type { ChainFacts } from './anchor/chain-anchor.ts';
import { verifyEvidence } from './evidence.ts';
import { parseTrust } from './trust.ts';
import { verifyCertificate } from './watches.ts';

/**
 * Files that others keep: evidence, a log, what the chain answered, a trust file. A version that cannot read them any more has
 * changed a format. If that is meant, it says so in the changelog and writes them again (prove/forgery/write-fixtures.ts and
 * prove/certificate/write-fixture.ts).
 */
const file = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const json = (name: string) => JSON.parse(file(name).toString());

const statuses = ['none', 'submitted', 'completed', 'timed_out'] as const;

/** What one network left behind: its log, what its chain answered, and whom to trust. */
const leftIn = (folder: string) => {
  const checkpoint = file(`${folder}log/checkpoint`).toString();
  const size = Number(checkpoint.split('\n')[1]);
  const log: LogFiles = {
    checkpoint: async () => checkpoint,
    // Of a tile that is not full the log keeps the widest.
    tile: async (name) => new Uint8Array(file(`${folder}log/${tilePath({ ...name, width: widthIn(size, name) })}`)),
  };
  const { chain_id, calls, blocks } = json(`${folder}chain.json`);
  const chain: ChainFacts = {
    chainId: async () => chain_id,
    block: async (number) => blocks[number],
    async challenge(id) {
      const asked = { abi: requestHandlerAbi, functionName: 'getChallenge' } as const;
      const data = calls[encodeFunctionData({ ...asked, args: [id] })];
      const it = decodeFunctionResult({ ...asked, data });
      const [submittedBlock, expiration] = [Number(it.submittedBlock), Number(it.expiration)];
      return { ...it, submittedBlock, expiration, status: statuses[it.status] ?? 'none' };
    },
    async logRoot() {
      const asked = { abi: requestHandlerAbi, functionName: 'logRoot' } as const;
      const [size, , root] = decodeFunctionResult({ ...asked, data: calls[encodeFunctionData(asked)] });
      return { size: Number(size), root: root.slice(2) };
    },
  };
  return { trust: parseTrust(json(`${folder}trust.json`)), log, chain };
};

describe('files that others keep', () => {
  const now = leftIn('');
  const before = leftIn('before-rules/');
  const chosen = /settings, networks and the time of the request were not chosen/;

  /** Requests on the chain, and one that was made at the service. Acceptances of the older files do not fix the rules of the draw. */
  test.each([
    ['evidence-1.json', 4, now],
    ['evidence-2.json', 4, now],
    ['evidence-3.json', 5, now],
    ['before-rules/evidence-1.json', 4, before],
    ['before-rules/evidence-3.json', 5, before],
  ])('%s is anchored', async (name, version, { trust, log, chain }) => {
    const evidence = json(name);
    const { reached, problems, held, asserted } = await verifyEvidence(evidence, trust, { chain, log });
    expect(problems).toEqual([]);
    expect(reached).toBe('anchored');
    expect(held.join()).toContain('whose hash is on the chain');
    expect(held.join()).toContain('The log has the eligible tree as entry');
    expect(chosen.test(asserted.join())).toBe(name.startsWith('before-rules/'));
    expect(evidence.transcript.version).toBe(version);
  });

  test('a certificate of a watch is anchored, and says the same', async () => {
    const { log: named } = parseTrust(json('certificate-trust.json'));
    const { reached, problems, summary } = await verifyCertificate(json('certificate.json'), named);
    expect([reached, problems]).toEqual(['anchored', []]);
    expect(summary).toMatchObject({ due: 24, inside: 21, undecided: 1, missed: 1, absent: 1 });
  });

  test.each(['2-pol', '2-pob', '3-pol', '3-pol-refuted', '3-pob', '4-pol', '4-pob'])(
    'evidence whose sentences are of wording %s is found again to the letter',
    async (name) => {
      const evidence = json(`evidence-wording-${name}.json`);
      expect(evidence.transcript.settings.wording).toBe(name.slice(0, 1));
      const { reached, problems } = await verifyEvidence(evidence, {});
      expect([reached, problems]).toEqual(['signed', []]);
    },
  );

  test('older versions of evidence are refused by name', async () => {
    const { transcript, ...rest } = json('evidence-1.json');
    for (const version of [2, 3]) {
      const { reached, problems } = await verifyEvidence(
        { ...rest, transcript: { ...transcript, version } },
        now.trust,
      );
      expect(reached).toBe('nothing');
      expect(problems).toEqual([
        {
          step: 'consistent',
          part: 'hashes',
          problem: `The transcript has version ${version}; this program reads versions 4 and 5.`,
        },
      ]);
    }
  });

  test.each([now, before])('the log has nothing that a monitor would mind', async ({ trust, log: files }) => {
    const log = parseVerifierKey(trust.log?.vkey ?? '');
    const { alarms, read } = await lookAtLog(undefined, { files, log, now: 0, endsWithinMs: 1 });
    expect(alarms).toEqual([]);
    expect(read).toMatchObject({ transcript: 3, acceptance: 3 });
    expect(read?.tree).toBeGreaterThan(0);
  });
});
