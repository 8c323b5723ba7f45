import { afterAll, beforeAll } from 'vitest';
import type { Surroundings } from '../../context.ts';
import type { Place } from '../../db/testing.ts';
import type { Service } from '../../main.ts';
import { type Answer, logIn, post, startTestService, type TestKey } from '../../testing.ts';

export const names = ['off', 'witnesschain'] as const;
export type Name = (typeof names)[number];

/** A service as the interface is written, and one for clients of witnesschain. The key is logged in to both. */
export const openBoth = (
  place: Place,
  key: TestKey,
  { env = {}, around }: { readonly env?: Record<string, string>; readonly around?: Surroundings } = {},
) => {
  const services: Partial<Record<Name, Service>> = {};
  const service = (name: Name) => services[name] as Service;
  const cookies = { off: '', witnesschain: '' };
  beforeAll(async () => {
    for (const name of names) {
      services[name] = await startTestService(await place.fresh(), { ...env, TRIGPOINT_COMPAT: name }, around);
      cookies[name] = await logIn(service(name), key);
    }
  });
  afterAll(() => Promise.all(names.map((it) => services[it]?.close())));
  const call = (name: Name, operation: string, body: unknown = {}, headers = {}): Promise<Answer> =>
    post(service(name), `/proof/v1/pol/${operation}`, body, { cookie: cookies[name], ...headers });
  return { service, cookies, call };
};
