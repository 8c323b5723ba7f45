import { backoffMs } from '@trigpoint/agent';
import { recruitCrowd } from '@trigpoint/dev/crowd';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';

/** How many provers challenges ask for. The other agents of a large crowd only stay connected. */
const asked = 20;
const atOnce = 64;

export interface CrowdSize {
  readonly provers: number;
  readonly challengers: number;
}

/** Agents in a process of their own, so that their cost is not in the payers' figures. They reconnect as real agents do. */
const { provers, challengers } = settingsFromParent<CrowdSize>();
const againMs = (failures: number) => backoffMs(failures, Math.random);
const crowd = recruitCrowd({ provers, challengers, measureMs: 100, atOnce, againMs });
answerParent({ provers: crowd.provers.slice(0, asked) }, async (urls: string[]) => {
  await crowd.open(...urls);
  return {};
});
