import { busyPayer, busyProver, keyOf, type Scale } from './fill.ts';

type Question = readonly [title: string, path: string, body: object];

type Ask = (path: string, body: object) => Promise<Record<string, unknown>>;

/** The cursor of the page before, which leads to a page this deep in a list. */
const cursorAt = async (ask: Ask, path: string, depth: number): Promise<object> => ({
  cursor: (await ask(path, { skip: depth - 1, limit: 1 })).next_cursor,
});

/** Every list and search that a stranger or a payer may ask for. */
export const questionsOf = async (scale: Scale, ask: Ask): Promise<Question[]> => {
  const deepAgents = Math.floor(scale.agents * 0.45);
  const deepChallenges = Math.floor(scale.challenges * 0.9);
  const payer = { payer: busyPayer };
  return [
    ['provers, first page', 'provers', {}],
    ['provers, 100000 deep', 'provers', { skip: Math.min(100_000, deepAgents) }],
    [`provers, ${deepAgents} deep`, 'provers', { skip: deepAgents }],
    [`provers, ${deepAgents} deep by cursor`, 'provers', await cursorAt(ask, 'provers', deepAgents)],
    ['challengers, first page', 'challengers', {}],
    [`challengers, ${deepAgents} deep by cursor`, 'challengers', await cursorAt(ask, 'challengers', deepAgents)],
    ['one prover', 'prover', { id: busyProver }],
    ['one challenger', 'challenger', { id: `IPv4/${keyOf(1)}` }],
    ['statistics', 'statistics', {}],
    ['challenge history, first page', 'challenge-history', {}],
    [`challenge history, ${deepChallenges} deep`, 'challenge-history', { skip: deepChallenges }],
    ['challenges of a busy prover', 'challenge-history', { prover: busyProver }],
    ['challenges of a prover with few', 'challenge-history', { prover: `IPv4/${keyOf(4)}` }],
    ['my challenges, a tenth of all', 'challenge-history', payer],
    ['my challenges, deep', 'challenge-history', { ...payer, skip: Math.floor(deepChallenges / 10) }],
    ['my challenges, none', 'challenge-history', { payer: keyOf(scale.agents) }],
    ['a challenge by id', 'challenge-history', { challenge_id: String(scale.challenges >> 1) }],
    ['campaigns, first page', 'campaigns', {}],
    ['campaigns by name', 'campaigns', { campaign: `Campaign ${scale.campaigns >> 1}` }],
    ['campaigns by tag', 'campaigns', { tag: 't7' }],
    ['campaigns by place', 'campaigns', { latitude: 20.1, longitude: 10.2 }],
    ['campaigns by text, one found', 'campaigns', { text: `street ${scale.campaigns >> 1} ` }],
  ];
};
