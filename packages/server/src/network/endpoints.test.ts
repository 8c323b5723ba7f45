import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Endpoints } from './endpoints.ts';

const seen = '203.0.113.7';
let at = 0;

/** A service whose knocks are answered at some addresses; what it was told to announce and where it knocked. */
const stage = ({ answers = [] as string[], development = false } = {}) => {
  const knocked: string[] = [];
  const announced: string[] = [];
  const endpoints = new Endpoints({
    ...{ now: () => at, random: randomBytes, development },
    knock: async ({ address, port }, tag) => {
      knocked.push(`${address} ${port} ${tag}`);
      return answers.includes(address);
    },
  });
  const check = (address?: string, from = seen) =>
    endpoints
      .check(from, { ...(address === undefined ? {} : { address }), port: 41_000 }, (tag) => announced.push(tag))
      .then(
        () => 'taken',
        (error: Error) => error.message,
      );
  return { check, knocked, announced };
};

const notTheirs = [
  ...['localhost', 'victim.example', '127.0.0.1', '::1', '10.0.0.1', '192.168.0.1', '172.17.0.1', '100.64.0.1'],
  ...['169.254.169.254', 'fd00:ec2::254', 'fe80::1', '224.0.0.1', 'ff02::1', '255.255.255.255', '0.0.0.0'],
  ...['::ffff:10.0.0.1', '2130706433', '0x7f.1', '64:ff9b::7f00:1', 'fc00::1'],
];

test('a challenger is reached where it is seen, however it spells that', async () => {
  const { check, knocked, announced } = stage({ answers: [seen, '2001:DB8:0:0::1'] });
  expect(await check()).toBe('taken');
  expect(await check(seen)).toBe('taken');
  expect(await check(undefined, `::ffff:${seen}`)).toBe('taken');
  expect(await check('2001:DB8:0:0::1', '2001:db8::1')).toBe('taken');
  const at = [seen, seen, seen, '2001:DB8:0:0::1'];
  expect(knocked).toEqual(at.map((address, i) => `${address} 41000 ${announced[i]}`));
});

test('an address that is only that of a proxy is nobody’s seat, however often somebody comes from there', async () => {
  const { check, knocked } = stage();
  for (let n = 0; n < 10; n++) expect(await check()).toMatch(/nobody answers at .* open it\.$/);
  expect(knocked).toHaveLength(10);
  expect(await check(undefined, '2001:db8::1')).toMatch(/open it, and listen there \(--udp-bind ::\)\.$/);
});

test('names, private, local and special addresses are refused unseen, and nobody knocks there', async () => {
  const { check, knocked } = stage({ answers: notTheirs });
  for (const address of notTheirs) expect(await check(address)).toMatch(/is not a public IP address/);
  expect(await check(undefined, '127.0.0.1')).toMatch(/is not a public IP address/);
  expect(knocked).toEqual([]);
});

test('another address must answer with the tag that the agent was told', async () => {
  const { check, knocked, announced } = stage({ answers: ['198.51.100.1'] });
  expect(await check('198.51.100.1')).toBe('taken');
  expect(knocked).toEqual([`198.51.100.1 41000 ${announced[0]}`]);
  expect(await check('198.51.100.2')).toMatch(/nobody answers/);
});

test('whoever does not answer is left in peace after three tries, for a minute', async () => {
  const { check, knocked } = stage();
  for (let n = 0; n < 10; n++) await check('198.51.100.2');
  expect(knocked).toHaveLength(3);
  expect(await check('198.51.100.2')).toMatch(/try again in a minute/);
  at += 60_000;
  expect(await check('198.51.100.2')).toMatch(/nobody answers/);
});

test('a development network has private addresses and its own machine, and still no names or metadata', async () => {
  const { check, knocked } = stage({ development: true });
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', '198.51.100.9']) expect(await check(address)).toBe('taken');
  for (const address of ['localhost', '169.254.169.254', 'ff02::1'])
    expect(await check(address)).toMatch(/is not a public IP address/);
  expect(knocked).toEqual([]);
});
