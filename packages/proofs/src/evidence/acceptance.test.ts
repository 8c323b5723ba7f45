import { composeEntry, type EntryOf, parseEntry } from '@trigpoint/log';
import { consent as consentStatement } from '@trigpoint/protocol';
import { describe, expect, test } from 'vitest';
import { hashText } from '../canonical.ts';
import { areRulesFixed, checkAcceptance, isTreeEarly, readAcceptance, readTreeEntry } from './acceptance-check.ts';
import { checkConsent, checkConsentSignature } from './consent-check.ts';
import { askHash, drawSeed, rulesHash } from './seed.ts';
import { checkSeed } from './seed-check.ts';
import { anySignature, type Loose, transcript, transcriptWith } from './testing-evidence.ts';

describe('a consent', () => {
  const says = (changes: object) => (it: Loose) => {
    it.consent.text = consentStatement.compose({ ...consentStatement.parse(it.consent.text), ...changes } as never);
  };
  const problems = (alter: (it: Loose) => void) => checkConsent(transcriptWith(alter)).join(' ');

  test('is about this service, challenge, ask and description', () => {
    expect(problems(says({ service: 'cd'.repeat(32) }))).toBe('The consent of the prover is about another service.');
    expect(problems(says({ chain_id: 1 }))).toBe('The consent of the prover is about another service.');
    expect(problems(says({ challenge_id: '999' }))).toBe('The consent of the prover is about another challenge.');
    expect(problems(says({ ask_hash: 'cd'.repeat(32) }))).toBe('The consent of the prover is about another ask.');
    const description = says({ description_hash: 'cd'.repeat(32) });
    expect(problems(description)).toBe('The consent of the prover is about another description.');
    expect(problems((it) => Object.assign(it, { draw: null }, description(it)))).toBe('');
    expect(problems((it) => (it.consent.text = 'yes'))).toBe('The consent of the prover cannot be read.');
  });

  test('is there where anything rests on it, of somebody, who signed it', async () => {
    expect(problems((it) => (it.consent = null))).toBe('The challenge was accepted without the consent of the prover.');
    expect(problems((it) => Object.assign(it, { consent: null, acceptance: null }))).toBe('');
    expect(problems((it) => (it.prover = null))).toBe('Nobody is there who could have consented.');
    const asked: string[] = [];
    const check = async (_: unknown, text: string, signature: string) => asked.push(`${text} ${signature}`) > 1;
    expect(await checkConsentSignature(transcript, check)).toEqual(['The consent is not signed by the prover.']);
    expect(await checkConsentSignature(transcript, check)).toEqual([]);
    expect(asked[0]).toBe(`${transcript.consent?.text} ${transcript.consent?.signature}`);
    expect(await checkConsentSignature({ ...transcript, consent: null }, async () => false)).toEqual([]);
    expect(await checkConsentSignature({ ...transcript, prover: null }, anySignature)).toHaveLength(1);
  });
});

const rewrite = (entry: string, changes: object) => composeEntry({ ...parseEntry(entry), ...changes } as never);
const acceptanceSays = (changes: object) => (it: Loose) => {
  it.acceptance.entry = rewrite(it.acceptance.entry, changes);
};

