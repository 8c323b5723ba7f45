import { Client, ServiceError } from '@trigpoint/client';
import { parseReading } from '@trigpoint/protocol';
import { counted } from '../output.ts';
import { commandLine, servedTypes } from '../session.ts';
import { localTime } from '../times.ts';
import { bad, type Diagnosis, fine, warning } from './diagnoses.ts';

/**
 * How an agent is doing, by what the service says about it. Only measurements of others show whether its UDP port is open from
 * outside.
 */
export async function checkAgent(service: string, id: string): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const proofType of await servedTypes({ service }))
    for (const role of ['prover', 'challenger'] as const) {
      const client = new Client({ url: service, proofType });
      const found = await client.call(role, { id }).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'agent_not_found') return undefined;
        throw error;
      });
      if (found)
        diagnoses.push(
          ...judge(`${proofType} ${role}`, found.result),
          ...admissionOf(service, proofType, found.result),
        );
    }
  if (diagnoses.length > 0) return diagnoses;
  return [
    bad(
      'agent',
      `the service has never seen ${id}`,
      `Give its whole id, as it prints it and as this lists it: ${commandLine('provers', { service })}`,
    ),
  ];
}

const mostListed = 1_000;

/** Connected challengers whose readings do not count now. Their owners may not have noticed. */
export async function checkSetAside(service: string): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const proofType of await servedTypes({ service })) {
    const client = new Client({ url: service, proofType });
    const { challengers } = (await client.call('challengers', { limit: mostListed })).result;
    const aside = challengers.filter((it) => it.online && it.admission?.status === 'set_aside');
    const [first] = aside;
    if (first)
      diagnoses.push(
        warning(
          `${proofType} set aside`,
          `${counted(aside.length, 'challenger is', 'challengers are')} not drawn: ${aside
            .slice(0, 3)
            .map((it) => it.id)
            .join(', ')}${aside.length > 3 ? ', …' : ''}`,
          `Its readings do not count. Why: ${commandLine(`doctor --agent ${first.id}`, { service })}`,
        ),
      );
  }
  return diagnoses;
}

interface Seen {
  readonly id: string;
  readonly admission: { readonly status: string; readonly reason: string; readonly since: string } | null;
  readonly online: boolean;
  readonly last_alive: string;
  readonly number_of_challenges: number;
  readonly results: readonly { readonly message: string }[];
}

/** Whether a challenger may be drawn. Says nothing for provers, and nothing where the service has no admissions. */
const admissionOf = (service: string, proofType: string, { id, admission }: Seen): Diagnosis[] => {
  if (!admission) return [];
  const name = `${proofType} admission`;
  if (admission.status === 'admitted')
    return [fine(name, `admitted since ${localTime(admission.since)}: ${admission.reason}`)];
  const what = admission.status === 'candidate' ? 'not admitted yet' : 'set aside';
  return [
    warning(
      name,
      `${what} since ${localTime(admission.since)}: ${admission.reason}`,
      `It measures other challengers and no provers. An operator admits it with: ${commandLine(`admit ${id} --proof-type ${proofType}`, { service })}`,
    ),
  ];
};

const judge = (name: string, agent: Seen): Diagnosis[] => {
  const online = agent.online
    ? fine(name, 'connected')
    : bad(
        name,
        `not connected since ${localTime(agent.last_alive)}`,
        'Start it; it dials out to the service over HTTPS and needs nothing else for this.',
      );
  const failures = agent.results.map((it) => parseReading(it.message).failure?.failure);
  const cut = failures.filter((it) => it === 'unreachable' || it === 'timeout').length;
  if (failures.length === 0) return [online];
  const reached = `${failures.length - cut} of the newest ${failures.length} measurements got through`;
  if (cut * 2 <= failures.length) return [online, fine(`${name}, UDP`, reached)];
  return [
    online,
    warning(
      `${name}, UDP`,
      reached,
      'A challenger must be reachable at its UDP port: open it in the firewall, forward it, and announce it with --udp-address and --udp-port.',
    ),
  ];
};
