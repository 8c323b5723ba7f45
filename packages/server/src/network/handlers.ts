import type { ProofType } from '@trigpoint/proofs';
import { networkRoutes, parseReading, ServiceError } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import type { Session } from '../session/sessions.ts';
import type { SignedReading } from './agent-records.ts';
import type { Agent, AgentRole } from './agents.ts';

const defaultPage = 50;
const newest = 20;
const hourMs = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** Readings of the mesh shown to a challenger that is set aside. It has a hundred pairs or so, and some contradict its place. */
const contradictions = 100;

/** Clients compute with claims, so those that are numbers travel as numbers. */
const wireClaims = (claims: Agent['claims']) =>
  Object.fromEntries(
    Object.entries(claims).map(([name, text]) => {
      const number = Number(text);
      return [name, text.trim() !== '' && Number.isFinite(number) ? number : text];
    }),
  );

const wirePlace = ({ verifiedResult: it }: Agent) =>
  it?.latitude === undefined || it.longitude === undefined
    ? null
    : {
        latitude: Number(it.latitude),
        longitude: Number(it.longitude),
        uncertainty_km: Number(it.uncertainty_km),
        challenge_id: it.challenge_id as string,
        at: it.at as string,
      };

const wireReading = ({ message, signature }: SignedReading, at: number) => {
  const { challenge_id, prover, challenger } = parseReading(message);
  return { challenge_id, prover, challenger, received_at: iso(at), message, signature };
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
});

export const networkHandlers = ({ agents, records, now }: Pick<Context, 'agents' | 'records' | 'now'>) => {
  const list = async (proofType: ProofType, role: AgentRole, body: { skip?: number; limit?: number }) => {
    const page = await agents.page(proofType.id, role, body.skip ?? 0, body.limit ?? defaultPage);
    return { agents: page.agents.map((it) => wireAgent(it, now())), total: page.total };
  };

  const one = async (proofType: ProofType, role: AgentRole, id: string, visitor: Session | undefined) => {
    const agent = await agents.find(proofType.id, role, id);
    if (!agent) throw new ServiceError('agent_not_found', { role, id, proof_type: proofType.id });
    const isOwner = agent.keyType === visitor?.keyType && agent.publicKey === visitor.publicKey;
    const results = await records.results(agent, newest);
    const seen = await agents.seen(agent);
    const refusals = isOwner ? await records.refusals(agent.id, newest) : [];
    const setAside = isOwner ? await records.setAside(agent, contradictions) : undefined;
    return {
      result: {
        ...wireAgent(agent, now()),
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
        refusals: refusals.map((it) => ({
          challenge_id: it.challengeId,
          code: it.code,
          reason: it.reason,
          at: iso(it.at),
        })),
      },
    };
  };

  return handlersFor(networkRoutes, {
    provers: async ({ proofType, body }) => {
      const page = await list(proofType, 'prover', body);
      return { result: { provers: page.agents, total: page.total } };
    },
    prover: ({ proofType, body, visitor }) => one(proofType, 'prover', body.id, visitor),
    challengers: async ({ proofType, body }) => {
      const page = await list(proofType, 'challenger', body);
      return { result: { challengers: page.agents, total: page.total } };
    },
    challenger: ({ proofType, body, visitor }) => one(proofType, 'challenger', body.id, visitor),

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