describe('an acceptance', () => {
  const says = acceptanceSays;
  const treeSays = (changes: object) => (it: Loose) => {
    it.acceptance.tree.entry = rewrite(it.acceptance.tree.entry, changes);
  };
  const problems = (...alter: ((it: Loose) => void)[]) =>
    checkAcceptance(transcriptWith((it) => alter.forEach((one) => void one(it)))).join(' ');
  const other = 'cd'.repeat(32);
  const about = (name: string) => `The acceptance is about another ${name}.`;
  const otherTree = 'The entry of the log is about another eligible tree than the acceptance names.';
  const order = 'The acceptance does not stand behind the one before it in the log.';

  test('is about this challenge, prover, ask, block, consent and tree', () => {
    expect(problems(says({ challenge: '999' }))).toBe(about('challenge'));
    expect(problems(says({ proof_type: 'pob' }))).toContain(about('challenge'));
    expect(problems(says({ prover: 'IPv4/other' }))).toBe(about('prover'));
    expect(problems(says({ ask: other }))).toBe(about('ask'));
    expect(problems(says({ request_block: Number(transcript.block_number) + 1 }))).toBe(about('block of the request'));
    expect(problems(says({ consent: other }))).toBe(about('consent'));
    expect(problems((it) => (it.consent = null))).toBe(about('consent'));
    expect(problems(says({ tree_root: other }))).toBe(`${about('eligible tree')} ${otherTree}`);
    expect(problems(says({ tree_size: 99 }))).toBe(`${about('eligible tree')} ${otherTree}`);
    expect(problems(says({ tree_size: 99 }), treeSays({ size: 99 }), (it) => (it.draw = null))).toBe('');
    expect(problems((it) => (it.acceptance.entry = 'yes'))).toBe('The acceptance cannot be read.');
    expect(problems((it) => (it.acceptance.entry = it.acceptance.tree.entry))).toBe('The acceptance cannot be read.');
  });

  test('fixes the rules of the draw, and older ones do not', () => {
    const { settings, submitted_at, draw } = transcript;
    const { prover_networks = [], systems_table = null } = draw ?? {};
    const rules = rulesHash({ settings, submitted_at, prover_networks, systems_table });
    expect(readAcceptance(transcript.acceptance?.entry ?? '')?.rules).toBe(rules);
    const otherRules: ((it: Loose) => void)[] = [
      (it) => (it.settings.wording = '1'),
      (it) => (it.submitted_at = it.ended_at),
      (it) => (it.draw.prover_networks = ['203.0.113.0/24']),
      (it) => (it.draw.systems_table = { sha256: other, dated: it.ended_at }),
    ];
    const { rules: _, ...before } = parseEntry(transcript.acceptance?.entry ?? '') as EntryOf<'acceptance'>;
    const older = (it: Loose) => (it.acceptance.entry = composeEntry(before));
    expect(areRulesFixed(transcript)).toBe(true);
    expect(areRulesFixed(transcriptWith(older))).toBe(false);
    for (const change of otherRules) {
      expect(problems(change)).toBe(about('set of rules'));
      expect(problems(change, (it) => (it.draw = null))).toBe('');
      expect(problems(change, older)).toBe('');
    }
  });

  test('names a tree that the log had before it', () => {
    const missing = 'The entry of the log that names the eligible tree is missing.';
    expect(problems((it) => (it.acceptance.tree = null))).toBe(missing);
    expect(problems((it) => (it.acceptance.tree.entry = 'no'))).toBe(missing);
    expect(problems((it) => (it.acceptance.tree.entry = it.acceptance.entry))).toBe(missing);
    for (const changes of [{ root: other }, { size: 99 }, { proof_type: 'pob' }, { family: 'IPv6' }])
      expect(problems(treeSays(changes))).toBe(otherTree);
    expect(problems((it) => (it.acceptance.tree.index += 1))).toBe(otherTree);
    const { index = 0 } = transcript.acceptance?.tree ?? {};
    expect(problems((it) => (it.acceptance.index = index))).toContain(otherTree);
    const itself = says({ tree_index: transcript.acceptance?.index });
    expect(problems((it) => (it.acceptance.tree.index = it.acceptance.index), itself)).toBe(otherTree);
  });

  test('stands behind the one before it, and its try is counted', () => {
    const uncounted = 'The try of this acceptance is not counted.';
    for (const tries of [null, 0, 1.5]) expect(problems((it) => (it.tries = tries))).toBe(uncounted);
    expect(problems((it) => (it.tries = 2))).toBe('');
    const { index = 0 } = transcript.acceptance ?? {};
    expect(problems(says({ previous: index }))).toBe(order);
    expect(problems(says({ previous: index - 1 }))).toBe('');
    expect(problems(says({ previous: null }))).toBe('');
    for (const wrong of [-1, index + 0.5]) expect(problems((it) => (it.acceptance.index = wrong))).toContain(order);
  });

  test('is missing only where nobody was drawn, nothing was judged and no try was counted', () => {
    const drawn = 'Challengers were drawn without an acceptance in the log.';
    const counted = 'A try is counted, and there is no acceptance.';
    const without = (changes: object) => problems((it) => Object.assign(it, { acceptance: null, ...changes }));
    expect(without({})).toBe(`${drawn} ${counted}`);
    expect(without({ tries: null })).toBe(drawn);
    expect(without({ tries: null, draw: null })).toBe(drawn);
    expect(without({ tries: null, void: 'nobody came' })).toBe(drawn);
    expect(without({ tries: null, draw: null, void: 'nobody came' })).toBe('');
    expect(without({ draw: null, void: 'nobody came' })).toBe(counted);
  });

  test('says whether its tree was logged before the request', () => {
    const at = (block: number | null) => isTreeEarly(transcriptWith(treeSays({ block })));
    expect(at(Number(transcript.block_number) - 1)).toBe(true);
    expect([at(transcript.block_number), at(null)]).toEqual([false, false]);
    expect(isTreeEarly({ ...transcript, acceptance: null })).toBe(false);
    expect(readTreeEntry({ acceptance: null })).toBe(undefined);
    expect(readAcceptance(transcript.acceptance?.entry ?? '')?.kind).toBe('acceptance');
  });
});

