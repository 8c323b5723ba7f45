import type { keyRoutes } from '../key-routes.ts';
import type { ledgerRoutes } from '../ledger-routes.ts';
import type { sessionRoutes } from '../session-routes.ts';
import { type At, address, type Examples, otherAddress, success } from './values.ts';

const keyInfo = (at: At) => ({
  id: 'k7Qm2xN4',
  name: 'backup',
  scopes: ['ask' as const, 'read' as const],
  created_at: at(-48),
  expires_at: at(90 * 24),
  last_used_at: at(-1),
});
const madeKey = (at: At) => ({ result: { key: 'tpk_Jc8fVw2Rk5sYb1Lq7TzEx3Np', info: keyInfo(at) } });
const order = { to: otherAddress, points: '12.5', id: 'invoice-2041' };
const carriedOut = (at: At) => ({ result: { success: true, ...order, at: at(0), repeated: false } });

/** Sessions, API keys and POINTS. */
export const accountExamples = (at: At): Examples<typeof sessionRoutes & typeof keyRoutes & typeof ledgerRoutes> => ({
  'pre-login': {
    body: { publicKey: address, keyType: 'ethereum', role: 'payer' },
    reply: { result: { message: 'tp.example wants you to sign in with your Ethereum account: …' } },
  },
  login: { body: { signature: `0x${'5c'.repeat(64)}1b` }, reply: success },
  logout: { body: {}, reply: success },
  'user-info': {
    body: {},
    reply: {
      result: {
        ...{ publicKey: address, keyType: 'ethereum', role: 'payer', proof_type: 'pol' },
        ...{ projectName: '', projectPublicKey: '', walletPublicKey: { ethereum: address } },
        ...{ claims: { city: 'Lisbon' }, expires_at: at(24), decides_admissions: false },
      },
    },
  },
  sessions: {
    body: {},
    reply: {
      result: {
        sessions: [
          {
            ...{ id: 'c2VzcDE3', role: 'payer', proof_type: 'pol', created_at: at(-2), last_used_at: at(0) },
            ...{ expires_at: at(24), user_agent: 'curl/8.5.0', current: true },
          },
        ],
      },
    },
  },
  'revoke-session': { body: { session_id: 'c2VzcDE3' }, reply: { result: { success: true, revoked: 1 } } },
  'create-key': { body: { name: 'backup', scopes: ['ask', 'read'], expires_in_days: 30 }, reply: madeKey(at) },
  keys: { body: {}, reply: { result: { keys: [keyInfo(at), { ...keyInfo(at), last_used_at: null }] } } },
  'rotate-key': { body: { id: 'k7Qm2xN4' }, reply: madeKey(at) },
  'revoke-key': { body: { id: 'k7Qm2xN4' }, reply: success },
  'guest-key': { body: {}, reply: madeKey(at) },
  'my-balance': {
    body: { limit: 10 },
    reply: {
      result: {
        ...{ points: 1310, points_exact: '1310', earned_in_7_days: 24.5, earned_in_7_days_exact: '24.5', fuel: 10 },
        budgets: [{ of: 'owner', used: '24.5', most: '1000', until: at(12) }],
        entries: [{ at: at(-1), points: -12.5, points_exact: '-12.5', reason: 'given for the invoice' }],
        next_cursor: 'entry:2041',
      },
    },
  },
  'transfer-points': { body: { ...order, reason: 'for the invoice' }, reply: carriedOut(at) },
  'grant-points': { body: { ...order, reason: 'welcome' }, reply: carriedOut(at) },
});
