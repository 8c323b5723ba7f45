import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, ethereumSigner, readEvidence, requestChallenge, waitForChallenge } from '@trigpoint/client';
import { describe, expect, test } from 'vitest';
import { withNamesOf } from '../challenge/agents.ts';
import { km } from '../figures.ts';
import { distanceKm, type Place } from '../map/earth.ts';
import { axeFindings } from './testing-axe.ts';
import { desktop, hasBrowser, inBrowser, phone, picture, showAs } from './testing-browser.ts';
import { formerAgent, writeRows } from './testing-rows.ts';
import type { RunningService } from './testing-service.ts';
import { openStage } from './testing-stage.ts';
import { installWallet, signInByWallet } from './testing-wallet.ts';

/** Account 0 of the development chain. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
/** Far from every challenger of the development network, and yet reached within 0.42 ms. */
const others = [
  { id: `IPv4/0x${'7a'.repeat(20)}`, city: 'Honolulu', latitude: 21.3, longitude: -157.9 },
  { id: `IPv4/0x${'7b'.repeat(20)}`, city: 'Papeete', latitude: -17.5, longitude: -149.6 },
] as const;

/** What the service says of a challenger there: how many are impossible, and which is the furthest. */
const doubtAt = (place: Place): string => {
  const far = others
    .map(({ id, ...there }) => ({ id, away: distanceKm(place, there) }))
    .sort((a, b) => b.away - a.away);
  const [{ id, away } = { id: '', away: 0 }] = far;
  return `${far.length} challengers are reached sooner than light in fibre allows from the stated place: ${id}, ${km(away)} away, within 0.42 ms, in which light comes 43 km far.`;
};

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
  const { claims } = (await client.call('challenger', { id })).result;
  const city = String(claims.city);
  const place = { latitude: Number(claims.latitude), longitude: Number(claims.longitude) };
  const key = JSON.parse(await readFile(join(dataDir, 'keys', `challenger-${city}.json`), 'utf8'));
  return { challengeId, id, city, place, privateKey: String(key.private_key).replace(/^0x/, '') };
};

describe.skipIf(!hasBrowser)(inBrowser('an agent’s page in the console'), () => {
  const stage = openStage(['up']);

  test('tells its owner what it earned, what was refused and why it is set aside, and nobody else', async () => {
    const agent = await someChallenger(stage.service);
    const doubt = doubtAt(agent.place);
    const named = new Map(others.map((it) => [it.id as string, { city: it.city }]));
    const late = `'ask-${'5e'.repeat(16)}', 1, '${agent.id}', 'late', 'The reading came after its time.', ${Date.now()}`;
    const learned = {
      kind: 'pol-calibration-v1',
      nodes: [],
      rtts_us: [],
      set_aside: [{ id: agent.id, reason: doubt }],
    };
    const measuredBy = (prover: string) =>
      JSON.stringify({
        ...{ challenge_id: 'mesh-1', attempt: 1, prover, challenger: agent.id, proof_type: 'pol' },
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
      // The one that came late was due, too.
      `UPDATE agent SET challenges = challenges + 1 WHERE id = '${agent.id}' AND role = 'challenger' AND proof_type = 'pol'`,
      ...others.flatMap(({ id, city, latitude, longitude }) => [
        formerAgent(id, { city, latitude: String(latitude), longitude: String(longitude) }),
        `INSERT INTO mesh_reading (proof_type, prover, challenger, rtt_us, measured_at, message, signature)
          VALUES ('pol', '${id}', '${agent.id}', 420, ${Date.now()}, '${measuredBy(id)}', '0x')`,
      ]),
      `INSERT INTO calibration (hash, proof_type, data, created_at) VALUES ('${'0e'.repeat(32)}', 'pol', '${JSON.stringify(learned)}', ${newest})`,
    );
    const at = `${stage.service.url}/agents/pol/challenger/${agent.id}`;
    const { page, problems } = await stage.visit();
    await installWallet(page, agent.privateKey);
    await signInByWallet(page, at);
    for (const [name, size, dark] of [
      ['desktop', desktop, false],
      ['phone-dark', phone, true],
    ] as const) {
      await showAs(page, { size, dark });
      await page.getByRole('heading', { level: 1, name: agent.city }).waitFor();
      await page.getByText('Earned, 7 days').waitFor();
      const line = page.locator('.ledger tr', { has: page.locator(`a[href="/challenges/${agent.challengeId}"]`) });
      await line.waitFor({ state: 'attached' });
      expect(await line.locator('td').nth(2).textContent()).toMatch(/\w{4}/);
      // A busy network may have refused more of its readings.
      await page.getByText('The reading came after its time.').first().waitFor();
      await page.getByText('Check the machine’s upload').waitFor();
      // What was learned is looked for every ten seconds.
      await page.getByText(withNamesOf(doubt, named)).waitFor({ timeout: 180_000 });
      await page.getByText('Its readings do not count now').waitFor();
      // As many rows are impossible as the sentence says, and the distance that it names is in one of them.
      const tooFar = page.getByRole('row', { name: /0\.42\sms .*km apart, too far/ });
      await expect.poll(() => tooFar.count()).toBe(others.length);
      const [away = ''] = /[\d,]+\skm(?= away)/.exec(doubt) ?? [];
      expect((await tooFar.allTextContents()).filter((it) => it.includes(away))).toHaveLength(1);
      await picture(page, `agent-owner-${name}`);
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    expect(problems).toEqual([]);
    const stranger = await stage.visit();
    await stranger.page.goto(at);
    await stranger.page.getByRole('heading', { level: 1, name: agent.city }).waitFor();
    for (const title of ['Rewards', 'Refused readings', 'Set aside'])
      expect(await stranger.page.getByRole('heading', { name: title }).count()).toBe(0);
  });
});
