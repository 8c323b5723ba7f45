import { driveRound } from './challenger-round.ts';
import { answerRound } from './prover-round.ts';
import { runWorker } from './worker.ts';

runWorker({ driveRound, answerRound });
