import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, onTestFinished, test } from 'vitest';
import { findName } from './names.ts';
import { send } from './sending.ts';
import { openNameServer, openReceiver } from './testing.ts';

const messageTo = (host: string, port: number) => ({
  ...{ id: 'msg_1', url: `http://${host}:${port}/`, body: '{}', secrets: ['whsec_AAAA'], at: 0 },
});

/** Names that are looked up in the threads of the process, of which there are four. */
const countThreadLookups = () => {
  let count = 0;
  const hook = createHook({ init: (_id, type) => type === 'GETADDRINFOREQWRAP' && count++ }).enable();
  onTestFinished(() => void hook.disable());
  return () => count;
};

test('names whose servers never answer take no thread, hold up nobody, and are given up in time', async () => {
  const threadLookups = countThreadLookups();
  const receiver = await openReceiver();
  const names = await openNameServer((name) => (name.includes('silent') ? undefined : ['127.0.0.1']));
  const options = { toPrivate: true, nameServers: [names.address] };
  let ended = 0;
  const silent = Array.from({ length: 64 }, async (_, i) => {
    const answer = await send(messageTo(`silent-${i}.example`, receiver.port), options);
    ended++;
    return answer;
  });
  expect(await send(messageTo('prompt.example', receiver.port), options)).toMatchObject({ isDelivered: true });
  expect([ended, receiver.got.length]).toEqual([0, 1]);
  for (const { isDelivered, words } of await Promise.all(silent))
    expect([isDelivered, words]).toEqual([false, expect.stringMatching(/^The name servers of silent-\d+\.example do/)]);
  expect(threadLookups()).toBe(0);
});

test('a name is dialled at the addresses that were looked at, and at no others', async () => {
  const receiver = await openReceiver();
  const places: Record<string, string[]> = {
    'inside.example': ['127.0.0.1'],
    'both.example': ['192.0.2.1', '127.0.0.1'],
    'second-family.example': ['8.8.8.8', '0:0:0:0:0:0:0:1'],
    'mapped.example': ['0:0:0:0:0:ffff:7f00:1'],
  };
  let changed = 0;
  const names = await openNameServer((name) => {
    // Asked once for each family. A third question would be answered with another address.
    if (name === 'changing.example') return [changed++ < 2 ? '127.0.0.1' : '127.0.0.2'];
    return places[name] ?? [];
  });
  const nameServers = [names.address];
  for (const host of Object.keys(places))
    expect(await send(messageTo(host, receiver.port), { toPrivate: false, nameServers })).toEqual({
      isDelivered: false,
      words: `The name ${host} leads to an address that is not public.`,
    });
  expect(await send(messageTo('nobody.example', receiver.port), { toPrivate: true, nameServers })).toEqual({
    isDelivered: false,
    words: 'The name nobody.example is not known.',
  });
  expect(receiver.got).toEqual([]);
  const changing = messageTo('changing.example', receiver.port);
  expect(await send(changing, { toPrivate: true, nameServers })).toMatchObject({ isDelivered: true });
  expect([changed, receiver.got[0]?.headers.host]).toEqual([2, `changing.example:${receiver.port}`]);
});

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
test.skipIf(!hasIPv6)('a receiver that one family does not lead to is reached by the other', async () => {
  const receiver = await openReceiver(undefined, '::1');
  const names = await openNameServer(() => ['127.0.0.1', '0:0:0:0:0:0:0:1']);
  const options = { toPrivate: true, nameServers: [names.address] };
  expect(await send(messageTo('both.example', receiver.port), options)).toMatchObject({ isDelivered: true });
});

test('this machine needs no name server, and only who allows it is told there', async () => {
  const receiver = await openReceiver();
  const names = await openNameServer(() => undefined);
  const nameServers = [names.address];
  for (const host of ['localhost', 'localhost.', 'hook.localhost', '127.0.0.1']) {
    const message = messageTo(host, receiver.port);
    expect([host, await send(message, { toPrivate: true, nameServers })]).toMatchObject([host, { isDelivered: true }]);
    expect([host, await send(message, { toPrivate: false, nameServers })]).toMatchObject([
      host,
      { isDelivered: false },
    ]);
  }
  expect([receiver.got.length, names.asked]).toEqual([4, []]);
});

test('the hosts file is read before anybody is asked', async () => {
  const hostsFile = join(testFolder(), 'hosts');
  const lines = [
    '# 10.0.0.9 commented',
    '::1\tlocalhost ip6-localhost',
    '10.0.0.1  Receiver receiver.lan # of the office',
    '10.0.0.2 receiver',
    'nonsense receiver',
  ];
  writeFileSync(hostsFile, lines.join('\r\n'));
  const names = await openNameServer(() => []);
  const find = (host: string) => findName(host, { hostsFile, nameServers: [names.address] });
  const both = ['10.0.0.1', '10.0.0.2'].map((address) => ({ address, family: 4 }));
  expect(await find('receiver')).toEqual({ addresses: both });
  expect(await find('receiver.lan.')).toEqual({ addresses: both.slice(0, 1) });
  expect(await find('ip6-localhost')).toEqual({ addresses: [{ address: '::1', family: 6 }] });
  expect(names.asked).toEqual([]);
  for (const name of ['commented', 'office', 'receiver.example']) expect(await find(name)).toEqual({ addresses: [] });
  expect(new Set(names.asked)).toEqual(new Set(['commented', 'office', 'receiver.example']));
});
