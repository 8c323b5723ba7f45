import { createHash } from 'node:crypto';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { testFolder } from '@trigpoint/proofs/testing';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { autonomousSystemsOf, noAutonomousSystems, readAutonomousSystems } from './autonomous-systems.ts';
import { SystemsFile } from './systems-file.ts';

const lines = [
  '# first, last, number, name',
  '203.0.113.0,203.0.113.255,64502,"Third, Inc."',
  '198.18.0.0\t198.18.127.255\t64500\tZZ\tFirst',
  '198.18.128.0\t198.18.128.255\t0\tNone\tNot routed',
  '198.19.0.0,198.19.255.255,AS64501',
  '2001:2::,2001:2:0:7fff:ffff:ffff:ffff:ffff,64510',
  '2001:db8::,2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,64511,Documentation',
  '255.255.255.255,255.255.255.255,4294967295',
];

test('an address belongs to the range that holds it, borders included', () => {
  const { systemOf, size } = autonomousSystemsOf(lines);
  expect(size).toBe(6);
  const known = {
    '198.18.0.0': 'AS64500',
    '198.18.127.255': 'AS64500',
    '::ffff:198.18.0.9': 'AS64500',
    '198.19.0.0': 'AS64501',
    '203.0.113.255': 'AS64502',
    '255.255.255.255': 'AS4294967295',
    '2001:2::1': 'AS64510',
    '2001:2:0:7fff::': 'AS64510',
    '2001:db8:1:2:3:4:5:6': 'AS64511',
    '2001:db8::192.0.2.1': 'AS64511',
    '2001:DB8:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF': 'AS64511',
  };
  for (const [address, system] of Object.entries(known))
    expect([address, systemOf(address)]).toEqual([address, system]);
});

test('an address that no range holds, or that nobody announces, has no system', () => {
  const { systemOf } = autonomousSystemsOf(lines);
  for (const address of [
    '0.0.0.0',
    '198.17.255.255',
    '198.18.128.0',
    '198.20.0.0',
    '::',
    '2001:1:ffff::',
    '2001:2:0:8000::',
    'fe80::1%eth0',
    'no address',
  ])
    expect([address, systemOf(address)]).toEqual([address, '']);
  expect(noAutonomousSystems.systemOf('198.18.0.0')).toBe('');
});

test('tables come from files, packed or not, and a line that is none is named', async () => {
  const folder = testFolder();
  const [v4, v6, bad] = [join(folder, 'v4.csv'), join(folder, 'v6.tsv.gz'), join(folder, 'bad.csv')];
  await writeFile(v4, lines.slice(0, 5).join('\n'));
  await writeFile(v6, gzipSync(lines.slice(5).join('\n')));
  await writeFile(bad, '198.18.0.0,2001:2::,64500\n');
  expect((await readAutonomousSystems(v4)).systemOf('198.19.1.1')).toBe('AS64501');
  const packed = await readAutonomousSystems(v6);
  expect(packed.systemOf('2001:2::5')).toBe('AS64510');
  // As sha256sum prints it, so that anybody can compare.
  const sha256 = createHash('sha256')
    .update(await readFile(v6))
    .digest('hex');
  expect(packed.table).toEqual({ sha256, datedAt: Math.floor((await stat(v6)).mtimeMs) });
  await expect(readAutonomousSystems(bad)).rejects.toThrow('198.18.0.0,2001:2::,64500');
  await expect(readAutonomousSystems(join(folder, 'none.csv'))).rejects.toThrow('ENOENT');
  await expect(readAutonomousSystems(join(folder, 'none.csv.gz'))).rejects.toThrow('ENOENT');
});

test('a table that changes is read again while the service runs; one that is broken meanwhile changes nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = testFolder();
  const path = join(folder, 'table.csv');
  const write = async (text: string, at: number) => {
    await writeFile(path, text);
    await utimes(path, at, at);
  };
  const file = new SystemsFile();
  const log = pino({ level: 'silent' });
  const problems: string[] = [];
  log.warn = ((_: unknown, problem: string) => void problems.push(problem)) as never;
  await expect(file.follow(path, log)).rejects.toThrow(`AS_TABLE ${path} cannot be read`);
  await write('198.18.0.0,198.18.255.255,1', 1);
  const end = await file.follow(path, log);
  const now = () => file.newest().systemOf('198.18.0.1');
  expect(now()).toBe('AS1');
  await write('half a li', 2);
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(problems).toEqual(['reading AS_TABLE failed']), { timeout: 30_000 });
  expect(now()).toBe('AS1');
  await write('198.18.0.0,198.18.255.255,2', 3);
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(now()).toBe('AS2'), { timeout: 30_000 });
  await end();
});
