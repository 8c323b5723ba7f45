import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { submitPhoto } from '@trigpoint/client';
import { type ServiceProcess, startServiceProcess } from '@trigpoint/dev/processes';
import { ServiceError } from '@trigpoint/protocol';
import type { ProofResult } from '../proof.ts';
import { here, logIn, openCampaign, type Person, photoNumber } from './people.ts';

const mib = 2 ** 20;
/** What a service of these proofs has room for. */
const spoolMb = 48;
const terms = { max_submissions: 100_000, total_rewards: 100_000, fuel_required: 0 };

interface Stage {
  readonly service: ServiceProcess;
  readonly dataDir: string;
  readonly small: boolean;
  log(line: string): void;
}

/** The files that wait in the spool folder, and their bytes. */
const spooled = async ({ dataDir }: Stage): Promise<{ files: number; bytes: number }> => {
  const root = join(dataDir, 'spool');
  const all = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    all
      .filter((it) => it.isFile())
      .map((it) =>
        stat(join(it.parentPath, it.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return { files: sizes.length, bytes: sizes.reduce((sum, it) => sum + it, 0) };
};

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | undefined;
}

/** An upload that sends the first part of a photo and leaves the rest for later. */
const startUpload = ({
  url,
  person,
  campaign,
  bytes,
  localAddress,
}: {
  url: string;
  person: Person;
  campaign: string;
  bytes: number;
  localAddress?: string;
}) => {
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.concat([
    Buffer.from(part('campaign', campaign) + part('latitude', '10') + part('longitude', '20')),
    Buffer.from('--b\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n'),
  ]);
  const foot = Buffer.from('\r\n--b--\r\n');
  let sent: ClientRequest | undefined;
  const answer = new Promise<Answer>((resolve) => {
    const headers = {
      authorization: `Bearer ${person.client.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + bytes + foot.length,
    };
    const from = { ...(localAddress ? { localAddress } : {}), agent: false };
    sent = request(`${url}/proof/v1/pol/submit-photo`, { method: 'POST', headers, ...from }, async (reply) => {
      let text = '';
      for await (const chunk of reply) text += chunk;
      const code = (JSON.parse(text || '{}') as { error?: { code: string } }).error?.code ?? '';
      resolve({ status: reply.statusCode ?? 0, code, retryAfter: reply.headers['retry-after'] });
    });
    sent.on('error', () => resolve({ status: 0, code: 'connection lost', retryAfter: undefined }));
    sent.write(head);
    sent.write(randomBytes(Math.floor(bytes / 2)));
  });
  return {
    answer,
    stop: () => sent?.destroy(),
    finish: () => sent?.end(Buffer.concat([randomBytes(bytes - Math.floor(bytes / 2)), foot])),
  };
};

/** Watches the spool folder while uploads hang half-way. Returns the most that lay in it at a time. */
const watchHalfWay = async (
  stage: Stage,
  uploads: readonly ReturnType<typeof startUpload>[],
  then: 'stop' | 'finish' = 'stop',
) => {
  let [files, bytes] = [0, 0];
  for (let n = 0; n < 30; n++) {
    await pause(100);
    const now = await spooled(stage);
    files = Math.max(files, now.files);
    bytes = Math.max(bytes, now.bytes);
  }
  for (const it of uploads) it[then]();
  const answers = await Promise.all(uploads.map((it) => it.answer));
  while ((await spooled(stage)).files > 0) await pause(50);
  return { files, bytes, answers };
};

/** Nothing is kept for a campaign that does not exist, for one whose places are taken, or for a sender without enough fuel. */
const toNowhere = async (stage: Stage): Promise<string[]> => {
  const { url } = stage.service;
  const person = await logIn(url);
  const full = await openCampaign(person, { ...terms, max_submissions: 1 });
  await submitPhoto(person.client, { campaign: full, photo: photoNumber(0), ...here });
  const dear = await openCampaign(person, { ...terms, fuel_required: 1_000_000 });
  const uploads = ['There is none', full, dear].flatMap((campaign) =>
    Array.from({ length: 4 }, () => startUpload({ url, person, campaign, bytes: 2 * mib })),
  );
  const most = await watchHalfWay(stage, uploads);
  stage.log(`uploads that can only be refused: ${most.files} files, ${most.bytes} bytes in the spool`);
  return most.files > 0 ? [`${most.bytes} bytes were kept for uploads that can only be refused`] : [];
};

/** At most four uploads of one key run at a time. */
const ofOneKey = async (stage: Stage): Promise<string[]> => {
  const { url } = stage.service;
  const person = await logIn(url);
  const campaign = await openCampaign(person, terms);
  const another = await logIn(url, undefined, 0);
  const uploads = Array.from({ length: 12 }, () => startUpload({ url, person, campaign, bytes: mib }));
  await pause(1_000);
  const one = await submitPhoto(another.client, { campaign, photo: photoNumber(1), ...here }).catch(
    (e: Error) => e.message,
  );
  const most = await watchHalfWay(stage, uploads);
  stage.log(`12 uploads of one key: ${most.files} files in the spool at a time`);
  const problems = most.files > 4 ? [`${most.files} uploads of one key ran at a time`] : [];
  if (typeof one === 'string') problems.push(`meanwhile another key was refused: ${one}`);
  return problems;
};

/** However many keys come, the folder holds no more than it may, and the others are told to come back. */
const beyondBudget = async (stage: Stage): Promise<string[]> => {
  const { url } = stage.service;
  const people = await Promise.all(Array.from({ length: 12 }, () => logIn(url)));
  const campaign = await openCampaign(people[0] as Person, terms);
  const uploads = people.flatMap((person) => [1, 2].map(() => startUpload({ url, person, campaign, bytes: 8 * mib })));
  const most = await watchHalfWay(stage, uploads, 'finish');
  // Uploads that had room are refused for another reason: they are noise, not photos.
  const refused = most.answers.filter((it) => it.code !== 'invalid_photo');
  stage.log(
    `24 halves of 8 MiB: ${(most.bytes / mib).toFixed(0)} MiB in the spool, ${refused.length} told to come back`,
  );
  const problems = most.bytes > spoolMb * mib ? [`${most.bytes} bytes in a folder for ${spoolMb} MiB`] : [];
  if (refused.length === 0) problems.push('nobody was told to come back');
  for (const { status, code, retryAfter } of refused)
    if (status !== 503 || code !== 'unavailable' || !(Number(retryAfter) > 0))
      problems.push(`beyond the budget: ${status} ${code}, Retry-After ${retryAfter}`);
  return problems.slice(0, 3);
};

/** One person is the creator of as many campaigns as it has keys. It leaves room for photos from elsewhere. */
const ofManyCreators = async (stage: Stage): Promise<string[]> => {
  const { url } = stage.service;
  const people = await Promise.all(Array.from({ length: 12 }, () => logIn(url)));
  const campaigns = await Promise.all(people.map((it) => openCampaign(it, terms)));
  // The first halves alone would almost fill the folder.
  const uploads = Array.from({ length: spoolMb / 2 - 1 }, (_, n) => {
    const [person, campaign] = [people[n % 12] as Person, campaigns[n % 12] as string];
    return startUpload({ url, person, campaign, bytes: 4 * mib });
  });
  await pause(1_000);
  const [person, campaign] = [people[0] as Person, campaigns[0] as string];
  const elsewhere = startUpload({ url, person, campaign, bytes: 8 * mib, localAddress: '127.0.1.1' });
  const most = await watchHalfWay(stage, [...uploads, elsewhere], 'finish');
  stage.log(`${uploads.length} halves of 4 MiB for twelve creators: ${(most.bytes / mib).toFixed(0)} MiB in the spool`);
  const { status, code } = await elsewhere.answer;
  return code === 'invalid_photo' ? [] : [`a photo from elsewhere had no room: ${status} ${code}`];
};

/** One person's flood, from as many keys as it likes, delays nobody else's photo: not even where fuel costs nothing. */
const pastTheFlood = async (stage: Stage): Promise<string[]> => {
  const { url } = stage.service;
  const problems: string[] = [];
  for (const [what, keys] of [
    ['one key', 1],
    ['thirty keys', 30],
  ] as const) {
    const flooder = await logIn(url, undefined, 8);
    const crowd = [flooder, ...(await Promise.all(Array.from({ length: keys - 1 }, () => logIn(url, undefined, 8))))];
    const theirs = await openCampaign(flooder, terms);
    const honest = await logIn(url);
    const ours = await openCampaign(honest, terms);
    const count = stage.small ? 60 : 120;
    let done = 0;
    const flood = Array.from({ length: count }, (_, n) =>
      submitPhoto((crowd[n % keys] as Person).client, { campaign: theirs, photo: photoNumber(1_000 + n), ...here })
        .catch(() => {})
        .then(() => done++),
    );
    while (done === 0) await pause(5);
    const before = done;
    await submitPhoto(honest.client, { campaign: ours, photo: photoNumber(2), ...here }).catch((error: Error) =>
      problems.push(`the honest photo was refused: ${error.message}`),
    );
    const passed = done - before;
    await Promise.all(flood);
    stage.log(`a flood of ${count} by ${what}: ${passed} of them went before the photo of somebody else`);
    if (passed > 12) problems.push(`${passed} uploads by ${what} went before somebody else's`);
  }
  return problems;
};

const childrenOf = async (pid: number): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((it) => /^\d+$/.test(it));
  const parents = await Promise.all(all.map((it) => readFile(`/proc/${it}/stat`, 'utf8').catch(() => '')));
  return all.filter((_, i) => parents[i]?.slice(parents[i].lastIndexOf(')') + 4).startsWith(`${pid} `)).map(Number);
};

/** If the machine gives the decoder no time, the service says so and does not blame the photo. */
const starved = async (stage: Stage): Promise<string[]> => {
  const { service } = stage;
  const person = await logIn(service.url);
  const campaign = await openCampaign(person, terms);
  await submitPhoto(person.client, { campaign, photo: photoNumber(3), ...here });
  const decoders = await childrenOf(service.pid);
  for (const pid of decoders) process.kill(pid, 'SIGSTOP');
  const answer = await submitPhoto(person.client, { campaign, photo: photoNumber(4), ...here }).then(
    () => 'taken',
    (error: unknown) => error,
  );
  // A decoder that stays stopped would outlive its service. The service may have ended it already.
  for (const pid of decoders) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT');
  const said =
    answer instanceof ServiceError
      ? `${answer.status} ${answer.code}, Retry-After ${answer.retryAfter}`
      : String(answer);
  stage.log(`a starved decoder: ${said}`);
  return /^503 unavailable, Retry-After [1-9]/.test(said) ? [] : [`a starved decoder answered ${said}`];
};

type FloodAttack = (stage: Stage) => Promise<string[]>;
/** The last attack waits for 20 s without using a core, so it has a service of its own beside the others. */
const rounds: readonly Readonly<Record<string, FloodAttack>>[] = [
  { toNowhere, ofOneKey, beyondBudget, ofManyCreators, pastTheFlood },
  { starved },
];

/** Floods of uploads: what is kept, for how long, and who else notices. */
export const floodUploads = async (root: string, options: Pick<Stage, 'small' | 'log'>): Promise<ProofResult> => {
  const results = await Promise.all(
    rounds.map((attacks, n) => attackService(join(root, `floods-${n}`), attacks, options)),
  );
  return {
    tried: results.reduce((sum, it) => sum + it.tried, 0),
    violations: results.flatMap((it) => it.violations),
  };
};

const attackService = async (
  dataDir: string,
  attacks: Readonly<Record<string, FloodAttack>>,
  options: Pick<Stage, 'small' | 'log'>,
): Promise<ProofResult> => {
  const env = { UPLOADS_MAX_MB: String(spoolMb), RATE_LIMITS: 'off' };
  const service = await startServiceProcess({ place: { dataDir }, env });
  const violations: string[] = [];
  try {
    for (const [name, attack] of Object.entries(attacks))
      for (const problem of await attack({ service, dataDir, ...options })) violations.push(`${name}: ${problem}`);
  } finally {
    await service.end('SIGKILL');
  }
  return { tried: Object.keys(attacks).length, violations };
};
