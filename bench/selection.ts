import { type Candidate, pol } from '@trigpoint/proofs';
import { atMost } from './process/size.ts';
import { type Crowd, PlaceIndex } from './selection/place-index.ts';

// npm run bench -- selection [agents]
//   What choosing eight challengers costs: by today's rule, which looks at everybody, and by an index of places as a network
//   of a million would need it.

const most = atMost(20_000, Number(process.argv[2] ?? 1_000_000));
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Two thirds live in 300 towns, the rest anywhere people live. */
const towns = Array.from({ length: 300 }, () => ({ latitude: draw(115) - 50, longitude: draw(360) - 180 }));
function draw(below: number): number {
  return Math.random() * below;
}
const somewhere = () => {
  const town = towns[Math.floor(draw(towns.length))];
  return town && Math.random() < 2 / 3
    ? { latitude: town.latitude + draw(1) - 0.5, longitude: town.longitude + draw(1) - 0.5 }
    : { latitude: draw(115) - 50, longitude: draw(360) - 180 };
};

const crowdOf = (count: number): Crowd => {
  const numbers = (below: number) => Uint32Array.from({ length: count }, () => Math.floor(draw(below)));
  const places = Array.from({ length: count }, somewhere);
  return {
    count,
    latitude: Float32Array.from(places, (it) => it.latitude),
    longitude: Float32Array.from(places, (it) => it.longitude),
    owner: numbers(count / 2),
    subnet: numbers(count / 2),
  };
};

const measure = (times: number, work: (claim: { latitude: number; longitude: number }) => unknown) => {
  const took = Array.from({ length: times }, () => {
    const claim = somewhere();
    // CPU, not the clock: neighbours on the machine would otherwise be measured too.
    const from = process.cpuUsage();
    work(claim);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const at = (share: number) => (took[Math.min(times - 1, Math.floor(share * times))] as number).toFixed(2);
  return `${at(0.5)} | ${at(0.99)}`;
};

const byRule = (crowd: Crowd) => {
  const eligible = Array.from(
    { length: crowd.count },
    (_, i): Candidate => ({
      id: `IPv4/${i}`,
      claims: { latitude: String(crowd.latitude[i]), longitude: String(crowd.longitude[i]) },
      owner: String(crowd.owner[i]),
      subnet: String(crowd.subnet[i]),
    }),
  );
  const common = { proverRegistry: '0x', prover: '0x', isIPv6: false, challengers: 8, tolerance: 2 } as const;
  return (claim: { latitude: number; longitude: number }) =>
    pol.choose({ ...common, ...claim } as never, eligible, crypto.getRandomValues(new Uint8Array(32)));
};

print('| agents | how | ms of CPU, median | p99 | index, bytes per agent |\n|---|---|---|---|---|');
for (const count of [1_000, 10_000, 100_000].filter((it) => it <= most))
  print(`| ${count} | today's rule | ${measure(Math.max(5, 50_000 / count), byRule(crowdOf(count)))} | |`);
for (const count of [Math.min(100_000, most), most]) {
  const index = new PlaceIndex(crowdOf(count));
  const choose = (claim: { latitude: number; longitude: number }) => {
    const chosen = index.choose(claim, 8, (below) => Math.floor(draw(below)));
    if (chosen.length !== 8) throw new Error(`only ${chosen.length} were chosen`);
  };
  measure(200, choose);
  print(`| ${count} | index of places | ${measure(2_000, choose)} | ${(index.bytes / count).toFixed(1)} |`);
}
