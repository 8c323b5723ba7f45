import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { post } from '../testing.ts';
import { campaignStage, terms } from './testing-campaigns.ts';

eachDriver('create-campaign', (place) => {
  const stage = campaignStage(place);

  test('answers success at both paths, with the id', async () => {
    for (const path of ['/create-campaign', '/proof/v1/pol/create-campaign', '/proof/v1/pob/create-campaign']) {
      const answer = await post(stage.service, path, terms(), { cookie: stage.alice });
      expect(answer).toMatchObject({ status: 200, body: { result: { success: true, action: 'campaign-created' } } });
      expect(answer.body.result.campaign_id).toMatch(/^[0-9a-f]{24}$/);
    }
  });

  test.each([
    'campaign',
    'description',
    'type',
    'currency',
    'total_rewards',
    'reward_per_task',
    'fuel_required',
    'starts_at',
    'ends_at',
    'max_submissions',
    'is_active',
  ])('rule 1: %s is required', async (field) => {
    const { [field]: _, ...body } = terms() as Record<string, unknown>;
    const answer = await stage.create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  test.each([
    ['type', { type: 'group' }],
    ['type', { type: 'task' }],
    ['type', { type: 'solo' }],
    ['currency', { currency: 'EUR' }],
    ['ends_at', { ends_at: '2020-01-01T00:00:00Z' }],
    ['ends_at', { ends_at: '2025-02-30T00:00:00Z' }],
    ['starts_at', { starts_at: 'tomorrow' }],
    ['starts_at', { starts_at: '2025-01-01' }],
    ['total_rewards', { total_rewards: 0 }],
    ['total_rewards', { total_rewards: '100' }],
    ['total_rewards', { total_rewards: 1e300 }],
    ['total_rewards', { total_rewards: 9_007_199_255 }],
    ['reward_per_task', { reward_per_task: -1 }],
    ['reward_per_task', { reward_per_task: 101 }],
    ['reward_per_task', { reward_per_task: 0.0000001 }],
    ['fuel_required', { fuel_required: -0.5 }],
    ['max_submissions', { max_submissions: 0 }],
    ['max_submissions', { max_submissions: 1.5 }],
    ['is_active', { is_active: 'yes' }],
    ['longitude', { longitude: undefined }],
    ['latitude', { latitude: null }],
    ['latitude', { latitude: 90.1 }],
    ['longitude', { longitude: -181 }],
    ['radius', { radius: 0 }],
    ['banner_url', { banner_url: 'javascript:alert(1)' }],
    ['poster_url', { poster_url: 'not a url' }],
    ['campaign', { campaign: 'x'.repeat(129) }],
    ['campaign', { campaign: '' }],
    ['campaign', { campaign: '   ' }],
    ['description', { description: 'x'.repeat(4097) }],
    ['tags', { tags: Array(33).fill('tag') }],
    ['tags', { tags: ['x'.repeat(65)] }],
    ['require_proof', { require_proof: { max_age_minutes: 0 } }],
  ])('400 that names %s (%#)', async (field, changes) => {
    const answer = await stage.create(terms(changes));
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  test('a name is taken once, whoever asks', async () => {
    const body = terms();
    const answers = await Promise.all([
      stage.create(body),
      stage.create(body, stage.bob),
      stage.create(body),
      stage.create(body, stage.bob),
    ]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 400, 400, 400]);
    expect(answers.find((it) => it.status === 400)?.body.error.code).toBe('campaign_exists');
  });

  test('an Idempotency-Key makes repeats harmless, and is refused for another request', async () => {
    const body = terms();
    const key = { 'idempotency-key': `create-${Math.random()}` };
    const answers = await Promise.all([1, 2, 3, 4].map(() => stage.create(body, stage.alice, key)));
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((it) => it.body.result.campaign_id)).size).toBe(1);
    const other = await stage.create(terms(), stage.alice, key);
    expect(other).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_reused' } } });
    expect((await stage.create(terms(), stage.bob, key)).status).toBe(200);
  });

  test('401 without a session, and defaults stay as they are documented', async () => {
    expect((await post(stage.service, '/create-campaign', terms())).status).toBe(401);
    const { radius: _, ...body } = terms();
    await stage.create(body);
    const found = await stage.ask('campaigns', { campaign: body.campaign });
    expect(found.body.result.campaigns[0]).toMatchObject({ radius: 100, status: 'live', paid: 0, submissions: 0 });
  });
});
