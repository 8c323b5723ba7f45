import { expect, test } from 'vitest';
import { isLoopback, isPublicHost } from './public-host.ts';

const hostOf = (authority: string) => new URL(`http://${authority}`).hostname;

test.each(['localhost', '127.0.0.1:8080', '127.1', '[::1]:80'])('%s is this machine', (authority) => {
  expect([isLoopback(hostOf(authority)), isPublicHost(hostOf(authority))]).toEqual([true, false]);
});

test.each([
  '10.1.2.3',
  '10.1',
  '192.168.0.9:8080',
  '172.31.0.1',
  '169.254.9.9',
  '[fd00::1]',
  '[fe80::1]',
  'box.local',
  'trigpoint',
])('%s is of a private network', (authority) =>
  expect([isLoopback(hostOf(authority)), isPublicHost(hostOf(authority))]).toEqual([false, false]),
);

test.each([
  ...['proofs.example.com', '198.51.100.7', '[2001:db8::1]', '172.32.0.1'],
  ...['10.example.com', '192.168.example.com', '127.0.0.1.example.com', 'localhost.example.com', 'local.example'],
])('%s may be anybody’s', (authority) => {
  expect([isLoopback(hostOf(authority)), isPublicHost(hostOf(authority))]).toEqual([false, true]);
});
