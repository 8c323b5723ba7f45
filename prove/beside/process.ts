import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
import { runProof } from '../catalogue.ts';

const { id, seed } = settingsFromParent<{ readonly id: string; readonly seed: number }>();
answerParent({}, () => runProof(id, { seed, small: true, log: () => {} }));
