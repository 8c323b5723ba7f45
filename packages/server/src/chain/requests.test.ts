import { expect, test } from 'vitest';
import { ChainRequests } from './requests.ts';
import { SimulatedChain, SimulatedEndpoint } from './simulation.ts';

const stand = (quorum: number) => {
  const chain = new SimulatedChain();
  for (let i = 0; i < 3; i++) chain.mine();
  const endpoints = ['a', 'b', 'c'].map((name) => new SimulatedEndpoint(name, chain, () => 0));
  const asked: string[] = [];
  for (const it of endpoints) {
    const head = it.head.bind(it);
    it.head = () => {
      asked.push(it.name);
      return head();
    };
  }
  const { chainId } = chain;
  const requests = new ChainRequests({ endpoints, chainId, confirmations: 1, quorum, pause: async () => {} });
  return { endpoints, asked, requests };
};

test('an endpoint that does not answer holds up nothing that the others can answer', async () => {
  const { endpoints, asked, requests } = stand(2);
  const [silent] = endpoints as [SimulatedEndpoint];
  silent.head = () => new Promise(() => {});
  expect(await requests.head()).toBe(3);
  expect(asked).toEqual(['b', 'c']);
});

test('no more endpoints are asked than must agree, unless one fails', async () => {
  const { endpoints, asked, requests } = stand(1);
  expect([await requests.head(), asked]).toEqual([3, ['a']]);
  const [failing] = endpoints as [SimulatedEndpoint];
  failing.fault = 'silent';
  asked.length = 0;
  expect([await requests.head(), asked]).toEqual([3, ['a', 'b']]);
});

test('too few that agree are no answer', async () => {
  const { endpoints, requests } = stand(2);
  for (const it of endpoints.slice(1)) it.fault = 'silent';
  await expect(requests.head()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('reliably') });
});
