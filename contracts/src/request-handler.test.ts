import {
  BaseError,
  ContractFunctionRevertedError,
  type Hex,
  parseEventLogs,
  zeroAddress,
  zeroHash,
} from '@trigpoint/ethereum';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStage, infoOf, type Stage } from './stage.ts';

const transcript: Hex = `0x${'7e'.repeat(32)}`;
const info = infoOf(224);
const [none, submitted, completed, timedOut] = [0, 1, 2, 3];
const [verified, refuted, inconclusive] = [1, 2, 3];

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});

async function refusal(attempt: Promise<unknown>): Promise<unknown[]> {
  try {
    await attempt;
  } catch (error) {
    const reverted = error instanceof BaseError && error.walk((e) => e instanceof ContractFunctionRevertedError);
    if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
    return [reverted.data?.errorName, ...(reverted.data?.args ?? [])];
  }
  throw new Error('was not refused');
}

const submit = (timeout = 600n, attributes = ['pol-v1'], infos: Hex[] = attributes.map(() => info)) =>
  stage.send(stage.payer, 'submitRequest', [timeout, attributes, infos]);
const events = (receipt: Awaited<ReturnType<typeof submit>>) =>
  parseEventLogs({ abi: stage.contract.abi, logs: receipt.logs }).map((log) => [log.eventName, log.args]);

describe('submitRequest', () => {
  it('makes one challenge per attribute, with ids from 1, and says so in RequestProcessed', async () => {
    const first = await submit();
    expect(events(first)).toEqual([
      ['RequestProcessed', { requestId: 1n, newChallenges: [1n], attributeIds: ['pol-v1'] }],
    ]);
    const second = await submit(600n, ['pob-v1', 'pol-v1'], ['0x01', '0x']);
    expect(events(second)).toEqual([
      ['RequestProcessed', { requestId: 2n, newChallenges: [2n, 3n], attributeIds: ['pob-v1', 'pol-v1'] }],
    ]);
    const { reader, contract } = stage;
    expect(await reader.readContract({ ...contract, functionName: 'lastRequestId' })).toBe(2n);
    expect(await reader.readContract({ ...contract, functionName: 'lastChallengeId' })).toBe(3n);
  });

  it('returns the ids it logs', async () => {
    const { result } = await stage.reader.simulateContract({
      ...stage.contract,
      functionName: 'submitRequest',
      args: [600n, ['pol-v1', 'pob-v1'], [info, info]],
      account: stage.payer,
    });
    expect(result).toEqual([1n, [1n, 2n]]);
  });

  it('keeps who asked, what, when, and until when', async () => {
    const receipt = await submit(600n);
    const { timestamp } = await stage.reader.getBlock({ blockNumber: receipt.blockNumber });
    expect(await stage.challenge(1n)).toEqual({
      requester: stage.payer.address,
      attributeId: 'pol-v1',
      info,
      requestId: 1n,
      submittedBlock: receipt.blockNumber,
      expiration: timestamp + 600n,
      status: submitted,
      outcome: none,
      resultHash: zeroHash,
    });
  });

  it('shows an id that was never handed out as an empty challenge', async () => {
    for (const id of [0n, 1n, 2n ** 256n - 1n]) {
      expect(await stage.challenge(id)).toMatchObject({
        status: none,
        requester: zeroAddress,
        attributeId: '',
        info: '0x',
      });
    }
  });

  it('costs at most 300,000 gas with one attribute, also the first time', async () => {
    expect((await submit()).gasUsed).toBeLessThanOrEqual(300_000n);
    expect((await submit()).gasUsed).toBeLessThanOrEqual(300_000n);
  });

  it('cuts a timeout that no clock reaches', async () => {
    await submit(2n ** 256n - 1n);
    expect((await stage.challenge(1n)).expiration).toBe(2n ** 40n - 1n);
  });

  it('refuses nothing, unequal lists, no time, unknown attributes and infos that are too long', async () => {
    expect(await refusal(submit(600n, []))).toEqual(['EmptyRequest']);
    expect(await refusal(submit(600n, ['pol-v1'], []))).toEqual(['LengthMismatch', 1n, 0n]);
    expect(await refusal(submit(600n, ['pol-v1'], [info, info]))).toEqual(['LengthMismatch', 1n, 2n]);
    expect(await refusal(submit(0n))).toEqual(['ZeroTimeout']);
    expect(await refusal(submit(600n, ['pol-v1', 'pod-v1']))).toEqual(['UnknownAttribute', 'pod-v1']);
    expect(await refusal(submit(600n, ['']))).toEqual(['UnknownAttribute', '']);
    expect(await refusal(submit(600n, ['pol-v1', 'pol-v1'], [info, infoOf(1025)]))).toEqual(['InfoTooLong', 1n, 1025n]);
    await submit(600n, ['pol-v1'], [infoOf(1024)]);
  });

  it('takes no money', async () => {
    const data = { ...stage.contract, functionName: 'submitRequest', args: [600n, ['pol-v1'], [info]] } as const;
    const paying = { ...data, account: stage.payer, value: 1n } as unknown as typeof data;
    await expect(stage.reader.simulateContract(paying)).rejects.toThrow();
  });
});

