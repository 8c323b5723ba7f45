import { keptClaims, type ProofType } from '@trigpoint/proofs';
import { invalidField, networkRoutes, parseReading, plainAgentId, plainKey, serviceError } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { readCursor, writeCursor } from '../db/cursors.ts';
import { handlersFor, StreamedList, shortSkip } from '../http/handler.ts';
import type { Session } from '../session/sessions.ts';
import { hourMs, iso } from '../times.ts';
import { agentIds } from './addresses.ts';
import type { Admission, AdmissionRow, Admissions } from './admissions.ts';
import type { SignedReading } from './agent-records.ts';
import type { Agent, AgentRole } from './agents.ts';
import { placeShown } from './proven-places.ts';

const defaultPage = 50;
/** A page of at most this many agents is short. */
const shortPage = 100;
const newest = 20;

/** How many readings of the mesh are shown to a challenger that is set aside. It is measured in about a hundred pairs. */
const contradictions = 100;

/** Clients compute with claims, so those that are numbers travel as numbers. */
export const wireClaims = (claims: Agent['claims']) =>
  Object.fromEntries(
    Object.entries(claims).map(([name, text]) => {
      const number = Number(text);
      return [name, text.trim() !== '' && Number.isFinite(number) ? number : text];
    }),
  );

const wirePlace = ({ verifiedResult }: Agent) => {
  const place = placeShown(verifiedResult);
  if (!place) return null;
  const { latitude, longitude, uncertaintyKm, at } = place;
  return {
    ...{ latitude, longitude, uncertainty_km: uncertaintyKm },
    challenge_id: verifiedResult?.challenge_id as string,
    at: iso(at),
  };
};

export const wireReading = ({ message, signature }: SignedReading, at: number) => {
  const { challenge_id, prover, challenger } = parseReading(message);
  return { challenge_id, prover, challenger, received_at: iso(at), message, signature };
};

const wireAdmission = (it: Admission) => ({
  status: it.status,
  since: iso(it.since),
  since_block: it.sinceBlock,
  by: it.by,
  reason: it.reason,
});

const wireDecided = (it: AdmissionRow) => {
  const [latitude = null, longitude = null] = it.place === '' ? [] : it.place.split(',').map(Number);
  return { id: it.id, ...wireAdmission(it), latitude, longitude, owner: it.owner, endpoint: it.endpoint };
};

const wireAgent = (it: Agent, now: number) => ({
  id: it.id,
  keyType: it.keyType,
  publicKey: it.publicKey,
  projectName: it.projectName,
  projectPublicKey: it.projectPublicKey,
  claims: wireClaims(it.claims),
  online: it.leaseUntil > now,
  last_alive: iso(it.lastAlive),
  verified_place: wirePlace(it),
  verified_result: it.verifiedResult ?? null,
  number_of_challenges: it.challenges,
  number_of_successful_challenges: it.successes,
  admission: it.admission ? wireAdmission(it.admission) : null,
});

