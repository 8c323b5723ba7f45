/** A check of the service that is left out on purpose. The proof must see it in the operations that it protects. */
export interface Plant {
  /** Below `packages/server/dist`. */
  readonly file: string;
  /** The check, as the compiled code has it. */
  readonly find: RegExp;
  /** What stands in its place. Questions to the database keep their parameters. */
  readonly put: string;
  /** `ws` stands for the agents' sockets, `reads` for what is read with GET. */
  readonly operations: readonly string[];
  /** What the proof says about a service without the check. */
  readonly breaks: RegExp;
}

const quote = `['"]`;
const anybody = '? IS NOT NULL AND ? IS NOT NULL';
const somebody = '? IS NOT NULL';

/** Without this check all operations fail, so no other plant can be seen beside it. */
export const alone = 'whoever is not logged in goes on';

export const plants: Readonly<Record<string, Plant>> = {
  'a pending login is a session': {
    file: 'session/sessions.js',
    find: new RegExp(`session\\?\\.state !== ${quote}active${quote}`),
    put: '!session',
    operations: ['user-info'],
    breaks: /a pending login.*answered ok/,
  },
  'a session does not end by time': {
    file: 'session/sessions.js',
    find: /session\.expiresAt <= at/,
    put: 'false',
    operations: ['sessions'],
    breaks: /expired\).*answered ok/,
  },
  'whoever is not logged in goes on': {
    file: 'http/admission.js',
    find: /if \(refusal\)\s+throw refusal;/,
    put: '',
    operations: ['user-info'],
    breaks: /by nobody/,
  },
  'any signature finishes a login': {
    file: 'session/sessions.js',
    find: /await isSigned\(/,
    put: 'await (async () => true)(',
    operations: ['login'],
    breaks: /answered ok instead of wrong_signature/,
  },
  'another site rides the cookie': {
    file: 'http/cross-site.js',
    find: /if \(foreign\)/,
    put: 'if (false)',
    operations: ['logout'],
    breaks: /instead of cross_site/,
  },
  'of two sessions the first counts': {
    file: 'http/cookies.js',
    find: /if \(found !== undefined && found !== value\)\s+return undefined;/,
    put: '',
    operations: ['user-info'],
    breaks: /two cookies that differ/,
  },
  'sessions of all keys are listed': {
    file: 'session/store.js',
    find: /key_type = \? AND public_key = \? AND state = 'active' AND expires_at > \?/,
    put: `${anybody} AND state = 'active' AND expires_at > ?`,
    operations: ['sessions'],
    breaks: /told a session of/,
  },
  'sessions of other keys are ended': {
    file: 'session/store.js',
    find: /DELETE FROM session WHERE key_type = \? AND public_key = \? AND state = 'active'/,
    put: `DELETE FROM session WHERE ${anybody} AND state = 'active'`,
    operations: ['revoke-session'],
    breaks: /answered ok instead of invalid_field/,
  },
  'a challenge is found under another type': {
    file: 'challenge/challenges.js',
    find: /challenge\?\.proofType === proofType/,
    put: 'challenge',
    operations: ['challenge-status-dcl'],
    breaks: /instead of challenge_not_found/,
  },
  'a request is taken for another type': {
    file: 'challenge/challenges.js',
    find: /known\.proofType !== proofType\.id/,
    put: 'false',
    operations: ['challenge-request-dcl'],
    breaks: /answered ok instead of challenge_of_other_type/,
  },
  'who brings a request is its payer': {
    file: 'challenge/challenges.js',
    find: /id, payer, relayedBy/,
    put: `id, payer: relayedBy.split(':')[1], relayedBy`,
    operations: ['challenge-request-dcl'],
    breaks: /a row of challenge is new/,
  },
  'readings of a challenge that runs are shown': {
    file: 'coordination/assignment-store.js',
    find: /WHERE prover_id = \? AND due_at IS NULL/,
    put: 'WHERE prover_id = ?',
    operations: ['prover'],
    breaks: /told a reading of the running challenge/,
  },
  'refusals are shown to all': {
    file: 'network/handlers.js',
    find: /const isItself = [^;]*;/,
    put: 'const isItself = true;',
    operations: ['prover', 'challenger'],
    breaks: /told a refusal of/,
  },
  'an agent is its owner’s by its name alone': {
    file: 'network/handlers.js',
    find: /agent\.publicKey === visitor\.publicKey/,
    put: 'visitor !== undefined',
    operations: ['challenger'],
    breaks: /told why a challenger is set aside/,
  },
  'anybody admits challengers': {
    file: 'network/admissions.js',
    find: /this\.isOperator\(publicKey\)/,
    put: 'true',
    operations: ['admit-challenger', 'list-admissions'],
    breaks: /answered ok instead of not_allowed/,
  },
  'anybody grants POINTS': {
    file: 'ledger/orders.js',
    find: /!isOperator\(operators, by\.publicKey\)/,
    put: 'false',
    operations: ['grant-points'],
    breaks: /answered ok instead of not_allowed/,
  },
  'a statement shows what others received': {
    file: 'ledger/store.js',
    find: /WHERE \$\{column\} = \?\$\{also\}/,
    put: `WHERE (\${column} = ? OR 1 = 1)\${also}`,
    operations: ['my-balance'],
    breaks: /told why/,
  },
  'an id of an order belongs to everybody': {
    file: 'ledger/orders.js',
    find: /\$\{kind\}:\$\{by\}:\$\{id\}/,
    put: `\${kind}:\${id}`,
    operations: ['transfer-points'],
    breaks: /instead of ok/,
  },
  'anybody changes a campaign': {
    file: 'campaign/campaigns.js',
    find: /!samePerson\(campaign\.creator, creator\)/,
    put: 'false',
    operations: ['edit-campaign'],
    breaks: /answered ok instead of not_allowed/,
  },
  'a hidden campaign has its figures shown': {
    file: 'campaign/campaigns.js',
    find: /!samePerson\(campaign\.creator, viewer\)/,
    put: 'false',
    operations: ['campaign-figures'],
    breaks: /answered ok instead of campaign_hidden/,
  },
  'a hidden campaign has its photos shown': {
    file: 'campaign/photo-store.js',
    find: /AND \(c\.is_active = 1 OR \(c\.creator_key_type = s\.key_type AND c\.creator_public_key = s\.public_key\)\)/,
    put: '',
    operations: ['photo-feed-from-campaign'],
    breaks: /answered ok instead of campaign_hidden/,
  },
  'a photo is shown before its review': {
    file: 'campaign/photo-store.js',
    find: /AND p\.shown = 1\$\{andAlso\}/,
    put: `AND p.original_key IS NOT NULL\${andAlso}`,
    operations: ['photo-feed-from-campaign'],
    breaks: /told the address of a pending photo/,
  },
  'an ended session still reads the feed': {
    file: 'campaign/photo-store.js',
    find: /s\.state = 'active' AND s\.expires_at > \? AND c\.name = \?/,
    put: `s.expires_at + ? > 0 AND c.name = ?`,
    operations: ['photo-feed-from-campaign'],
    breaks: /by nobody.*answered ok/,
  },
  'hidden campaigns are found': {
    file: 'campaign/store.js',
    find: /is_active = 1 OR \(\$\{own\}\)/,
    put: anybody,
    operations: ['campaigns'],
    breaks: /told the id of a hidden campaign/,
  },
  'a campaign that exists is handed to who names its key': {
    file: 'campaign/store.js',
    find: /WHERE creator_key_type = \? AND creator_public_key = \? AND idempotency_key = \?/,
    put: `WHERE ${anybody} AND idempotency_key = ?`,
    operations: ['create-campaign'],
    breaks: /instead of campaign_exists/,
  },
  'submissions of others are listed': {
    file: 'campaign/photos.js',
    find: /seesAll \? (undefined|void 0) : who/,
    put: 'undefined',
    operations: ['submissions'],
    breaks: /told (where|how exactly|the id of|why) /,
  },
  'everybody sees what was submitted to a campaign': {
    file: 'campaign/photos.js',
    find: /campaign && samePerson\(campaign\.creator, who\)/,
    put: 'campaign',
    operations: ['submissions'],
    breaks: /told (where|how exactly|the id of|why) /,
  },
  'anybody reviews a photo': {
    file: 'campaign/photos.js',
    find: /!samePerson\(campaign\.creator, who\)/,
    put: 'false',
    operations: ['review-photo'],
    breaks: /answered (ok|photo_decided) instead of not_allowed/,
  },
  'a photo is answered for by who names its key': {
    file: 'campaign/photo-store.js',
    find: /key_type = \? AND public_key = \? AND idempotency_key = \?/,
    put: `${anybody} AND idempotency_key = ?`,
    operations: ['submit-photo'],
    breaks: /instead of ok/,
  },
  'a photo of somebody else is told to look the same': {
    file: 'campaign/photo-store.js',
    find: /WHERE campaign_id = \? AND key_type = \? AND public_key = \? AND dhash IS NOT NULL/,
    put: `WHERE campaign_id = ? AND ${anybody} AND dhash IS NOT NULL`,
    operations: ['submit-photo'],
    breaks: /told the id of a pending photo/,
  },
  'a payer opens the socket of an agent': {
    file: 'http/agent-socket.js',
    find: new RegExp(`session\\.role === ${quote}payer${quote}`),
    put: 'false',
    operations: ['ws'],
    breaks: /by a payer of pol: answered 101/,
  },
  'a session for one proof type opens the socket of another': {
    file: 'http/agent-socket.js',
    find: /session\.proofType !== proofType\.id/,
    put: 'false',
    operations: ['ws'],
    breaks: /pol\/ws by a prover of pob: answered 101/,
  },
  'events of a challenge are found under another type': {
    file: 'challenge/challenges.js',
    find: /challenge\?\.proofType === proofType/,
    put: 'challenge',
    operations: ['reads'],
    breaks: /events.*answered 200 instead of 404/,
  },
  'API keys are rotated by whoever names them': {
    file: 'session/api-key-store.js',
    find: /SELECT \* FROM api_key WHERE \$\{own\} AND public_id/,
    put: `SELECT * FROM api_key WHERE ${anybody} AND public_id`,
    operations: ['rotate-key'],
    breaks: /answered (ok|not_allowed) instead of invalid_field/,
  },
  'API keys are revoked by whoever names them': {
    file: 'session/api-key-store.js',
    find: /DELETE FROM api_key WHERE \$\{own\}/,
    put: `DELETE FROM api_key WHERE ${anybody}`,
    operations: ['revoke-key'],
    breaks: /answered ok instead of invalid_field/,
  },
  'API keys of other people are listed': {
    file: 'session/api-key-store.js',
    find: /SELECT \* FROM api_key WHERE \$\{own\} AND expires_at/,
    put: `SELECT * FROM api_key WHERE ${anybody} AND expires_at`,
    operations: ['keys'],
    breaks: /told the id of an API key of/,
  },
  'an API key does not end': {
    file: 'session/api-keys.js',
    find: /!row \|\| row\.expiresAt <= at/,
    put: '!row',
    operations: ['my-webhooks'],
    breaks: /instead of invalid_key/,
  },
  'a key gives what it does not have': {
    file: 'session/api-keys.js',
    find: /if \(more\.length > 0\)/,
    put: 'if (false)',
    operations: ['create-key'],
    breaks: /answered ok instead of not_allowed/,
  },
  'an API key may do everything': {
    file: 'http/admission.js',
    find: /if \(scope !== undefined && scopes\.includes\(scope\)\)/,
    put: 'if (true)',
    operations: ['watch-list'],
    breaks: /instead of scope_missing/,
  },
  'a request is taken from another than its payer': {
    file: 'challenge/direct-requests.js',
    find: /if \(says\.payer !== partyOf\(payer\)\)/,
    put: 'if (false)',
    operations: ['challenge-request'],
    breaks: /answered ok instead of invalid_field/,
  },
  'anybody tells the nonce of a challenge': {
    file: 'challenge/direct-requests.js',
    find: /challenge\.relayedBy !== partyOf\(payer\)/,
    put: 'false',
    operations: ['challenge-reveal'],
    breaks: /answered ok instead of not_allowed/,
  },
  'a challenge is handed to who names its key': {
    file: 'challenge/direct-store.js',
    find: /WHERE key_of = \? AND idempotency_key = \?/,
    put: `WHERE ${somebody} AND idempotency_key = ?`,
    operations: ['challenge-request'],
    breaks: /answered idempotency_key_reused instead of/,
  },
  'a watch is handed to who names its key': {
    file: 'watch/store.js',
    find: /WHERE payer = \? AND idempotency_key = \?/,
    put: `WHERE ${somebody} AND idempotency_key = ?`,
    operations: ['watch-add'],
    breaks: /answered idempotency_key_reused instead of/,
  },
  'a watch is shown to whoever names it': {
    file: 'watch/watches.js',
    find: /if \(watch\?\.payer === payer\)/,
    put: 'if (watch)',
    operations: ['watch-show', 'watch-change', 'watch-publish', 'watch-certificate'],
    breaks: /instead of watch_not_found/,
  },
  'a watch is public before its payer says so': {
    file: 'watch/watches.js',
    find: /watch\?\.isPublic &&/,
    put: 'watch &&',
    operations: ['public-watch'],
    breaks: /instead of watch_not_found/,
  },
  'the list of public watches has all of them': {
    file: 'watch/store.js',
    find: /WHERE is_public = 1 AND proof_type = \?/,
    put: 'WHERE proof_type = ?',
    operations: ['public-watches'],
    breaks: /told the name of a watch of/,
  },
  'the public is told why a slot ended': {
    file: 'watch/handlers.js',
    find: /\}, slotInfo\)/,
    put: '}, (it) => ({ ...slotInfo(it), reason: it.reason }))',
    operations: ['public-watch'],
    breaks: /told the reason of a slot/,
  },
  'a webhook is edited by whoever names it': {
    file: 'webhook/store.js',
    find: /WHERE id = \? AND owner = \?`/,
    put: 'WHERE id = ? AND ? IS NOT NULL`',
    operations: ['edit-webhook'],
    breaks: /instead of webhook_not_found/,
  },
  'a webhook is removed by whoever names it': {
    file: 'webhook/store.js',
    find: /DELETE FROM webhook WHERE id = \? AND owner = \?/,
    put: 'DELETE FROM webhook WHERE id = ? AND ? IS NOT NULL',
    operations: ['remove-webhook'],
    breaks: /instead of webhook_not_found/,
  },
  'a secret is rotated by whoever names its webhook': {
    file: 'webhook/store.js',
    find: /secret = \? WHERE id = \? AND owner = \?/,
    put: 'secret = ? WHERE id = ? AND ? IS NOT NULL',
    operations: ['rotate-webhook-secret'],
    breaks: /instead of webhook_not_found/,
  },
  'a webhook is shown to whoever names it': {
    file: 'webhook/webhooks.js',
    find: /webhook\?\.owner === owner/,
    put: 'webhook',
    operations: ['test-webhook', 'webhook-deliveries'],
    breaks: /instead of webhook_not_found/,
  },
  'a delivery of another webhook is sent again': {
    file: 'webhook/store.js',
    find: /ended_at = NULL WHERE id = \? AND webhook_id = \?`/,
    put: 'ended_at = NULL WHERE id = ? AND ? IS NOT NULL`',
    operations: ['replay-delivery'],
    breaks: /answered ok instead of delivery_not_found/,
  },
};

/** Whether the proof noticed that a check is left out, by what it says. */
export const isSeen = ({ operations, breaks }: Plant, violations: readonly string[]): boolean =>
  violations.some((it) => breaks.test(it) && operations.some((name) => isAbout(it, name)));

const isAbout = (violation: string, operation: string): boolean =>
  operation === 'reads' ? violation.startsWith('GET ') : new RegExp(`/${operation}[/? ]`).test(violation);
