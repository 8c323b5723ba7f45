import type { campaignRoutes, keyRoutes, ReplyOf } from '@trigpoint/protocol';
import type { StreamedList } from '../handler.ts';
import type { Fields } from './fields.ts';
import { writeAgent, writeAllProvers, writeStatus } from './results.ts';

type Reply<Name extends keyof typeof campaignRoutes> = ReplyOf<(typeof campaignRoutes)[Name]>;
type KeyReply<Name extends keyof typeof keyRoutes> = ReplyOf<(typeof keyRoutes)[Name]>;
type Campaign = Reply<'edit-campaign'>['result']['campaign'];

/** Older clients send back what they were told as the id of a campaign. Operations take its name, so the name is told as id. */
const byName = (it: Campaign) => ({ ...it, id: it.campaign, campaign_id: it.campaign });

const allByName = async (campaigns: readonly Campaign[]) => campaigns.map(byName);

/** Changes to the replies of single operations, by the name that was called. */
export const replies = {
  'photo-feed-from-campaign': (feed: Reply<'photo-feed-from-campaign'>) => ({
    ...feed,
    result: feed.photos.map((it) => ({ ...it, id: it.photo_id, photo_url: it.url })),
  }),
  campaigns: (list: StreamedList<Campaign>) => list.changed(allByName),
  'all-campaigns': (list: StreamedList<Campaign>) => list.bare(allByName),
  'create-campaign': ({ result }: Reply<'create-campaign'>, { campaign }: Fields) => ({
    result: { ...result, id: campaign, campaign_id: campaign },
  }),
  'edit-campaign': ({ result }: Reply<'edit-campaign'>) => ({
    result: { ...result, campaign: byName(result.campaign) },
  }),
  'challenge-status-dcl': writeStatus,
  'challenge-status': writeStatus,
  'create-apikey': ({ result: { key, info } }: KeyReply<'create-key'>) => ({
    result: { ...info, apikey: key, apikey_id: info.id },
  }),
  'get-all-apikeys': ({ result }: KeyReply<'keys'>) => ({
    result: result.keys.map((it) => ({ ...it, apikey_id: it.id })),
  }),
  prover: writeAgent,
  challenger: writeAgent,
  'all-provers': writeAllProvers,
};
