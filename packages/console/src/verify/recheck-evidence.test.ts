import { expect, test } from 'vitest';
import { verifyTexts } from './recheck-evidence.ts';
import { belowWord } from './recomputed.ts';

test('a file that is no evidence is told what it is, as far as that can be seen', async () => {
  const said = (value: unknown) => verifyTexts(JSON.stringify(value), undefined, {}).catch((it: Error) => it.message);
  expect(await said({ kind: 'trigpoint certificate' })).toMatch(
    /^This is a certificate\. .* npx trigpoint verify FILE$/,
  );
  for (const other of [{}, null, [], { kind: 'package' }])
    expect(await said(other)).toMatch(/^The file is not evidence/);
});

test('the sentence of a step does not say its word twice', () => {
  expect(belowWord('anchored: the chain and the log that you named have it.')).toBe(
    'The chain and the log that you named have it.',
  );
  expect(belowWord('not signed: somebody who is named in it did not sign.')).toBe(
    'Somebody who is named in it did not sign.',
  );
  expect(belowWord('anchored to an unknown service: not everything could be compared.')).toMatch(/^Not everything/);
});
