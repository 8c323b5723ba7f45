import { counted, exitCodes, show } from '../output.ts';
import { isOnLoopback, type ServiceFlags } from '../session.ts';
import { checkAgent, checkSetAside } from './agents.ts';
import type { Diagnosis } from './diagnoses.ts';
import { checkClock, checkNode, checkPort, checkService, checkUdp } from './machine.ts';
import { checkChain, checkConfig, checkDatabase, checkDataDir, checkSystems } from './operator.ts';

export interface DoctorFlags extends ServiceFlags {
  readonly agent?: string;
}

const marks = { ok: '✔', warning: '!', bad: '✘', skipped: '·' } as const;

/** The port to check. If PORT is not set and the service is on this machine, it is the service's port. */
const portFor = (service: string, { port }: { readonly port: number }): number =>
  process.env.PORT === undefined && isOnLoopback(service) ? Number(new URL(service).port || port) : port;

/** 0 when nothing is bad, else 1. */
export async function examine(flags: DoctorFlags): Promise<number> {
  const config = checkConfig(process.env);
  const about = await checkService(flags.service);
  const diagnoses: Diagnosis[] = [
    checkNode(process.versions.node),
    config.diagnosis,
    ...(config.value
      ? [
          await checkDataDir(config.value.dataDir),
          await checkDatabase(config.value),
          await checkPort(
            config.value.host,
            about.reachable ? portFor(flags.service, config.value) : config.value.port,
            flags.service,
          ),
          await checkChain(config.value.chain),
          await checkSystems(config.value),
        ]
      : []),
    ...about.diagnoses,
    checkClock(about.clockSkewMs),
    await checkUdp(),
    ...(about.reachable ? await checkSetAside(flags.service) : []),
    ...(flags.agent && about.reachable ? await checkAgent(flags.service, flags.agent) : []),
  ];
  const bad = diagnoses.filter((it) => it.state === 'bad').length;
  show(flags.json, { healthy: bad === 0, diagnoses }, () =>
    [
      ...diagnoses.map((it) =>
        [
          `${marks[it.state]} ${it.name.padEnd(14)} ${it.says}`,
          ...(it.advice ? [`  ${''.padEnd(14)} → ${it.advice}`] : []),
        ].join('\n'),
      ),
      '',
      summaryOf(diagnoses),
    ].join('\n'),
  );
  return bad === 0 ? exitCodes.done : exitCodes.error;
}

const summaryOf = (diagnoses: readonly Diagnosis[]): string => {
  const count = (state: Diagnosis['state']) => diagnoses.filter((it) => it.state === state).length;
  const [bad, warnings] = [count('bad'), count('warning')];
  if (bad > 0) return `${bad} of ${diagnoses.length} ${bad === 1 ? 'needs' : 'need'} attention.`;
  return warnings === 0 ? 'All checks passed.' : `Nothing failed. ${counted(warnings, 'warning')}, marked with !`;
};
