export * from './agent-messages.ts';
export * from './errors.ts';
export * from './signed-texts.ts';
export * from './states.ts';
