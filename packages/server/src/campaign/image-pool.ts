import { type ChildProcess, fork } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { serviceError } from '@trigpoint/protocol';
import { unavailable } from '../unavailable.ts';
import { FairTurns, type TurnOf } from './fair-turns.ts';
import { type ImageAnswer, type ImageJob, type PhotoFormat, type ReadImage, sniff, sniffBytes } from './images.ts';
import type { Spool } from './spool.ts';

export interface ImageLimits {
  workers: number;
  /** How many uploads may wait for a worker. Further ones are told to come back. */
  maxWaiting: number;
  /** The most CPU time that a photo may take. */
  timeoutMs: number;
  /** After this long by the clock a photo is given up, because the machine is too busy. */
  patienceMs: number;
  maxMemoryBytes: number;
  maxPixels: number;
  maxBytes: number;
}

const imageLimits: ImageLimits = {
  workers: 2,
  maxWaiting: 256,
  timeoutMs: 5_000,
  patienceMs: 20_000,
  maxMemoryBytes: 512 * 1024 * 1024,
  maxPixels: 50_000_000,
  maxBytes: 20 * 1024 * 1024,
};

export interface ImageStats {
  read: number;
  refused: number;
  timedOut: number;
  swollen: number;
  crashed: number;
  /** Given up because the machine had too little CPU or memory. That is not the photo's fault. */
  starved: number;
  /** The most memory any worker ever held. */
  peakBytes: number;
  /** The most time any photo took, of CPU and by the clock. */
  longestCpuMs: number;
  longestMs: number;
}

export interface Images {
  /** Tells the format of a file by its first bytes. Throws (400) if it is no photo. */
  identify(path: string): Promise<PhotoFormat>;
  /**
   * Decodes a photo and writes it anew into the spool. Calls `onStart` when its turn has come. Throws a ServiceError:
   * invalid_photo, or unavailable if the machine had no time for it. The files that it wrote are then deleted.
   */
  read(path: string, format: PhotoFormat, whose?: TurnOf, onStart?: () => Promise<unknown>): Promise<ReadImage>;
  readonly stats: ImageStats;
  /** How busy the workers are now. */
  readonly load: { busy: number; waiting: number };
  close(): Promise<void>;
}

/** A worker ends after this many photos, because that frees fragmented memory. A new one costs 0.2 s. */
const jobsPerWorker = 100;
const watchMs = 25;

const comeBackSeconds = 20;
const nobody: TurnOf = { creator: '', sender: '' };

/** Why a worker ended over a photo. */
type Ending = 'timedOut' | 'swollen' | 'crashed' | 'starved';

const problemOf = (why: Exclude<Ending, 'starved'>, limits: ImageLimits): string =>
  ({
    timedOut: `takes longer than ${limits.timeoutMs / 1000} s to read`,
    swollen: 'takes too much memory to read',
    crashed: 'cannot be read: the decoder gave up on it',
  })[why];

const invalidPhoto = (problem: string) => serviceError('invalid_photo', { problem });

