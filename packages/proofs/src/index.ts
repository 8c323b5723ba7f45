export * from './proof-type.ts';
