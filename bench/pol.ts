/**
 * Accuracy and cost of proof of location, with the reference methods on the same cases.
 *   npm run bench -- pol --data DIR [--quick] [--seed N] [--only locate,references,claims,hard,regions,cost]
 * DIR holds nodes.csv and rtt.csv. Leave-one-out: whoever is located or checked had never measured nor been measured.
 * Our method is never told the share of liars. `--quick` takes every fourth prover.
 */
import { parseArgs } from 'node:util';
import { checkClaims } from './pol/claims.ts';
import { measureCost } from './pol/cost.ts';
import { readMesh } from './pol/data.ts';
import { tryHardCases } from './pol/hard-cases.ts';
import { locate, locateByReferences } from './pol/locating.ts';
import { Ours } from './pol/ours.ts';
import { holdRegionsOut } from './pol/regions.ts';
import { print, type Setting } from './pol/setting.ts';
import { isSmall } from './process/size.ts';

const parts: Readonly<Record<string, (setting: Setting) => void>> = {
  locate,
  references: locateByReferences,
  claims: checkClaims,
  hard: tryHardCases,
  regions: holdRegionsOut,
  cost: measureCost,
};

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(parts).join() },
  },
});
if (!values.data) throw new Error('npm run bench -- pol --data DIR, where DIR holds nodes.csv and rtt.csv');
const mesh = readMesh(values.data);
const ours = new Ours(mesh);
print(`${mesh.nodes.length} nodes; ${ours.calibration.set_aside.length} set aside by the audit`);
const setting: Setting = { mesh, ours, seed: Number(values.seed), every: values.quick || isSmall ? 4 : 1 };
for (const name of values.only.split(',')) {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}.`);
  part(setting);
}
