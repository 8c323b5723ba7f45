import { type CampaignInfo, type Client, listCampaigns, ServiceError } from '@trigpoint/client';
import { suggestion } from './suggestions.ts';

/** How many campaigns are looked through for a similar name. */
const most = 1_000;

/** Does something with a campaign. If there is none of that name, the error names the campaigns with the most similar names. */
export const withCampaign = async <T>(client: Client, name: string, use: () => Promise<T>): Promise<T> => {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'campaign_not_found') throw error;
    const hint = suggestion(name, await namesOf(client));
    throw Object.assign(new Error(`${error.message}${hint} This lists them: npx trigpoint campaign list`), {
      code: error.code,
    });
  }
};

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
