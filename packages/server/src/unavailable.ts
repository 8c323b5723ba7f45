import { serviceError } from '@trigpoint/protocol';

/** The refusal of what is possible again soon. The caller is told to come back after so many seconds. */
export const unavailable = (detail: string, seconds: number) =>
  serviceError('unavailable', { detail, seconds }, seconds);