describe('recordResult', () => {
  const record = (id = 1n, outcome = verified, hash = transcript, by = stage.coordinator) =>
    stage.send(by, 'recordResult', [id, outcome as number, hash]);

  it.each([verified, refuted, inconclusive])(
    'keeps outcome %i and the transcript hash, and says so',
    async (outcome) => {
      await submit();
      const receipt = await record(1n, outcome);
      expect(events(receipt)).toEqual([
        ['ChallengeCompleted', { challengeId: 1n, outcome, transcriptHash: transcript }],
      ]);
      expect(await stage.challenge(1n)).toMatchObject({ status: completed, outcome, resultHash: transcript, info });
    },
  );

  it('is for the coordinator alone', async () => {
    await submit();
    for (const other of [stage.owner, stage.payer, stage.stranger]) {
      expect(await refusal(record(1n, verified, transcript, other))).toEqual(['NotCoordinator', other.address]);
    }
  });

  it('happens once', async () => {
    await submit();
    await record();
    expect(await refusal(record(1n, refuted))).toEqual(['AlreadyEnded', 1n, completed]);
  });

  it('happens in time: the last second counts, the next does not', async () => {
    await submit(100n);
    await submit(100n);
    const { expiration } = await stage.challenge(1n);
    await stage.evm.request('evm_setNextBlockTimestamp', [Number(expiration)]);
    const hash = await stage.wallet(stage.coordinator).writeContract({
      ...stage.contract,
      functionName: 'recordResult',
      args: [1n, verified as number, transcript],
      chain: null,
      account: stage.coordinator,
      gas: 200_000n,
    });
    expect((await stage.reader.getTransactionReceipt({ hash })).status).toBe('success');
    await stage.pass(2);
    expect(await refusal(record(2n))).toEqual(['Expired', 2n, (await stage.challenge(2n)).expiration]);
  });

  it('refuses unknown ids, outcomes and an empty transcript hash', async () => {
    await submit();
    expect(await refusal(record(0n))).toEqual(['UnknownChallenge', 0n]);
    expect(await refusal(record(2n))).toEqual(['UnknownChallenge', 2n]);
    expect(await refusal(record(1n, 0))).toEqual(['InvalidOutcome', 0]);
    expect(await refusal(record(1n, 4))).toEqual(['InvalidOutcome', 4]);
    expect(await refusal(record(1n, 255))).toEqual(['InvalidOutcome', 255]);
    expect(await refusal(record(1n, verified, zeroHash))).toEqual(['EmptyTranscriptHash']);
  });
});

describe('claimTimeout', () => {
  const claim = (id = 1n) => stage.send(stage.stranger, 'claimTimeout', [id]);

  it('lets anyone end a challenge that expired without a result', async () => {
    await submit(60n);
    await stage.pass(62);
    expect(events(await claim())).toEqual([['ChallengeTimedOut', { challengeId: 1n }]]);
    expect(await stage.challenge(1n)).toMatchObject({ status: timedOut, outcome: none, resultHash: zeroHash });
  });

  it('refuses before expiration, twice, after a result, and for unknown ids', async () => {
    await submit(60n);
    await submit(60n);
    expect(await refusal(claim())).toEqual(['NotExpired', 1n, (await stage.challenge(1n)).expiration]);
    await stage.send(stage.coordinator, 'recordResult', [2n, verified as number, transcript]);
    await stage.pass(62);
    await claim();
    expect(await refusal(claim())).toEqual(['AlreadyEnded', 1n, timedOut]);
    expect(await refusal(claim(2n))).toEqual(['AlreadyEnded', 2n, completed]);
    expect(await refusal(claim(3n))).toEqual(['UnknownChallenge', 3n]);
  });

  it('leaves no way to a result', async () => {
    await submit(60n);
    await stage.pass(62);
    await claim();
    expect(await refusal(stage.send(stage.coordinator, 'recordResult', [1n, 1, transcript]))).toEqual([
      'AlreadyEnded',
      1n,
      timedOut,
    ]);
  });
});

