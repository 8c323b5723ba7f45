/** Proof of location for those who calibrate, replay or study it. Browser-safe: the probe is loaded by agents alone. */
export * from '../geo.ts';
export * from './audit.ts';
export * from './calibrate.ts';
export * from './calibration.ts';
export * from './cities.ts';
export * from './delay-map.ts';
export * from './delay-model.ts';
export * from './discs.ts';
export * from './finding.ts';
export * from './matrices.ts';
export * from './mesh.ts';
export * from './noise.ts';
export * from './posterior.ts';
export * from './prior.ts';
export * from './selection.ts';
export * from './verdict.ts';
