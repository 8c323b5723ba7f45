import { expect, test } from 'vitest';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi.ts';

const document = JSON.parse(
  JSON.stringify(openApi({ version: '1', served: ['pol', 'pob'], url: 'https://tp.example', now: Date.now() })),
);
const bodyOf = (name: string) => {
  const { content } = document.paths[`/proof/v1/{proof_type}/${name}`].post.requestBody;
  return content['application/json'].schema;
};

test('the document says what handlers refuse beyond the schemas that bodies are checked against', () => {
  expect(JSON.stringify(document)).not.toContain('stricter');
  expect([bodyOf('challenge-evidence').required, bodyOf('provers').required]).toEqual([['challenge_id'], undefined]);
  const { post } = document.paths['/proof/v1/{proof_type}/challenge-evidence'];
  expect(post.requestBody.required).toBe(true);
  expect(document.paths['/proof/v1/{proof_type}/provers'].post.requestBody.required).toBe(false);
  const { challenge_id } = bodyOf('challenge-evidence').properties;
  const ids = ['7', '0', `ask-${'0a'.repeat(16)}`, '07', '-1', 'ask-7', ''];
  expect(ids.map((it) => new RegExp(challenge_id.pattern).test(it))).toEqual([
    ...[true, true, true],
    ...[false, false, false, false],
  ]);
  expect(bodyOf('watch-add').properties.until).toMatchObject({ type: 'string', format: 'date-time' });
  expect(bodyOf('challenge-request').anyOf).toEqual([{ required: ['prover'] }, { required: ['ask'] }]);
  expect(bodyOf('create-campaign').properties.currency).toMatchObject({ const: 'POINTS' });
  expect(bodyOf('edit-campaign').minProperties).toBe(2);
});

test('the page names the scope of each operation', () => {
  const page = docsPage();
  expect(page).toMatch(
    /id="challenge-request">[\s\S]*?Needs a session or an API key with the scope <code>ask<\/code>\./,
  );
  expect(page).toMatch(/id="logout">[\s\S]*?Needs a session\. /);
});
