import { parseArgs } from 'node:util';
import { openNamespaces, whyNoNamespaces } from '@trigpoint/dev/namespaces';
import { measureAccuracy } from './pob/accuracy.ts';
import { tryCheats } from './pob/cheating.ts';
import { openNetwork } from './pob/network.ts';
import { Lack, whyNoProgram } from './process/needs.ts';
import { atMost, isSmall } from './process/size.ts';

/**
 * Proof of bandwidth on a shaped link: real agent processes through the real service, each in a network namespace of its own.
 * Two tables: accuracy beside iperf3 over the same link in the same run, and what cheats get.
 *   npm run bench -- pob [--only accuracy|cheats] [--rates 10,50] [--repeat 10] [--directions down,up]
 *                        [--bursts 250000,1000000] [--plain] [--verbose]
 * Needs root on Linux, tc and iperf3.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rates: { type: 'string', default: '10,50,100,200,500,1000' },
    directions: { type: 'string', default: 'down,up' },
    bursts: { type: 'string', default: '250000,1000000' },
    repeat: { type: 'string', default: '10' },
    plain: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const list = (text: string): number[] => text.split(',').filter(Boolean).map(Number);
const some = isSmall ? 1 : undefined;
const settings = {
  rates: list(values.rates).slice(0, some),
  bursts: isSmall ? [] : list(values.bursts),
  directions: (values.directions.split(',') as ('down' | 'up')[]).slice(0, some),
  repeat: atMost(1, Number(values.repeat)),
  offload: !values.plain,
  verbose: values.verbose,
};

const why = whyNoNamespaces() ?? whyNoProgram('tc') ?? whyNoProgram('iperf3');
if (why) throw new Lack(why);
// Fewer than four challengers verify nothing.
const at = openNamespaces(atMost(4, 5));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    at.close();
    process.exit(1);
  });
}
let missed = 0;
try {
  const network = await openNetwork(at);
  if (values.only !== 'cheats') missed += await measureAccuracy(at, network, settings);
  if (values.only !== 'accuracy') missed += await tryCheats(at, network, settings);
  await network.close();
} finally {
  at.close();
}
console.log(missed === 0 ? '\nAll targets met.' : `\n${missed} targets missed.`);
process.exitCode = missed === 0 || isSmall ? 0 : 1;
