import { developmentNetwork, isDirectId, newestWording } from '@trigpoint/proofs';
import { proofTypes } from '@trigpoint/proofs/rules';
import type { AgentMessage } from '@trigpoint/protocol';
import { openCalibration } from '../calibration/open.ts';
import type { ChainReader } from '../chain/open.ts';
import { ResultRecorder } from '../chain/results.ts';
import { mayUseOn } from '../chain/wallets.ts';
import { Challenges } from '../challenge/challenges.ts';
import { DirectRequests } from '../challenge/direct-requests.ts';
import { openProofTypes } from '../challenge/proof-types.ts';
import { DatabaseWatch } from '../cluster/database-watch.ts';
import { NoticeBoard } from '../cluster/notice-board.ts';
import { Relay } from '../cluster/relay.ts';
import { newestReadings, readingsIn } from '../coordination/assignments.ts';
import { Refusals, refusalReasons } from '../coordination/refusals.ts';
import { openTaskDeliveries } from '../coordination/task-deliveries.ts';
import { SignatureChecks } from '../keys/signature-checks.ts';
import { toMillionths } from '../ledger/amounts.ts';
import { admissionEntry } from '../log/admissions.ts';
import type { PublicLog } from '../log/public-log.ts';
import { serviceNameOf } from '../log/service-name.ts';
import { transcriptEntry } from '../log/transcripts.ts';
import { Witnesses } from '../log/witnesses.ts';
import { openChallengeFigures, watchNetwork } from '../metrics/challenge-figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { followAdmissionFile } from '../network/admission-file.ts';
import { Admissions, admissionMessage } from '../network/admissions.ts';
import type { AgentRecords } from '../network/agent-records.ts';
import { Agents } from '../network/agents.ts';
import { Deposits } from '../network/deposits.ts';
import { Endpoints } from '../network/endpoints.ts';
import { Hub, type Speaker } from '../network/hub.ts';
import { Identities } from '../network/identities.ts';
import { Probations } from '../network/probations.ts';
import { SystemsFile } from '../network/systems-file.ts';
import { repeat } from '../repeat.ts';
import type { Sessions } from '../session/sessions.ts';
import { dayMs, hourMs } from '../times.ts';
import { openComparisons } from '../verdict/comparisons.ts';
import { readTally } from '../verdict/endings.ts';
import { Judge } from '../verdict/judge.ts';
import type { Webhooks } from '../webhook/webhooks.ts';
import { openChallengeRooms } from './challenge-rooms.ts';
import type { Foundation } from './foundation.ts';

interface NetworkOptions extends Foundation {
  readonly metrics: Metrics;
  readonly sessions: Sessions;
  readonly chain: ChainReader;
  readonly publicLog: PublicLog;
  readonly webhooks: Webhooks;
}

/** The log is told this often which challengers can be drawn. */
const treesEveryMs = 5_000;

const probationWords = (ms: number | undefined) =>
  ms === undefined
    ? undefined
    : `It is on probation: ${ms / hourMs} hours of presence and measurements by admitted challengers that agree with its place admit it.`;

