import { proofTypes } from '@trigpoint/proofs/rules';
import type { ChainReader } from '../chain/open.ts';
import { mayUseOn } from '../chain/wallets.ts';
import { admissionEntry } from '../log/admissions.ts';
import type { PublicLog } from '../log/public-log.ts';
import { type AdmissionRow, Admissions } from '../network/admissions.ts';
import type { Agent, Agents } from '../network/agents.ts';
import { Deposits } from '../network/deposits.ts';
import { Probations, type ProbationsOptions } from '../network/probations.ts';
import { dayMs, hourMs } from '../times.ts';
import type { Foundation } from './foundation.ts';

interface AdmissionOptions extends Pick<Foundation, 'config' | 'db' | 'now'> {
  readonly chain: ChainReader;
  readonly publicLog: PublicLog;
}

const probationWords = (ms: number | undefined) =>
  ms === undefined
    ? undefined
    : `It is on probation: ${ms / hourMs} hours of presence and measurements by admitted challengers that agree with its place admit it.`;

/** Decides which challengers may be drawn, where the operator does not let everybody in. */
export const openAdmissions = (
  { config, db, now, chain, publicLog }: AdmissionOptions,
  decided: (row: AdmissionRow) => void,
) =>
  config.admission &&
  new Admissions({
    ...{ db, now, decided },
    // An agent is let in also while the chain cannot be read; no request is accepted then.
    head: () => chain.head().catch(() => null),
    operators: config.admission.operators,
    waitingReason: probationWords(config.admission.probationMs),
    append: (tx, decided) => publicLog.append(tx, ...admissionEntry(decided)),
  });

/** Looks whether challengers still hold what the operator demands of them. */
export const openDeposits = (
  { config, chain }: AdmissionOptions,
  challengers: (proofType: string) => Promise<readonly Agent[]>,
) =>
  config.chain && config.funded.roles.includes('challenger')
    ? new Deposits({
        holds: mayUseOn(chain, config.funded),
        challengers: async () => (await Promise.all(config.proofTypes.map(challengers))).flat(),
      })
    : undefined;

/** Admits candidates that nobody decides about, where the operator allows it. */
export const openProbations = (
  { config, db, now }: AdmissionOptions,
  agents: Agents,
  admissions: Admissions | undefined,
  measured: ProbationsOptions['measured'],
) =>
  admissions &&
  config.admission?.probationMs &&
  new Probations({
    ...{ db, now, agents, admissions, measured, probationMs: config.admission.probationMs },
    measuredWithinMs: Math.max(dayMs, 2 * config.mesh.everyMs),
    agrees: new Map(proofTypes.flatMap(({ id, mesh }) => (mesh?.agrees ? [[id, mesh.agrees] as const] : []))),
    settings: (id) => config.proofSettings[id] ?? {},
  });