export const openImages = (spool: Spool, given: Partial<ImageLimits> = {}): Images => {
  const limits = { ...imageLimits, ...given };
  const stats: ImageStats = {
    ...{ read: 0, refused: 0, timedOut: 0, swollen: 0, crashed: 0, starved: 0 },
    ...{ peakBytes: 0, longestCpuMs: 0, longestMs: 0 },
  };
  const idle: { child: ChildProcess; jobs: number }[] = [];
  const living = new Set<ChildProcess>();
  const turns = new FairTurns(limits.workers, limits.maxWaiting);
  let closed = false;

  const start = () => {
    const child = fork(new URL('./image-worker.js', import.meta.url), {
      // The worker gets nothing of the service's configuration. One malloc arena fragments less.
      env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1', VIPS_BLOCK_UNTRUSTED: '1' },
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    living.add(child);
    child.once('exit', () => {
      living.delete(child);
      const at = idle.findIndex((worker) => worker.child === child);
      if (at >= 0) idle.splice(at, 1);
    });
    child.on('error', () => {});
    return { child, jobs: 0 };
  };

  /** Peak memory and CPU time used so far. Zero without /proc. The worker also reports its peak memory after each job. */
  const usageOf = async (pid: number): Promise<{ bytes: number; cpuMs: number }> => {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    const [status, stat] = await Promise.all([read('status'), read('stat')]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      bytes: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024,
      cpuMs: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10,
    };
  };

  const ask = (child: ChildProcess, job: ImageJob) =>
    new Promise<ImageAnswer | 'starved'>((resolve) => {
      const startedAt = performance.now();
      let reason: Ending | undefined;
      const kill = (why: Ending) => {
        reason ??= why;
        child.kill('SIGKILL');
      };
      // A photo that is slow by itself uses up its CPU time first. If this timer fires, the machine gave the worker no CPU.
      const timer = setTimeout(() => kill('starved'), limits.patienceMs);
      let cpuBefore: number | undefined;
      const watch = setInterval(async () => {
        if (!child.pid) return;
        const { bytes, cpuMs } = await usageOf(child.pid);
        cpuBefore ??= cpuMs;
        stats.peakBytes = Math.max(stats.peakBytes, bytes);
        stats.longestCpuMs = Math.max(stats.longestCpuMs, cpuMs - cpuBefore);
        if (bytes > limits.maxMemoryBytes) kill('swollen');
        if (cpuMs - cpuBefore > limits.timeoutMs) kill('timedOut');
      }, watchMs);
      const end = (answer: ImageAnswer | 'starved') => {
        clearTimeout(timer);
        clearInterval(watch);
        child.off('message', answered).off('exit', exited).off('error', failed);
        stats.longestMs = Math.max(stats.longestMs, performance.now() - startedAt);
        resolve(answer);
      };
      const answered = (answer: ImageAnswer) => {
        stats.peakBytes = Math.max(stats.peakBytes, answer.peakBytes);
        end(answer);
      };
      const exited = (_code: number | null, signal: NodeJS.Signals | null) => {
        // When memory runs short, the kernel ends processes with this signal.
        const why = reason ?? (signal === 'SIGKILL' && !closed ? 'starved' : 'crashed');
        stats[why]++;
        end(why === 'starved' ? 'starved' : { problem: problemOf(why, limits), peakBytes: 0 });
      };
      // The process could not be started, because the machine has no room for another one.
      const failed = () => {
        stats.starved++;
        end('starved');
      };
      child.on('message', answered).once('exit', exited).once('error', failed);
      child.send(job, (error) => error && kill('starved'));
    });

  return {
    stats,
    get load() {
      return turns.load;
    },
    async identify(path) {
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
        const found = sniff(buffer.subarray(0, bytesRead));
        if (typeof found === 'string') return found;
        stats.refused++;
        throw invalidPhoto(found.problem);
      } finally {
        await file.close();
      }
    },
    read: (path, format, whose = nobody, onStart) =>
      turns.run(whose, async () => {
        if (closed) throw unavailable('The service is stopping.', 5);
        await onStart?.();
        const job: ImageJob = {
          input: path,
          format,
          originalPath: spool.path(),
          thumbnailPath: spool.path(),
          maxPixels: limits.maxPixels,
          maxBytes: limits.maxBytes,
        };
        const worker = idle.pop() ?? start();
        const answer = await ask(worker.child, job);
        const alive = worker.child.exitCode === null && worker.child.signalCode === null && worker.child.connected;
        if (
          alive &&
          answer !== 'starved' &&
          ++worker.jobs < jobsPerWorker &&
          answer.peakBytes < limits.maxMemoryBytes / 2 &&
          !closed
        )
          idle.push(worker);
        else if (alive) worker.child.kill('SIGKILL');
        if (answer !== 'starved' && 'image' in answer) {
          stats.read++;
          return answer.image;
        }
        await spool.drop(job.originalPath, `${job.originalPath}.part`, job.thumbnailPath);
        if (answer === 'starved') throw unavailable('The machine had no time to read the photo.', comeBackSeconds);
        stats.refused++;
        throw invalidPhoto(answer.problem);
      }),
    async close() {
      closed = true;
      const gone = [...living].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of living) child.kill('SIGKILL');
      await Promise.all(gone);
    },
  };
};
