import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Says that it is closed, as the reply of a connection does. */
class TestReply extends ServerResponse {
  override destroy(): this {
    this.destroyed = true;
    this.emit('close');
    return this;
  }
}

/** A reply that nobody reads. */
export const testReply = (): ServerResponse => new TestReply(new IncomingMessage(new Socket()));
