import type { Route } from '../route.ts';

/** The languages in which every operation has an example. */
export const languages = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type CodeSamples = Readonly<Record<keyof typeof languages, string>>;

interface Sample {
  /** Where the service is, such as https://tp.example. */
  readonly url: string;
  readonly name: string;
  readonly route: Pick<Route, 'auth' | 'scope' | 'encoding'>;
  readonly body: Readonly<Record<string, unknown>>;
}

const isLogin = ({ name }: Pick<Sample, 'name'>) => name === 'pre-login' || name === 'login';

/** How the caller shows who it is. Logins, and operations that take no API key, use the cookie. */
const carrierOf = ({ name, route: { auth, scope } }: Sample): 'cookie' | 'key' | 'none' => {
  if (isLogin({ name }) || (auth === 'session' && scope === undefined)) return 'cookie';
  return auth === 'session' ? 'key' : 'none';
};

const pathOf = ({ url, name }: Sample) => `${url}/proof/v1/pol/${name}`;
const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const fieldsOf = ({ body }: Sample) => Object.entries(body).filter(([name]) => name !== 'photo');
const isEmpty = ({ body }: Sample) => Object.keys(body).length === 0;

const curl = (it: Sample): string => {
  const carrier = carrierOf(it);
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    `curl ${pathOf(it)}`,
    ...(carrier === 'key' ? [`-H "Authorization: Bearer $TRIGPOINT_KEY"`] : []),
    ...(carrier === 'cookie' ? [`-b cookies -c cookies`] : []),
    ...(it.route.encoding
      ? [...fieldsOf(it).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`), `-F photo=@${it.body.photo}`]
      : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(it.body, null, 2))}`]),
  ];
  return lines.map((line) => indent(line, '  ')).join(' \\\n  ');
};

/** JSON without quotes around names that need none. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');

const typescript = (it: Sample): string => {
  const carrier = carrierOf(it);
  const key = carrier === 'key' ? ', apiKey: process.env.TRIGPOINT_KEY' : '';
  const client = `const client = new Client({ url: '${it.url}', proofType: 'pol'${key} });`;
  if (it.route.encoding) {
    const fields = fieldsOf(it).map(
      ([name, value]) => `  ${name}: ${/^[\d.]+$/.test(String(value)) ? value : `'${value}'`},`,
    );
    return [
      `import { readFile } from 'node:fs/promises';`,
      `import { Client, submitPhoto } from '@trigpoint/client';`,
      ``,
      client,
      `const reply = await submitPhoto(client, {`,
      ...fields,
      `  photo: await readFile('${it.body.photo}'),`,
      `});`,
    ].join('\n');
  }
  return [
    `import { Client } from '@trigpoint/client';`,
    ``,
    client,
    ...(carrier === 'cookie' && !isLogin(it) ? [`await client.login(signer, { role: 'payer' });`] : []),
    `const reply = await client.call('${it.name}', ${literal(it.body)});`,
  ].join('\n');
};

const pythonLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(/(: )(true|false|null)(?=,?$)/gm, (_, colon: string, word: string) => {
    const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
    return `${colon}${words[word]}`;
  });

const python = (it: Sample): string => {
  const carrier = carrierOf(it);
  const lines = it.route.encoding
    ? [
        `data=${indent(pythonLiteral(Object.fromEntries(fieldsOf(it))), '    ')},`,
        `files={"photo": open("${it.body.photo}", "rb")},`,
      ]
    : [isEmpty(it) ? 'json={},' : `json=${indent(pythonLiteral(it.body), '    ')},`];
  return [
    ...(carrier === 'key' ? ['import os', ''] : []),
    'import requests',
    '',
    ...(carrier === 'cookie' ? ['session = requests.Session()  # keeps the cookie of pre-login'] : []),
    `reply = ${carrier === 'cookie' ? 'session' : 'requests'}.post(`,
    `    "${pathOf(it)}",`,
    ...(carrier === 'key' ? [`    headers={"Authorization": "Bearer " + os.environ["TRIGPOINT_KEY"]},`] : []),
    ...lines.map((line) => `    ${line}`),
    ')',
    'print(reply.json())',
  ].join('\n');
};

/** One call of an operation, written in each language. */
export const codeSamples = (it: Sample): CodeSamples => ({
  curl: curl(it),
  typescript: typescript(it),
  python: python(it),
});
