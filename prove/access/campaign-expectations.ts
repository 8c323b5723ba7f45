import { type Asked, balanceGrew, expectation, isNew, isOf, type Outcome } from './expectation.ts';
import { type Person, secretWord } from './people.ts';
import { type Change, changedColumns } from './rows.ts';
import type { Campaign, Photo, World } from './world.ts';

const hiddenFrom = ({ owner, isHidden }: Campaign, who: Person | undefined) => isHidden && who !== owner;
const seen = ({ who, object }: Asked<Campaign>): readonly Outcome[] =>
  hiddenFrom(object, who) ? ['campaign_hidden'] : ['ok'];
const campaigns = ({ campaigns: all }: World) => all;
const owners = ({ owner }: Campaign) => [owner];
const escrowOf = ({ id }: Campaign) => `campaign:${id}`;

/** Whether the change moves POINTS or fuel between these accounts and the network alone. */
const movesBetween = ({ table, after, before }: Change, accounts: readonly string[]): boolean => {
  const isKnown = (it: unknown) => it === 'network' || accounts.includes(String(it));
  if (table === 'ledger_account') return isKnown((after ?? before)?.account);
  return table === 'ledger_transfer' && !before && isKnown(after?.from_account) && isKnown(after?.to_account);
};

const counters = new Set(['taken', 'promised', 'paid']);
const counts = (change: Change, { id }: Campaign): boolean =>
  change.table === 'campaign' &&
  change.before?.id === id &&
  change.after !== undefined &&
  changedColumns(change.before, change.after).every((it) => counters.has(it));

const tallies = ({ table, after }: Change, { id }: Campaign): boolean =>
  table === 'photo_tally' && after?.campaign_id === id;

