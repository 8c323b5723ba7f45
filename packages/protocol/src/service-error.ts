export interface ErrorBody {
  error: { code: string; message: string };
}

/**
 * A refusal with a code that crosses the wire: the client rebuilds the same class. Anything else thrown is our own fault (500).
 * The service makes one with `serviceError`; its sentences are not loaded by whoever only hears them.
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

  /** What the wire said, as the error it was. Unknown codes (a newer service) are kept. */
  static fromWire(status: number, { error }: ErrorBody, retryAfter?: number): ServiceError {
    return new ServiceError(error.code, status, error.message, retryAfter);
  }

  toWire(): ErrorBody {
    return { error: { code: this.code, message: this.message } };
  }
}
