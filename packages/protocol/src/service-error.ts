export interface ErrorBody {
  error: { code: string; message: string };
}

/**
 * A refusal with a code. The code crosses the wire, and the client rebuilds the same class. Any other error that a handler throws is our
 * own fault (500). The service makes it with `serviceError`. That is in another file, so that clients need not load its sentences.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: string;
  readonly status: number;
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: string, status: number, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Rebuilds the error from the wire. Codes that this version does not know, from a newer service, are kept. */
  static fromWire(status: number, { error }: ErrorBody, retryAfter?: number): ServiceError {
    return new ServiceError(error.code, status, error.message, retryAfter);
  }

  toWire(): ErrorBody {
    return { error: { code: this.code, message: this.message } };
  }
}
