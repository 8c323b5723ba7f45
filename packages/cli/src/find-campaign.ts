import { type CampaignInfo, type Client, listCampaigns } from '@trigpoint/client';
import { commandLine } from './session.ts';
import { suggestion, withHint } from './suggestions.ts';

/** How many campaigns are looked through for a similar name. */
const most = 1_000;

/** Does something with a campaign. If there is none of that name, the error names the campaigns with the most similar names. */
export const withCampaign = <T>(client: Client, name: string, use: () => Promise<T>): Promise<T> =>
  withHint('campaign_not_found', use, async (said) => {
    const listing = commandLine('campaign list', { service: client.url });
    return `${said}${suggestion(name, await namesOf(client))} This lists them: ${listing}`;
  });

/** The names of campaigns. It throws nothing, because the command has already failed and its own error matters. */
const namesOf = async (client: Client): Promise<string[]> => {
  const names: string[] = [];
  const add = (it: CampaignInfo) => names.push(it.campaign);
  try {
    for await (const it of listCampaigns(client, { limit: most })) if (add(it) >= most) break;
  } catch {
    return names;
  }
  return names;
};
