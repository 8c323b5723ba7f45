import { answerParent } from '@trigpoint/dev/processes';
import { attacks, carryOut } from './carry-out.ts';
import { startServe } from './serve.ts';

/** Runs in a namespace: the service, everybody around it, and the attacks. */
const stage = await startServe();

answerParent(
  {},
  async () => {
    const lines: string[] = [];
    const result = await carryOut(stage, attacks, (line) => lines.push(line));
    return { ...result, lines };
  },
  () => stage.close(),
);
