import { join } from 'node:path';
import { type Child, type ServiceFigures, type ServiceProcess, startChild } from '@trigpoint/dev/processes';
import type { ProofOptions } from '../proof.ts';

const mib = 2 ** 20;
const collections = 3;
/**
 * How much more a service may hold after the requests than when it was warm. It is for caches that are not full yet, never for
 * the requests.
 */
const mostGrowthMib = 12;
const mostResidentMib = 700;
/** A request that holds the event loop costs processor time. Other programs on the machine do not add to it. */
const mostCpuMs = 6;
/** How late the event loop may be. Where the machine itself is late, a loop that has nothing to do tells by how much. */
const mostLateMs = 60;
const mostTimesLater = 3;

type Control = Child<unknown>;

const heldMib = ({ heapBytes, externalBytes }: ServiceFigures) => (heapBytes + externalBytes) / mib;

/** What requests do to the process that answers them: memory that stays, and how late its event loop is. */
export class Burden {
  readonly #service: ServiceProcess;
  readonly #idle: Control;
  #warm: ServiceFigures | undefined;

  private constructor(service: ServiceProcess, idle: Control) {
    this.#service = service;
    this.#idle = idle;
  }

  static async begin(service: ServiceProcess, dataDir: string): Promise<Burden> {
    const file = join(dataDir, 'control');
    const idle = await startChild(new URL('../photos/control-process.js', import.meta.url), { file });
    await service.figures(collections, true);
    return new Burden(service, idle);
  }

  /** Called when the service is warm. What it holds from now on is compared with this moment. */
  async isWarm(): Promise<void> {
    this.#warm = await this.#service.figures(collections, true);
  }

  /** One sentence for each bound that was broken. At small size nothing is judged by the clock. */
  async end(requestsSinceWarm: number, { small, log }: Pick<ProofOptions, 'small' | 'log'>): Promise<string[]> {
    const { loopP99Ms: idleMs } = await this.#idle.ask<{ loopP99Ms: number }>({});
    const figures = await this.#service.figures(collections);
    await this.#idle.end('SIGKILL');
    const { loopP99Ms, rssBytes } = figures;
    if (!this.#warm) return ['the service was never warm'];
    const grownMib = heldMib(figures) - heldMib(this.#warm);
    const cpuMs = (figures.cpuUs - this.#warm.cpuUs) / 1000 / requestsSinceWarm;
    log(
      `holds ${heldMib(figures).toFixed(1)} MiB, ${grownMib.toFixed(1)} more than when it was warm (resident ` +
        `${(rssBytes / mib).toFixed(0)}); ${cpuMs.toFixed(1)} ms of CPU each; its loop's p99 ${loopP99Ms.toFixed(1)} ms, an idle one's ${idleMs.toFixed(1)} ms`,
    );
    const violations: string[] = [];
    if (grownMib > mostGrowthMib) violations.push(`the service holds ${grownMib.toFixed(1)} MiB more than before`);
    if (rssBytes / mib > mostResidentMib) violations.push(`${(rssBytes / mib).toFixed(0)} MiB of it are resident`);
    if (cpuMs > mostCpuMs) violations.push(`a request took ${cpuMs.toFixed(1)} ms of CPU on average`);
    if (!small && loopP99Ms > Math.max(mostLateMs, mostTimesLater * idleMs))
      violations.push(
        `its event loop was late by ${loopP99Ms.toFixed(1)} ms (p99), an idle one by ${idleMs.toFixed(1)} ms`,
      );
    return violations;
  }
}