describe('the owner', () => {
  const enabled = (id: string) =>
    stage.reader.readContract({ ...stage.contract, functionName: 'isAttributeEnabled', args: [id] });

  it('adds and stops attributes; challenges that exist keep theirs', async () => {
    expect([await enabled('pol-v1'), await enabled('disk-v1'), await enabled('')]).toEqual([true, false, false]);
    const added = await stage.send(stage.owner, 'setAttribute', ['disk-v1', true]);
    expect(events(added)).toEqual([['AttributeSet', { attributeId: 'disk-v1', enabled: true }]]);
    await submit(600n, ['disk-v1']);
    await stage.send(stage.owner, 'setAttribute', ['disk-v1', false]);
    expect(await refusal(submit(600n, ['disk-v1']))).toEqual(['UnknownAttribute', 'disk-v1']);
    expect((await stage.challenge(1n)).attributeId).toBe('disk-v1');
    await stage.send(stage.owner, 'setAttribute', ['disk-v1', true]);
    await submit(600n, ['disk-v1']);
    expect(await refusal(stage.send(stage.owner, 'setAttribute', ['', true]))).toEqual(['EmptyAttribute']);
  });

  it('names the coordinator', async () => {
    await submit();
    const receipt = await stage.send(stage.owner, 'setCoordinator', [stage.stranger.address]);
    const [previousCoordinator, newCoordinator] = [stage.coordinator.address, stage.stranger.address];
    expect(events(receipt)).toEqual([['CoordinatorChanged', { previousCoordinator, newCoordinator }]]);
    expect(await refusal(stage.send(stage.coordinator, 'recordResult', [1n, 1, transcript]))).toEqual([
      'NotCoordinator',
      previousCoordinator,
    ]);
    await stage.send(stage.stranger, 'recordResult', [1n, 1, transcript]);
  });

  it('pauses new requests, never results and time-outs', async () => {
    await submit(60n);
    await submit(60n);
    expect(events(await stage.send(stage.owner, 'setPaused', [true]))).toEqual([['PausedSet', { paused: true }]]);
    expect(await refusal(submit())).toEqual(['RequestsPaused']);
    await stage.send(stage.coordinator, 'recordResult', [1n, 1, transcript]);
    await stage.pass(62);
    await stage.send(stage.stranger, 'claimTimeout', [2n]);
    await stage.send(stage.owner, 'setPaused', [false]);
    expect(events(await submit())[0]).toMatchObject(['RequestProcessed', { newChallenges: [3n] }]);
  });

  it('hands over in two steps, and can take the offer back', async () => {
    const { owner, stranger, payer } = stage;
    const offered = await stage.send(owner, 'transferOwnership', [stranger.address]);
    expect(events(offered)).toEqual([
      ['OwnershipTransferStarted', { previousOwner: owner.address, newOwner: stranger.address }],
    ]);
    expect(await refusal(stage.send(payer, 'acceptOwnership', []))).toEqual(['NotPendingOwner', payer.address]);
    expect(await refusal(stage.send(stranger, 'setPaused', [true]))).toEqual(['NotOwner', stranger.address]);
    await stage.send(owner, 'transferOwnership', [zeroAddress]);
    expect(await refusal(stage.send(stranger, 'acceptOwnership', []))).toEqual(['NotPendingOwner', stranger.address]);
    await stage.send(owner, 'transferOwnership', [stranger.address]);
    expect(events(await stage.send(stranger, 'acceptOwnership', []))).toEqual([
      ['OwnershipTransferred', { previousOwner: owner.address, newOwner: stranger.address }],
    ]);
    expect(await refusal(stage.send(owner, 'setPaused', [true]))).toEqual(['NotOwner', owner.address]);
    expect(await refusal(stage.send(stranger, 'acceptOwnership', []))).toEqual(['NotPendingOwner', stranger.address]);
    await stage.send(stranger, 'setPaused', [true]);
  });

  it('alone may do these', async () => {
    for (const other of [stage.coordinator, stage.payer]) {
      const refused = ['NotOwner', other.address];
      expect(await refusal(stage.send(other, 'setAttribute', ['x', true]))).toEqual(refused);
      expect(await refusal(stage.send(other, 'setCoordinator', [other.address]))).toEqual(refused);
      expect(await refusal(stage.send(other, 'setPaused', [true]))).toEqual(refused);
      expect(await refusal(stage.send(other, 'transferOwnership', [other.address]))).toEqual(refused);
    }
  });
});

describe('recordResultWithLogRoot', () => {
  const root = (byte: string): Hex => `0x${byte.repeat(32)}`;
  const record = (id: bigint, size: bigint, hash: Hex, who = stage.coordinator) =>
    stage.send(who, 'recordResultWithLogRoot', [id, verified as 1, transcript, size, hash]);
  const kept = () => stage.reader.readContract({ ...stage.contract, functionName: 'logRoot' });

  it('keeps result and root, and says both', async () => {
    await submit();
    const receipt = await record(1n, 7n, root('a1'));
    expect(events(receipt)).toEqual([
      ['ChallengeCompleted', { challengeId: 1n, outcome: verified, transcriptHash: transcript }],
      ['LogRootRecorded', { size: 7n, root: root('a1') }],
    ]);
    expect((await stage.challenge(1n)).status).toBe(completed);
    const { timestamp } = await stage.reader.getBlock({ blockNumber: receipt.blockNumber });
    expect(await kept()).toEqual([7n, Number(timestamp), root('a1')]);
  });

  it('refuses a log that has not grown, and then keeps nothing; and anybody but the coordinator', async () => {
    await submit();
    await record(1n, 7n, root('a1'));
    await submit();
    for (const size of [0n, 6n, 7n])
      expect(await refusal(record(2n, size, root('b2')))).toEqual(['LogNotNewer', size, 7n]);
    expect((await stage.challenge(2n)).status).toBe(submitted);
    expect(await refusal(record(2n, 8n, root('b2'), stage.stranger))).toEqual([
      'NotCoordinator',
      stage.stranger.address,
    ]);
    await record(2n, 8n, root('b2'));
    expect(await kept()).toMatchObject([8n, expect.anything(), root('b2')]);
  });
});
