import { parentPort, workerData } from 'node:worker_threads';
import { findProofType } from '@trigpoint/proofs/rules';
import type { FitInput } from './fit.ts';

const { proofType, input } = workerData as { proofType: string; input: FitInput };
parentPort?.postMessage(findProofType(proofType)?.mesh?.calibrate?.(...input));
