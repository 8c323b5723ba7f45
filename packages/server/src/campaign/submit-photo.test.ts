import { Agent, request } from 'node:http';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { DbUnavailable } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, logIn } from '../testing.ts';
import { campaignStage, here, picture } from './testing-campaigns.ts';

eachDriver('submit-photo', (place) => {
  const stage = campaignStage(place);

  test.each([
    ['photo', here, undefined],
    ['latitude', { longitude: '1' }, 1],
    ['latitude', { latitude: 'north', longitude: '1' }, 1],
    ['latitude', { latitude: '91', longitude: '1' }, 1],
    ['accuracy_m', { ...here, accuracy_m: '-1' }, 1],
    ['captured_at', { ...here, captured_at: 'noon' }, 1],
  ])('400 that names %s (%#)', async (field, fields, seed) => {
    const campaign = await stage.created();
    const answer = await stage.send({ campaign, ...fields }, seed === undefined ? undefined : await picture(seed));
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
    expect(await stage.onDisk()).toEqual([]);
  });

  test('what is no image is 400, too large 413, not a form 415, and nothing is left behind', async () => {
    const campaign = await stage.created();
    const fields = { campaign, ...here };
    expect(await stage.send(fields, Buffer.from('just words'))).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_photo' } },
    });
    const half = (await picture(3, 600, 600)).subarray(0, 3000);
    expect(await stage.send(fields, half)).toMatchObject({ status: 400, body: { error: { code: 'invalid_photo' } } });
    expect(await stage.send(fields, Buffer.alloc(300_000))).toMatchObject({ status: 413 });
    expect((await stage.ask('submit-photo', fields)).status).toBe(415);
    expect(await stage.onDisk()).toEqual([]);
    const { body } = await stage.ask('campaigns', { campaign });
    expect(body.result.campaigns[0]).toMatchObject({ submissions: 0, paid: 0 });
  });

  test('HEIC is refused with the reason and a way out, and counted', async () => {
    const campaign = await stage.created();
    const brand = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const { status, body } = await stage.send({ campaign, ...here }, Buffer.concat([brand, Buffer.alloc(2_000)]));
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/HEIC.*HEVC.*JPEG/);
    const figures = await (await fetch(`${stage.service.url}/metrics`)).text();
    expect(figures).toMatch(/trigpoint_photos_read_total\{outcome="refused"\} [1-9]/);
    expect(figures).toContain('trigpoint_image_workers_busy 0');
  });

  test('a refused upload leaves its connection usable, however it was cut short', async () => {
    const campaign = await stage.created();
    const form = (photo: Buffer, extra = '') =>
      Buffer.concat([
        Buffer.from(`--b\r\ncontent-disposition: form-data; name="campaign"\r\n\r\n${campaign}\r\n${extra}--b\r\n`),
        Buffer.from('content-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'),
        photo,
        Buffer.from('\r\n--b--\r\n'),
      ]);
    const second = `--b\r\ncontent-disposition: form-data; name="other"; filename="b"\r\n\r\n${'x'.repeat(250_000)}\r\n`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const statuses: (number | undefined)[] = [];
    for (const body of [
      form(Buffer.alloc(200_001)),
      form(Buffer.alloc(1e6)),
      form(Buffer.alloc(190_000), second),
      form(Buffer.alloc(9)),
    ])
      await new Promise<void>((resolve, reject) => {
        const headers = {
          cookie: stage.alice,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': body.length,
        };
        const sent = request(
          `${stage.service.url}/proof/v1/pol/submit-photo`,
          { method: 'POST', agent, headers },
          (reply) => {
            statuses.push(reply.statusCode);
            ports.add(reply.socket.localPort);
            reply.resume().once('end', resolve);
          },
        );
        sent.once('error', reject);
        sent.end(body);
      });
    expect(statuses).toEqual([413, 413, 400, 400]);
    expect(ports.size).toBe(1);
    expect(await stage.onDisk()).toEqual([]);
    agent.destroy();
  });

  test('a damaged photo gives the fuel back and is told to its submitter with the reason', async () => {
    const campaign = await stage.created({ fuel_required: 15 });
    const carol = await logIn(stage.service, ethereumKey());
    const half = (await picture(3, 600, 600)).subarray(0, 3000);
    expect((await stage.send({ campaign, ...here }, half, carol)).status).toBe(400);
    const { body } = await stage.ask('submissions', { campaign }, carol);
    expect(body.result.submissions).toMatchObject([
      { state: 'rejected', reason: expect.stringContaining('jpeg'), url: null },
    ]);
    expect((await stage.sendTo(campaign, 4, carol)).status).toBe(200);
    expect(await stage.sendTo(campaign, 5, carol)).toMatchObject({
      status: 402,
      body: { error: { code: 'fuel_short', message: expect.stringContaining('you have 5') } },
    });
  });

  test('the same photo again is refused, also at the same moment; a copy of it is flagged', async () => {
    const campaign = await stage.created();
    const dave = await logIn(stage.service, ethereumKey());
    const photo = await picture(8, 400, 300);
    const answers = await Promise.all([1, 2, 3].map(() => stage.send({ campaign, ...here }, photo, dave)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409]);
    const first = answers.find((it) => it.status === 200)?.body.result.photo_id;
    const copy = await sharp(photo).resize(300).webp({ quality: 60 }).toBuffer();
    const second = (await stage.send({ campaign, ...here }, copy, dave)).body.result.photo_id;
    const { body } = await stage.ask('submissions', { campaign, photo_id: second }, dave);
    expect(body.result.submissions).toMatchObject([{ near_duplicate_of: first, format: 'webp' }]);
    expect((await stage.send({ campaign, ...here }, photo, stage.bob)).status).toBe(200);
  });

  test('an Idempotency-Key makes a repeated upload the same photo', async () => {
    const campaign = await stage.created();
    const key = { 'idempotency-key': `photo-${Math.random()}` };
    const photo = await picture(9);
    const answers = await Promise.all([1, 2, 3].map(() => stage.send({ campaign, ...here }, photo, stage.alice, key)));
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((it) => it.body.result.photo_id)).size).toBe(1);
    // Another request under the key is refused, and not answered with a photo that it did not send.
    const other = await stage.created();
    for (const changes of [{ campaign: other }, { latitude: '52.521' }, { accuracy_m: '12' }])
      expect(await stage.send({ campaign, ...here, ...changes }, photo, stage.alice, key)).toMatchObject({
        status: 400,
        body: { error: { code: 'idempotency_key_reused' } },
      });
    expect((await stage.send({ campaign: other, ...here }, photo, stage.alice)).status).toBe(200);
  });

  test('a photo whose last answer the database lost stands, and is paid once however often it is sent', async () => {
    const campaign = await stage.created();
    const { db } = stage.service.context;
    const write = db.write.bind(db);
    let lost = 0;
    const losing = vi.spyOn(db, 'write').mockImplementation(async (work) => {
      let isLast = false;
      const done = await write((tx) => {
        const run: typeof tx.run = (sql, params) => {
          isLast ||= sql.includes("SET state = 'ready'");
          return tx.run(sql, params);
        };
        return work({ forUpdate: tx.forUpdate, all: tx.all.bind(tx), get: tx.get.bind(tx), run });
      });
      if (!isLast || lost > 0) return done;
      lost++;
      throw new DbUnavailable('The connection was lost at COMMIT.');
    });
    const key = { 'idempotency-key': `photo-${Math.random()}` };
    const photo = await picture(10);
    const send = () => stage.send({ campaign, ...here }, photo, stage.alice, key);
    const [first, again] = [await send(), await send()];
    losing.mockRestore();
    expect(lost).toBe(1);
    expect([first, again].map((it) => [it.status, it.body.result.photo_id])).toEqual([
      [200, first.body.result.photo_id],
      [200, first.body.result.photo_id],
    ]);
    expect((await stage.ask('campaigns', { campaign })).body.result.campaigns[0]).toMatchObject({
      submissions: 1,
      paid: 1.5,
    });
    expect((await stage.feed({ campaign })).body.photos).toHaveLength(1);
  });
});
