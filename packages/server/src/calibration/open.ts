import type { ProofType } from '@trigpoint/proofs';
import { proofTypes } from '@trigpoint/proofs/rules';
import type { AgentMessage } from '@trigpoint/protocol';
import type { Tx } from '../db/driver.ts';
import { repeat } from '../repeat.ts';
import { type Calibration, Calibrations, type CalibrationsOptions } from './calibrations.ts';
import { type MeshAgent, Meshes, type MeshesOptions, meshPrefix } from './meshes.ts';
import { calibrationPieces, forgetMeasured, measuredOf, meshReadingsOf } from './store.ts';

/** How often the mesh takes a step and is fitted if it is time. */
const stepMs = 5_000;

type Options = Pick<
  MeshesOptions,
  'db' | 'now' | 'random' | 'log' | 'nodeId' | 'service' | 'send' | 'checkSignature' | 'keepRefusal'
> & {
  readonly everyMs: number;
  readonly append: CalibrationsOptions['append'];
  readonly calibrateEveryMs: number;
  readonly challengers: (proofType: string) => ReturnType<MeshesOptions['challengers']>;
  /** The challengers that the calibration learns from. */
  readonly landmarks: (proofType: string) => ReturnType<CalibrationsOptions['landmarks']>;
  /** Called with the challengers whose stated place a new calibration doubts. */
  readonly doubted: (proofType: string, doubts: readonly { id: string; reason: string }[]) => Promise<void>;
};

const hasMesh = (it: ProofType): it is MeshesOptions['proofType'] => it.mesh !== undefined;

/** The mesh and what is learned from it, for every proof type that has one. */
export const openCalibration = (options: Options) => {
  const { db, now, log, everyMs, calibrateEveryMs } = options;
  const open = proofTypes.filter(hasMesh).map((proofType) => {
    const challengers = () => options.challengers(proofType.id);
    return {
      id: proofType.id,
      meshRules: proofType.mesh,
      meshes: new Meshes({ ...options, proofType, challengers }),
      calibrations: new Calibrations({
        db,
        now,
        proofType: proofType.id,
        landmarks: () => options.landmarks(proofType.id),
        everyMs: calibrateEveryMs,
        append: options.append,
        fitted: (data) => options.doubted(proofType.id, proofType.mesh.setAside?.(data) ?? []),
      }),
    };
  });
  const step = async () => {
    for (const { meshes, calibrations } of open) {
      await meshes.step();
      await calibrations.refresh();
    }
  };
  const warn = (error: unknown) => log.warn({ err: error }, 'calibrating failed');
  const stop = everyMs === 0 ? undefined : repeat(stepMs, step, warn);
  const current = async (proofType: string): Promise<Calibration> =>
    (await open.find(({ id }) => id === proofType)?.calibrations.current()) ?? { hash: null, data: null };
  return {
    current,
    /** A calibration by its hash, as JSON, piece by piece. */
    pieces: (hash: string): AsyncIterable<string> => calibrationPieces(db, hash),
    /** Why the calibration doubts a challenger's stated place, and its measurements. Undefined if it does not. */
    setAside: async ({ proofType, role, id }: Pick<MeshAgent, 'proofType' | 'role' | 'id'>, limit: number) => {
      if (role !== 'challenger') return undefined;
      const { data } = await current(proofType);
      const rules = open.find((it) => it.id === proofType)?.meshRules;
      const found = rules?.setAside?.(data).find((it) => it.id === id);
      return found && { reason: found.reason, readings: await meshReadingsOf(db, proofType, id, limit) };
    },
    /** What others measured of one challenger since a time. */
    measured: (proofType: string, id: string, since: number) => measuredOf(db, proofType, id, since),
    /** Forgets what was measured of candidates that are forgotten. A candidate measures nobody itself. */
    forget: async (tx: Tx, gone: readonly Pick<MeshAgent, 'proofType' | 'role' | 'id'>[]): Promise<void> => {
      // A prover may have the key of a challenger that stays.
      await forgetMeasured(
        tx,
        gone.filter((it) => it.role === 'challenger'),
      );
    },
    /** Takes readings of the mesh. Undefined for all other messages. */
    receive: (agent: Pick<MeshAgent, 'id' | 'proofType'>, message: AgentMessage) =>
      message.type === 'reading' && message.challenge_id.startsWith(meshPrefix)
        ? open.find(({ id }) => id === agent.proofType)?.meshes.record(agent, message)
        : undefined,
    close: async () => stop?.(),
  };
};
