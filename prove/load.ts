import { calibrate } from '@trigpoint/dev/processes';
import { usePostgres } from '@trigpoint/dev/services';
import { compareApart } from './load/apart.ts';
import { type NeighboursSize, troubleNeighbours } from './load/neighbours.ts';
import { onStage, type Setting, type Stage, type StageSize } from './load/stage.ts';
import { findHighestRate, holdRate, type SteadySize } from './load/steady.ts';
import { storm } from './load/storm.ts';
import { addUp, type Proof, type ProofOptions } from './proof.ts';

interface Size {
  readonly stage: StageSize;
  readonly steady: SteadySize;
  readonly neighbours: NeighboursSize;
  /** The storm has a stage of its own, with more agents than the rest needs. */
  readonly stormStage?: StageSize;
  /** How many challenges are asked for per second in the storm. */
  readonly stormPerSecond: number;
  readonly calibrationSeconds: number;
}

/** At small size nothing is judged by the clock: only that nothing fails, and that nothing and nobody is left behind. */
const sizes: Record<'small' | 'release', Size> = {
  small: {
    stage: { agents: { provers: 8, challengers: 8 }, people: 8, requests: 2_000 },
    steady: { firstPerSecond: 10, stepSeconds: 0, step: 1, holdSeconds: 2, warmUpSeconds: 0 },
    neighbours: { rounds: 1, seconds: 1, slowConnections: 40 },
    stormPerSecond: 2,
    calibrationSeconds: 0.2,
  },
  release: {
    stage: { agents: { provers: 20, challengers: 60 }, people: 200, requests: 200_000 },
    steady: { firstPerSecond: 20, stepSeconds: 6, step: 1.25, holdSeconds: 300, warmUpSeconds: 90 },
    neighbours: { rounds: 2, seconds: 30, slowConnections: 1_000 },
    stormStage: { agents: { provers: 9_000, challengers: 1_000 }, people: 50, requests: 10_000 },
    stormPerSecond: 4,
    calibrationSeconds: 8,
  },
};
/**
 * The least operations that must be held for each thousand units of plain work that the machine does at the time, by the number
 * of nodes. It is half of what was seen when this was written.
 */
const leastPerThousandUnits: Readonly<Record<number, number>> = { 1: 30, 2: 12 };
/** Neighbours are troubled at this share of the rate that was held. */
const neighbourly = 0.5;

/**
 * One node, then one and two on a PostgreSQL: the rate they carry for minutes, what one greedy key and a thousand slow connections
 * do to everybody else, how all agents come back at once, and what a second node adds where it does not share its cores.
 */
export const prove: Proof = (options) =>
  usePostgres(
    async (databaseUrl, isGiven) => {
      const embedded: Setting = { name: 'one node, embedded database', nodes: 1 };
      if (!databaseUrl) {
        options.log('no PostgreSQL: neither DATABASE_URL nor a server that can be started here');
        return addUp(await tryOut(embedded, options));
      }
      const name = `PostgreSQL${isGiven ? '' : ` ${options.small ? 'without' : 'with'} fsync`}`;
      const two: Setting = { name: `two nodes, ${name}`, nodes: 2, databaseUrl };
      // Two nodes have everything that one node has, and more that can go wrong. So at small size they are tried alone.
      if (options.small) return addUp(await tryOut(two, options));
      const first = await tryOut(embedded, options);
      const one: Setting = { name: `one node, ${name}`, nodes: 1, databaseUrl };
      const highest = await onStage(one, sizes.release.stage, (stage) =>
        findHighestRate(stage, sizes.release.steady, saying(one, options)),
      );
      const last = await tryOut(two, options);
      const ratio = (of: number, to: number) => (of / to).toFixed(2);
      options.log(
        `for seconds: one node on ${name} carries ${highest} operations a second, ${ratio(highest, first.highest)} of what one on ` +
          `its embedded database does (${first.highest}); two carry ${last.highest}, ${ratio(last.highest, highest)} of one`,
      );
      return addUp(first, last, await compareApart(databaseUrl, sizes.release.stage, options));
    },
    { isDurable: !options.small },
  );

const saying = ({ name }: Setting, options: ProofOptions): ProofOptions => ({
  ...options,
  log: (line) => options.log(`${name}: ${line}`),
});

const tryOut = async (setting: Setting, options: ProofOptions) => {
  const size = options.small ? sizes.small : sizes.release;
  const heard = saying(setting, options);
  const violations: string[] = [];
  let [tried, highest] = [0, 0];
  const weather = async (stage: Stage) => {
    violations.push(...(await storm(stage, size.stormPerSecond, heard)));
    tried += stage.visitors.accepted.length;
  };
  await onStage(setting, size.stage, async (stage) => {
    const before = await calibrate(size.calibrationSeconds);
    highest = await findHighestRate(stage, size.steady, heard);
    const steady = await holdRate(stage, highest, size.steady, heard);
    violations.push(...steady.violations);
    const units = (before + (await calibrate(size.calibrationSeconds))) / 2;
    const least = (leastPerThousandUnits[setting.nodes] ?? Number.NaN) * (units / 1000);
    const rate = `${steady.perSecond} operations a second, where this machine does ${units.toFixed(0)} units`;
    heard.log(
      `${rate}: ${((1000 * steady.perSecond) / units).toFixed(1)} per thousand, at least ${least.toFixed(0)} a second`,
    );
    if (!options.small && !(steady.perSecond >= least)) violations.push(`${rate}: fewer than ${least.toFixed(0)}`);
    const perSecond = Math.round(steady.perSecond * neighbourly);
    violations.push(...(await troubleNeighbours(stage, perSecond, size.neighbours, heard)));
    if (size.stormStage) tried += stage.visitors.accepted.length;
    else await weather(stage);
  });
  if (size.stormStage) await onStage(setting, size.stormStage, weather);
  return { name: setting.name, tried, highest, violations };
};
