import { ServiceError } from '@trigpoint/protocol';
import type { Door } from '../http/door.ts';

const retrySeconds = 2;

/** A node that is about to end still answers everything, but asks to be asked no more. */
export class Drain {
  #begun = false;

  begin(): void {
    this.#begun = true;
  }

  /** Throws once the node is about to end: for /readyz. */
  check(): void {
    if (this.#begun)
      throw new ServiceError('unavailable', { detail: 'This node is ending.', seconds: retrySeconds }, retrySeconds);
  }

  /** Connections that are kept open would bring requests after the listener has gone: each ends with its next answer. */
  serve(door: Door): void {
    door.addHook('onSend', (_request, reply, payload, done) => {
      if (this.#begun) reply.header('connection', 'close');
      done(null, payload);
    });
  }
}
