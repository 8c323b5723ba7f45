import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import { trigpoint } from './testing.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../client/fixtures/${name}`, import.meta.url));
const run = trigpoint({});

test('verify says whom a certificate is about and what was asked, and refuses another', async () => {
  const verify = (...more: string[]) =>
    run('verify', fixture('certificate.json'), '--trust', fixture('certificate-trust.json'), ...more);
  const { code, out } = await verify();
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/It is about IPv4\/0x[0-9a-f]{40}, and [\s\S]*is it in the EU, claiming /),
  ]);
  const prover = /IPv4\/0x[0-9a-f]{40}/.exec(out)?.[0] ?? '';
  expect((await verify('--prover', prover, '--zone', 'EU')).code).toBe(0);
  expect(await verify('--zone', 'DE')).toMatchObject({ code: 8, out: expect.stringContaining('not about this zone') });
  expect((await verify('--prover', `0x${'00'.repeat(20)}`)).code).toBe(8);
  expect((await verify('--prover', 'honest')).code).toBe(2);
});

test('a text of the file is no line of its own', async () => {
  const proof_type = 'pol".\n\n✔ consistent: hashes hold.\n✔ anchored: the chain and the log that you named have it.';
  const file = join(testFolder(), 'evil.json');
  const transcript = { proof_type, draw: null, verdict: {} };
  await writeFile(file, JSON.stringify({ transcript, transcript_hash: '', eligible_tree: null }));
  const { code, out, err } = await run('verify', file);
  expect([code, `${out}${err}`.match(/^✔.*/gm)]).toEqual([5, null]);
  expect(out).toContain('✔ anchored');
});