export const campaignExpectations = {
  'create-campaign': expectation<Campaign>({
    objects: campaigns,
    owners,
    // Tries another's name and another's idempotency key, together and alone.
    body: ({ terms }, random) => random.pick([terms, { ...terms, campaign: `new ${secretWord(random)}` }]),
    headers: ({ idempotencyKey }, random): Record<string, string> =>
      random.int(2) === 0 ? {} : { 'idempotency-key': idempotencyKey },
    answer: ({ who, object, body, headers }) => {
      const isOwn = who === object.owner && headers['idempotency-key'] !== undefined;
      if (body.campaign !== object.terms.campaign) return isOwn ? ['idempotency_key_reused'] : ['ok'];
      return isOwn ? ['ok', 'idempotency_key_reused'] : ['campaign_exists'];
    },
    writes: (change, { who }) => {
      if (change.table === 'campaign') return isNew(change) && isOf(change.after, who, 'creator_');
      if (change.table === 'campaign_tag') return isNew(change);
      if (change.table === 'ledger_transfer')
        return (
          isNew(change) &&
          change.after?.from_account === who.account &&
          /^campaign:/.test(String(change.after.to_account))
        );
      if (change.table !== 'ledger_account') return false;
      return change.after?.account === who.account
        ? !balanceGrew(change)
        : isNew(change) && /^campaign:/.test(String(change.after?.account));
    },
  }),
  'photo-feed-from-campaign': expectation<Campaign>({
    objects: campaigns,
    owners,
    body: ({ terms: { campaign } }, random) => ({
      campaign,
      ...random.pick([
        {},
        { limit: 1_000 },
        { since: '2020-01-01T00:00:00Z' },
        { visible_since: '2020-01-01T00:00:00Z' },
      ]),
    }),
    field: 'campaign',
    answer: seen,
  }),
  campaigns: expectation<Campaign>({
    objects: campaigns,
    owners,
    body: ({ terms }, random) =>
      random.pick([
        { campaign: terms.campaign },
        { text: terms.description },
        { tag: (terms.tags as string[])[0] },
        { mine: true },
        { status: 'inactive' },
        { latitude: 10, longitude: 20 },
        { limit: 1_000 },
      ]),
    field: 'campaign',
    answer: () => ['ok'],
  }),
  'campaign-figures': expectation<Campaign>({
    objects: campaigns,
    owners,
    body: ({ terms: { campaign } }) => ({ campaign }),
    field: 'campaign',
    answer: seen,
  }),
  'edit-campaign': expectation<Campaign>({
    objects: campaigns,
    owners,
    body: ({ terms: { campaign } }, random) => ({
      campaign,
      ...random.pick([{ description: 'changed' }, { is_active: true }, { total_rewards: 120 }, { tags: ['changed'] }]),
    }),
    field: 'campaign',
    answer: ({ who, object }) => (who === object.owner ? ['ok'] : ['not_allowed']),
    writes: (change, { who, object }) => {
      const { table, before, after } = change;
      if (table === 'campaign')
        return (
          isOf(before, who, 'creator_') &&
          after?.id === object.id &&
          !changedColumns(before ?? {}, after).some((it) => counters.has(it))
        );
      if (table === 'campaign_tag') return (after ?? before)?.campaign_id === object.id;
      return movesBetween(change, [who.account, escrowOf(object)]);
    },
  }),
  submissions: expectation<Photo>({
    objects: ({ photos }) => photos,
    owners: ({ owner, campaign }) => [owner, campaign.owner],
    body: ({ id, campaign, state }, random) =>
      random.pick([
        { photo_id: id },
        { campaign: campaign.terms.campaign },
        { campaign: campaign.terms.campaign, photo_id: id },
        { state: state === 'rejected' ? 'rejected' : 'ready', limit: 1_000 },
        {},
      ]),
    field: 'photo_id',
    answer: () => ['ok'],
  }),
  'review-photo': expectation<Photo>({
    objects: ({ photos }) => photos,
    owners: ({ owner, campaign }) => [owner, campaign.owner],
    body: ({ id }, random) => ({ photo_id: id, accept: random.int(2) === 0, reason: 'not what was asked for' }),
    field: 'photo_id',
    answer: ({ who, object, body }) => {
      if (who !== object.campaign.owner) return ['not_allowed'];
      return object.state === 'rejected' && body.accept ? ['photo_decided'] : ['ok'];
    },
    writes: (change, { object }) => {
      const { table, before } = change;
      if (table === 'photo') return before?.id === object.id;
      if (table === 'blob') return before !== undefined;
      if (counts(change, object.campaign) || tallies(change, object.campaign)) return true;
      return movesBetween(change, [escrowOf(object.campaign), object.owner.account]);
    },
  }),
  'submit-photo': expectation<Photo>({
    objects: ({ photos }) => photos,
    owners: ({ owner, campaign }) => [owner, campaign.owner],
    share: 0.4,
    // Sent as a form: the photo follows these fields.
    body: ({ campaign }) => ({ campaign: campaign.terms.campaign, latitude: '10', longitude: '20' }),
    headers: ({ idempotencyKey }, random): Record<string, string> =>
      random.int(2) === 0 ? {} : { 'idempotency-key': idempotencyKey },
    answer: ({ who, object, headers }) => {
      const isRepeated =
        who === object.owner && headers['idempotency-key'] !== undefined && object.state !== 'rejected';
      if (isRepeated) return ['idempotency_key_reused'];
      return object.campaign.isHidden ? ['campaign_not_open'] : ['ok'];
    },
    writes: (change, { who, object }) => {
      const { table, after } = change;
      if (table === 'photo') return isNew(change) && isOf(after, who) && after?.campaign_id === object.campaign.id;
      if (table === 'blob') return after !== undefined;
      if (counts(change, object.campaign) || tallies(change, object.campaign)) return true;
      return movesBetween(change, [who.account, escrowOf(object.campaign)]);
    },
    countsRefusal: (change, { object }) => tallies(change, object.campaign),
  }),
};
