import { isDirectId } from '@trigpoint/proofs';
import { openCalibration } from '../calibration/open.ts';
import type { ChainReader } from '../chain/open.ts';
import { ResultRecorder } from '../chain/results.ts';
import { openProofTypes } from '../challenge/proof-types.ts';
import { DatabaseWatch } from '../cluster/database-watch.ts';
import { NoticeBoard } from '../cluster/notice-board.ts';
import { Relay } from '../cluster/relay.ts';
import { newestReadings, readingsIn } from '../coordination/assignments.ts';
import { Refusals, refusalReasons } from '../coordination/refusals.ts';
import { openTaskDeliveries } from '../coordination/task-deliveries.ts';
import { SignatureChecks } from '../keys/signature-checks.ts';
import { toMillionths } from '../ledger/amounts.ts';
import type { PublicLog } from '../log/public-log.ts';
import { serviceNameOf } from '../log/service-name.ts';
import { transcriptEntry } from '../log/transcripts.ts';
import { openChallengeFigures, watchNetwork } from '../metrics/challenge-figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { followAdmissionFile } from '../network/admission-file.ts';
import { admissionMessage } from '../network/admissions.ts';
import type { AgentRecords } from '../network/agent-records.ts';
import { Agents } from '../network/agents.ts';
import { Endpoints } from '../network/endpoints.ts';
import { Hub } from '../network/hub.ts';
import { Identities } from '../network/identities.ts';
import { SystemsFile } from '../network/systems-file.ts';
import { repeat } from '../repeat.ts';
import type { Sessions } from '../session/sessions.ts';
import { openComparisons } from '../verdict/comparisons.ts';
import { readTally } from '../verdict/endings.ts';
import { Judge } from '../verdict/judge.ts';
import type { Webhooks } from '../webhook/webhooks.ts';
import { openAdmissions, openDeposits, openProbations } from './admissions.ts';
import { openChallengeRooms } from './challenge-rooms.ts';
import type { Foundation } from './foundation.ts';
import { openRequests } from './requests.ts';
import { openWitnesses } from './witnesses.ts';

interface NetworkOptions extends Foundation {
  readonly metrics: Metrics;
  readonly sessions: Sessions;
  readonly chain: ChainReader;
  readonly publicLog: PublicLog;
  readonly webhooks: Webhooks;
}

/** The log is told this often which challengers can be drawn. */
const treesEveryMs = 5_000;

/** Agents, the challenges that give them work, and how several nodes share both. */
export const openNetwork = (options: NetworkOptions) => {
  const { config, metrics, sessions, chain, publicLog, webhooks, closers, ...common } = options;
  const { db, now, random, log } = common;
  const nodeId = random(8).toString('hex');
  const admissions = openAdmissions(options, (row) => send({ ...row, role: 'challenger' }, admissionMessage(row)));
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
  const deposits = openDeposits(options, (id) => agents.alive(id, 'challenger'));
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
  const consents = (ids: readonly string[]) => consentsOnNode(ids);
  const relay = board && new Relay({ now, log, nodeId, board, send: sendHere, hasPeers, tasks, consents });
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
  const probations = openProbations(options, agents, admissions, calibration.measured);
  const { inbox, events, coordinator, askConsent, consentsOnNode, logTrees, leafOf, sweep, recorded } =
    openChallengeRooms({
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
  const witnesses = openWitnesses(options, agents, { leafOf, send });
  hub.answerWith({
    openTasks: (agent) => inbox.openTasks(agent),
    consentsWanted: (agent) => inbox.consentsWanted(agent),
    isUnasked: (answer) => inbox.isUnasked(answer),
    receive: (agent, message) =>
      witnesses.receive(agent, message) ?? calibration.receive(agent, message) ?? inbox.receive(agent, message),
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

  const requests = openRequests({ ...options, checkSignature: signatures.check }, agents, { askConsent, recorded });
  const { challenges } = requests;
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
    ...{ agents, events, hub, coordinator, ...requests, records },
    ...{ proofType, calibrationPieces, compare, witnesses: witnesses.asked, sweep, follow, forgetUnasked },
    ...{ probations, deposits, nodeId },
  };
};