export const networkHandlers = (context: Pick<Context, 'config' | 'agents' | 'records' | 'now'>) => {
  const { config, agents, records, now } = context;
  /** A short page near the beginning is answered at once. Other pages are not read before the caller's turn has come. */
  const list = (
    name: string,
    proofType: ProofType,
    role: AgentRole,
    { skip = 0, limit = defaultPage, cursor }: { skip?: number; limit?: number; cursor?: string },
  ): never => {
    const from = cursor ? readCursor(cursor, agentIds) : skip;
    if (cursor && skip > 0) throw invalidField('skip', 'is not counted from a cursor; leave one of the two out');
    const open = async () => {
      const { parts, total, next } = await agents.page(proofType.id, role, from, limit);
      return { parts, after: () => ({ total, next_cursor: next ? writeCursor(next) : null }) };
    };
    return new StreamedList(name, open, limit <= shortPage && skip <= shortSkip).changed(async (part) =>
      part.map((it) => wireAgent(keeping(proofType, it), now())),
    ) as never;
  };

  /** Leaves out claims that the proof type does not know. Rows of earlier versions have some. */
  const keeping = (proofType: ProofType, it: Agent): Agent => ({
    ...it,
    claims: keptClaims(proofType, it.claims, config.development),
  });

  const one = async (proofType: ProofType, role: AgentRole, id: string, visitor: Session | undefined) => {
    const agent = await agents.find(proofType.id, role, plainAgentId(id));
    if (!agent) throw serviceError('agent_not_found', { role, id, proof_type: proofType.id });
    const isItself = agent.keyType === visitor?.keyType && agent.publicKey === visitor.publicKey;
    const results = await records.results(agent, newest);
    const seen = await agents.seen(agent);
    const refusals = isItself ? await records.refusals(agent.id, newest) : [];
    const setAside = isItself ? await records.setAside(agent, contradictions) : undefined;
    return {
      result: {
        ...wireAgent(keeping(proofType, agent), now()),
        version: agent.version,
        first_seen: iso(agent.firstSeen),
        seen: {
          since: iso(seen.from),
          spans: seen.spans.map((it) => ({ from: iso(it.from), until: iso(it.until) })),
          share: seen.share,
        },
        results: results.map((it) => wireReading(it, it.receivedAt)),
        set_aside: setAside?.reason ?? null,
        set_aside_evidence: (setAside?.readings ?? []).map((it) => wireReading(it, it.measuredAt)),
        refusals: refusals.map(({ challengeId, code, reason, at }) => ({
          ...{ challenge_id: challengeId, code, reason, at: iso(at) },
        })),
      },
    };
  };

  /** Throws if the caller is no operator. */
  const admissionsFor = ({ publicKey }: Session): Admissions => {
    const { admissions } = agents;
    if (!admissions) throw serviceError('not_allowed', { detail: 'This network admits everybody.' });
    admissions.checkOperator(publicKey);
    return admissions;
  };

  return handlersFor(networkRoutes, {
    provers: async ({ proofType, body }) => list('provers', proofType, 'prover', body),
    prover: ({ proofType, body, visitor }) => one(proofType, 'prover', body.id, visitor),
    challengers: async ({ proofType, body }) => list('challengers', proofType, 'challenger', body),
    challenger: ({ proofType, body, visitor }) => one(proofType, 'challenger', body.id, visitor),

    'admit-challenger': async ({ proofType, body, session }) => {
      const admissions = admissionsFor(session);
      const { challenger, status = 'admitted', reason = '', latitude, longitude, owner, endpoint } = body;
      if ((latitude === undefined) !== (longitude === undefined))
        throw invalidField(latitude === undefined ? 'latitude' : 'longitude', 'must be given too');
      const terms = {
        ...(latitude === undefined ? {} : { place: `${latitude},${longitude}` }),
        ...(owner === undefined ? {} : { owner: plainKey(owner) }),
        ...(endpoint === undefined ? {} : { endpoint }),
      };
      const decision = { status, reason: reason || 'An operator decided.', by: session.publicKey, ...terms };
      const decided = await admissions.decideAbout(proofType.id, challenger, decision);
      return { result: { admissions: decided.map(wireDecided) } };
    },
    'list-admissions': async ({ proofType, body, session }) => {
      const { status, skip = 0, limit = defaultPage } = body;
      const page = await admissionsFor(session).page(proofType.id, status, skip, limit);
      return { result: { admissions: page.admissions.map(wireDecided), total: page.total } };
    },

    statistics: async ({ proofType }) => {
      const thisHour = Math.floor(now() / hourMs) * hourMs;
      const counts = (await agents.counts()).filter((it) => it.proofType === proofType.id);
      const hours = Array.from({ length: 24 }, (_, i) => thisHour - (23 - i) * hourMs);
      const rows = await records.tally(proofType.id, hours[0] as number);
      const sum = (keep: (hour: number) => boolean) => {
        const ended = { true: 0, false: 0, inconclusive: 0 };
        for (const it of rows) if (keep(it.hour)) ended[it.verified] += it.n;
        return ended;
      };
      return {
        result: {
          provers: counts.find((it) => it.role === 'prover')?.n ?? 0,
          challengers: counts.find((it) => it.role === 'challenger')?.n ?? 0,
          open_challenges: await records.openChallenges(proofType.id),
          ended: sum(() => true),
          hours: hours.map((hour) => ({ hour: iso(hour), ...sum((it) => it === hour) })),
        },
      };
    },
  });
};