/** Agents, the challenges that give them work, and how several nodes share both. */
export const openNetwork = (options: NetworkOptions) => {
  const { config, metrics, sessions, chain, publicLog, webhooks, closers, ...common } = options;
  const { db, now, random, log } = common;
  const nodeId = random(8).toString('hex');
  const admissions =
    config.admission &&
    new Admissions({
      db,
      now,
      operators: config.admission.operators,
      waitingReason: probationWords(config.admission.probationMs),
      // An agent is let in also while the chain cannot be read; no request is accepted then.
      head: () => chain.head().catch(() => null),
      append: (tx, decided) => publicLog.append(tx, ...admissionEntry(decided)),
      decided: (row) => send({ ...row, role: 'challenger' }, admissionMessage(row)),
    });
  const signatures = new SignatureChecks();
  closers.push(() => signatures.close());
  const proofType = openProofTypes();
  const identities = new Identities({
    service: serviceNameOf(publicLog, config.chain),
    now,
    proofType,
    checkSignature: signatures.check,
  });
  const { development } = config;
  const deposits =
    config.chain && config.funded.roles.includes('challenger')
      ? new Deposits({
          holds: mayUseOn(chain, config.funded),
          challengers: async () =>
            (await Promise.all(config.proofTypes.map((id) => agents.alive(id, 'challenger')))).flat(),
        })
      : undefined;
  const lacksDeposit = deposits?.isShort;
  const agents: Agents = new Agents({ db, now, random, nodeId, development, identities, admissions, lacksDeposit });
  const systems = new SystemsFile();
  const judge = new Judge();
  closers.push(() => judge.close());
  const board = db.dialect === 'postgres' ? new NoticeBoard(db, nodeId) : undefined;
  const endpoints = new Endpoints({ now, random, development });
  const hub = new Hub({ agents, sessions, endpoints, log, now, board });
  const sendHere: Hub['send'] = (to, message) => hub.send(to, message);
  const hasPeers = () => agents.nodes.hasPeers();
  const tasks = openTaskDeliveries(db, now, nodeId);
  const relay = board && new Relay({ now, log, nodeId, board, send: sendHere, hasPeers, tasks });
  const send: Hub['send'] = relay ? (to, message) => relay.send(to, message) : sendHere;

  const refusals = new Refusals(db, now);
  const calibration = openCalibration({
    ...common,
    nodeId,
    service: agents.identities.service,
    ...config.mesh,
    challengers: (id) => agents.alive(id, 'challenger'),
    landmarks: (id) => agents.landmarks(id),
    append: (tx, entry, id) => publicLog.append(tx, entry, id),
    doubted: async (id, doubts) => admissions?.setAside(id, doubts),
    send,
    checkSignature: signatures.check,
    keepRefusal: async (agentId, of, code) => {
      await refusals.keep(agentId, of, code);
      return refusalReasons[code];
    },
  });
  closers.push(() => calibration.close());
  const probations =
    admissions &&
    config.admission?.probationMs &&
    new Probations({
      ...{ db, now, agents, admissions, probationMs: config.admission.probationMs },
      measuredWithinMs: Math.max(dayMs, 2 * config.mesh.everyMs),
      agrees: new Map(proofTypes.flatMap(({ id, mesh }) => (mesh?.agrees ? [[id, mesh.agrees] as const] : []))),
      settings: (id) => config.proofSettings[id] ?? {},
      measured: calibration.measured,
    });
  const { inbox, events, coordinator, askConsent, logTrees, leafOf, sweep, recorded } = openChallengeRooms({
    ...common,
    agents,
    systems: systems.newest,
    judge,
    proofType,
    calibration: (id) => calibration.current(id),
    reward: toMillionths(config.rewardPerReading) as number,
    budget: config.rewardBudget,
    checkSignature: signatures.check,
    send,
    board,
    publicLog,
    seeds: publicLog.seeds,
    seedBlocks: config.chain ? chain : undefined,
    head: () => chain.head().catch(() => null),
    confirmations: chain.confirmations,
    // Without a chain there are no blocks that could be replaced.
    stillOnChain: async ({ blockNumber, blockHash }) => !config.chain || chain.recheck(blockNumber, blockHash),
    queueResult: async (tx, result) => {
      await publicLog.append(tx, ...transcriptEntry(result));
      if (config.chain?.coordinatorKey && !isDirectId(result.challengeId)) await ResultRecorder.queue(tx, result);
    },
    tell: (tx, told) => webhooks.tell(tx, told),
    ...openChallengeFigures(metrics, log),
  });
  const warnOfTrees = (error: unknown) => log.warn({ err: error }, 'logging who can be drawn failed');
  closers.push(repeat(treesEveryMs, () => logTrees(config.proofTypes), warnOfTrees));
  const witnesses = new Witnesses({
    db,
    now,
    log: publicLog,
    admitted: async () =>
      (await Promise.all(config.proofTypes.map((id) => agents.eligible(id, now()))))
        .flat()
        .map((it) => ({ proofType: it.proofType, id: it.id, owner: it.owner, network: it.network })),
    witnessKey: ({ proofType: type, id }) => agents.witnessKey(type, id),
    leafOf: ({ proofType: type, id }, size) => leafOf(type, id, size),
    send,
    warn: (problem, error) => log.warn({ err: error }, problem),
  });
  closers.push(witnesses.start());
  const receiveWitness = (agent: Speaker, message: AgentMessage): Promise<undefined> | undefined => {
    if (message.type === 'cosign_refused')
      log.warn({ agent: agent.id, reason: message.reason }, 'a witness does not cosign');
    if (message.type !== 'cosignature')
      return message.type === 'cosign_refused' ? Promise.resolve(undefined) : undefined;
    return witnesses.receive(agent, message).then(() => undefined);
  };
  hub.answerWith({
    openTasks: (agent) => inbox.openTasks(agent),
    consentsWanted: (agent) => inbox.consentsWanted(agent),
    receive: (agent, message) =>
      receiveWitness(agent, message) ?? calibration.receive(agent, message) ?? inbox.receive(agent, message),
  });
  if (board && relay) {
    board.start();
    closers.push(() => board.stop());
    const watch = new DatabaseWatch({ ping: () => db.ping(), lost: () => hub.sendAway() });
    watch.start();
    closers.push(() => watch.stop());
    relay.start();
    closers.push(() => relay.stop());
  }
  closers.push(() => coordinator.queue.stop());
  const follow = async () => {
    if (admissions && config.admission?.file)
      closers.push(await followAdmissionFile(config.admission.file, admissions, log));
    if (config.systemsTable) closers.push(await systems.follow(config.systemsTable, log));
  };

  const settings = (id: string) => ({
    ...config.proofSettings[id],
    ...newestWording,
    ...(development ? developmentNetwork : {}),
  });
  const taking = {
    ...{ db, now, settings, takenIn: askConsent },
    fee: toMillionths(config.requestFee) as number,
    findProver: (id: string, address: string, isIPv6: boolean) => agents.findProver(id, address, isIPv6),
  };
  const directRequests = new DirectRequests({
    ...{ ...taking, random, service: agents.identities.service, hasBlocks: config.chain !== undefined },
    logSize: async () => (await publicLog.checkpoint()).size,
    checkSignature: signatures.check,
    due: (id) => recorded(id, true),
  });
  const challenges = new Challenges({
    ...taking,
    requests: chain,
    asksFor: (attributeId, { id, attributeId: own, later }) =>
      attributeId === own ||
      attributeId === later?.attributeId ||
      config.attributeIds.some((it) => it.proofType === id && it.attributeId === attributeId),
  });
  watchNetwork(metrics, {
    open: () => challenges.countOpen(),
    agents: () => hub.size,
    byNode: () => agents.byNode(),
  });
  const records: AgentRecords = {
    results: (agent, limit) => newestReadings(db, agent, limit),
    resultsOf: (challengeId, limit) => readingsIn(db, challengeId, limit),
    refusals: (agentId, limit) => refusals.newest(agentId, limit),
    setAside: (agent, limit) => calibration.setAside(agent, limit),
    openChallenges: (id) => challenges.countOpen(id),
    tally: (id, since) => readTally(db, id, since),
  };
  const forgetUnasked = () => agents.forgetUnasked((tx, gone) => calibration.forget(tx, gone));
  const calibrationPieces = (hash: string) => calibration.pieces(hash);
  const compare = openComparisons({ db, judge, calibration: (id) => calibration.current(id), calibrationPieces });
  return {
    ...{ agents, events, hub, coordinator, challenges, directRequests, records },
    ...{ proofType, calibrationPieces, compare, witnesses, sweep, follow, forgetUnasked },
    ...{ probations, deposits, settingsOf: settings, nodeId },
  };
};
