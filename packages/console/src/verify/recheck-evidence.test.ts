import { expect, test } from 'vitest';
import { verifyTexts } from './recheck-evidence.ts';

test('a file that is no evidence is told what it is, as far as that can be seen', async () => {
  const said = (value: unknown) => verifyTexts(JSON.stringify(value), undefined, {}).catch((it: Error) => it.message);
  expect(await said({ kind: 'trigpoint certificate' })).toMatch(
    /^This is a certificate\. .* npx trigpoint verify FILE$/,
  );
  for (const other of [{}, null, [], { kind: 'package' }])
    expect(await said(other)).toMatch(/^The file is not evidence/);
});
