import { type CampaignInfo, type Client, listCampaigns, ServiceError } from '@trigpoint/client';
import { suggestion } from './suggestions.ts';

/** So many are looked through for what somebody may have meant. */
const most = 1_000;

/** Does something with a campaign. Where there is none of that name, the error names the nearest one that there is. */
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

/** What was asked for has failed already, and its own error counts. */
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