describe('a seed', () => {
  const problems = (alter: (it: Loose) => void) => checkSeed(transcriptWith(alter)).join(' ');
  const seedOf = (
    { service, challenge_id, prover }: Loose,
    more: { block_hash: string; value: string; nonce?: string },
  ) => drawSeed({ ...service, prover: prover.id, challenge_id, ...more });
  const follows = 'The seed does not follow from its parts.';
  const block = 'The seed is made from another block than the acceptance names.';
  const value = 'The seed is made from another value than the acceptance names.';
  const back = 'The value does not hash back to the first one of its chain.';

  test('is made from the block and the value that the acceptance named', () => {
    expect(problems((it) => (it.seed.block_number += 1))).toBe(block);
    expect(problems((it) => (it.block_number = it.seed.block_number))).toBe(block);
    expect(problems((it) => (it.seed.anchor = 'cd'.repeat(32)))).toBe(`${value} ${back}`);
    expect(problems((it) => (it.seed.index += 1))).toBe(`${value} ${back}`);
    expect(problems((it) => (it.seed.value = 'cd'.repeat(32)))).toBe(`${back} ${follows}`);
    expect(problems((it) => (it.seed.value = 'none'))).toBe(`${back} ${follows}`);
    expect(problems((it) => (it.seed.block_hash = `0x${'cd'.repeat(32)}`))).toBe(follows);
    expect(problems((it) => (it.draw.seed = 'cd'.repeat(32)))).toBe(follows);
    const spelled = (block_hash: string) => (it: Loose) => {
      it.seed.block_hash = block_hash;
      it.draw.seed = seedOf(it, { block_hash, value: it.seed.value });
    };
    expect(problems(spelled(`0x${'cd'.repeat(32)}`))).toBe('');
    for (const text of [`0x${'Cd'.repeat(32)}`, `0X${'cd'.repeat(32)}`, `0x${'cd'.repeat(32)} `, 'cd'.repeat(32)])
      expect(problems(spelled(text))).toBe('The hash of the block of the seed is not 0x and 64 digits in lower case.');
    expect(problems((it) => Object.assign(it, { draw: null, seed: { ...it.seed, block_hash: '0x' } }))).toBe('');
  });

  test('is made from the nonce whose hash the acceptance named, where no block was', () => {
    const nonce = 'ab'.repeat(16);
    const withNonce =
      (told: string, changes: object, chain_id = 0) =>
      (it: Loose) => {
        it.service.chain_id = chain_id;
        const { block_number: _, block_hash: __, ...seed } = it.seed;
        acceptanceSays({ seed_block: null, seed_nonce: hashText(nonce), ...changes })(it);
        it.seed = { ...seed, nonce: told };
        it.draw.seed = seedOf(it, { value: seed.value, block_hash: '', nonce: told });
      };
    const other = 'The seed is made from another nonce than the acceptance names.';
    expect(problems(withNonce(nonce, {}))).toBe('');
    expect(problems(withNonce(nonce, {}, 1))).toBe(
      'The seed is made from a nonce, and the service has a chain, which has blocks.',
    );
    expect(problems(withNonce('cd'.repeat(16), {}))).toBe(other);
    expect(problems(withNonce(nonce, { seed_block: transcript.block_number }))).toBe(other);
  });

  test('is no value that was public before', () => {
    const first = (it: Loose) => {
      Object.assign(it.seed, { index: 0, value: it.seed.anchor });
      acceptanceSays({ seed_index: 0 })(it);
      it.draw.seed = seedOf(it, { block_hash: it.seed.block_hash, value: it.seed.anchor });
    };
    expect(problems(first)).toBe(back);
  });

  test('is there where somebody was drawn, with the acceptance that names its parts', () => {
    expect(problems((it) => (it.seed = null))).toBe('Challengers were drawn, and what made the seed is not there.');
    expect(problems((it) => Object.assign(it, { seed: null, draw: null }))).toBe('');
    const parts = 'There is a seed, and no acceptance that names its parts.';
    expect(problems((it) => (it.acceptance = null))).toBe(parts);
    expect(problems((it) => (it.prover = null))).toBe(parts);
    expect(askHash('0xAB')).toBe(askHash('0xab'));
  });
});
