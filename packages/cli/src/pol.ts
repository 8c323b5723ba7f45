import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checked, type Located, parseNodes, parseRtts, Replay, type Scenario } from '@trigpoint/proofs/pol';
import { scenarioOf } from './scenarios.ts';

/** A calibration directory: nodes.csv (id,lat,lon) and rtt.csv (src,dst,min_rtt_ms). */
const openReplay = (calibrationDir: string): Replay =>
  new Replay(
    parseNodes(readFileSync(join(calibrationDir, 'nodes.csv'), 'utf8')),
    parseRtts(readFileSync(join(calibrationDir, 'rtt.csv'), 'utf8')),
  );

/** Where each prover most likely is: JSON lines in, JSON lines out. */
export const locate = (calibrationDir: string, lines: Lines): AsyncGenerator<Located> =>
  each(calibrationDir, lines, false, (replay, scenario) => replay.locate(scenario));

/** Whether each claim holds: JSON lines with `claim: {lat, lon, radius_km}` in, JSON lines out. */
export const check = (calibrationDir: string, lines: Lines): AsyncGenerator<Checked> =>
  each(calibrationDir, lines, true, (replay, scenario) => replay.check(scenario));

type Lines = AsyncIterable<string> | Iterable<string>;

async function* each<T>(
  calibrationDir: string,
  lines: Lines,
  claim: boolean,
  answer: (replay: Replay, scenario: Scenario) => T,
): AsyncGenerator<T> {
  const replay = openReplay(calibrationDir);
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') yield answer(replay, scenarioOf(line, number, { claim }));
  }
}
