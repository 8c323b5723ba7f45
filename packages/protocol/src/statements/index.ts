export * from './consent.ts';
export * from './delegation.ts';
export * from './description.ts';
export * from './request.ts';
export {
  type ServiceName,
  StatementError,
  type StatementKind,
} from './statement.ts';
