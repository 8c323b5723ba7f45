import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, ethereumSigner, readEvidence, requestChallenge, waitForChallenge } from '@trigpoint/client';
import { describe, expect, test } from 'vitest';
import { seriousFindings } from './testing-axe.ts';
import { desktop, hasBrowser, inBrowser, phone, picture, visit } from './testing-browser.ts';
import { formerAgent, writeRows } from './testing-rows.ts';
import type { RunningService } from './testing-service.ts';
import { openStage } from './testing-stage.ts';
import { installWallet, signInByWallet } from './testing-wallet.ts';

/** Account 0 of the development chain. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const doubt =
  '3 challengers are reached sooner than light in fibre allows from the stated place: IPv4/0x7a3f…, 1,480 km away, within 0.42 ms, in which light comes 43 km far.';

/** Somebody who measured in a challenge, with the key that its owner signs in with. */
const someChallenger = async ({ url, dataDir }: RunningService) => {
  const client = new Client({ url, proofType: 'pol' });
  await client.login(ethereumSigner(privateKey), { role: 'payer' });
  const { provers } = (await client.call('provers', {})).result;
  const prover = provers.find(({ claims }) => claims.name === 'honest-frankfurt')?.id ?? '';
  const { challengeId } = await requestChallenge(client, { prover, wallet: { privateKey } });
  await waitForChallenge(client, challengeId);
  const { transcript } = await readEvidence(client, challengeId);
  const id = transcript.draw?.seats[0]?.challenger.id ?? '';
  const city = String((await client.call('challenger', { id })).result.claims.city);
  const key = JSON.parse(await readFile(join(dataDir, 'keys', `challenger-${city}.json`), 'utf8'));
  return { challengeId, id, city, privateKey: String(key.private_key).replace(/^0x/, '') };
};

describe.skipIf(!hasBrowser)(inBrowser('an agent’s page in the console'), () => {
  const stage = openStage(['up']);

  test('tells its owner what it earned, what was refused and why it is set aside, and nobody else', async () => {
    const agent = await someChallenger(stage.service);
    const late = `'${agent.challengeId}', 1, '${agent.id}', 'late', 'The reading came after its time.', ${Date.now()}`;
    const learned = {
      kind: 'pol-calibration-v1',
      nodes: [],
      rtts_us: [],
      set_aside: [{ id: agent.id, reason: doubt }],
    };
    const other = `IPv4/0x${'7a'.repeat(20)}`;
    const measured = JSON.stringify({
      challenge_id: 'mesh-1',
      attempt: 1,
      prover: other,
      challenger: agent.id,
      proof_type: 'pol',
      series: { rtts_us: [420, 440], starved: [] },
      started_at: new Date().toISOString(),
      ended_at: new Date().toISOString(),
      prover_counter_signature: null,
    });
    // Newer than whatever the network learns meanwhile.
    const newest = Date.now() + 1e9;
    writeRows(
      stage.service.dataDir,
      `INSERT INTO refusal (id, challenge_id, attempt, agent_id, code, reason, at) VALUES ('${'ab'.repeat(32)}', ${late})`,
      formerAgent(other, { city: 'Honolulu', latitude: '21.3', longitude: '-157.9' }),
      `INSERT INTO mesh_reading (proof_type, prover, challenger, rtt_us, measured_at, message, signature)
        VALUES ('pol', '${other}', '${agent.id}', 420, ${Date.now()}, '${measured}', '0x')`,
      `INSERT INTO calibration (hash, proof_type, data, created_at) VALUES ('${'0e'.repeat(32)}', 'pol', '${JSON.stringify(learned)}', ${newest})`,
    );
    const at = `${stage.service.url}/agents/pol/challenger/${agent.id}`;
    for (const [name, size, dark] of [
      ['desktop', desktop, false],
      ['phone-dark', phone, true],
    ] as const) {
      const { context, page, problems } = await visit(stage.browser, { size, dark });
      await installWallet(page, agent.privateKey);
      await signInByWallet(page, at);
      await page.getByRole('heading', { level: 1, name: agent.city }).waitFor();
      await page.getByText('Earned, 7 days').waitFor();
      const line = page.locator('.ledger tr', { has: page.locator(`a[href="/challenges/${agent.challengeId}"]`) });
      await line.waitFor({ state: 'attached' });
      expect(await line.locator('td').nth(2).textContent()).toMatch(/\w{4}/);
      await page.getByText('The reading came after its time.').waitFor();
      await page.getByText('Check the machine’s upload').waitFor();
      // What was learned is looked for every ten seconds.
      await page.getByText(doubt).waitFor({ timeout: 180_000 });
      await page.getByText('Its readings do not count now').waitFor();
      await page.getByRole('row', { name: /Honolulu 0\.42\sms .*km apart, too far/ }).waitFor();
      await picture(page, `agent-owner-${name}`);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(problems).toEqual([]);
      await context.close();
    }
    const { context, page } = await visit(stage.browser);
    await page.goto(at);
    await page.getByRole('heading', { level: 1, name: agent.city }).waitFor();
    for (const title of ['Rewards', 'Refused readings', 'Set aside'])
      expect(await page.getByRole('heading', { name: title }).count()).toBe(0);
    await context.close();
  });
});
