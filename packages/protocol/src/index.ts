export * from './agent-messages.ts';
export * from './errors.ts';
export * from './login-text.ts';
export * from './route.ts';
export * from './routes.ts';
export * from './session-routes.ts';
export * from './signed-texts.ts';
export * from './states.ts';
