import { setTimeout as pause } from 'node:timers/promises';
import {
  type AgentMessage,
  agentCapacityMax,
  agentCloseCodes,
  agentMessageMaxBytes,
  agentPingMs,
  agentSocketPath,
  type Greeting,
  type HubMessage,
  type HubMessageOf,
  hubMessageMaxBytes,
  readHubMessage,
  writeMessage,
} from '@trigpoint/protocol';
import { WebSocket } from 'ws';
import { wordsOf } from './words.ts';

const BACKOFF_MS = { first: 500, longest: 30_000 };
/** After a connection that lasted this long, the next pause is the shortest one again. */
const STEADY_MS = 10_000;
/**
 * The longest Retry-After that the agent follows. A header can name more than a timer can wait, and such a timer would fire at
 * once.
 */
const RETRY_AFTER_MAX_S = 600;
/** How much may wait to be sent: as many of the longest messages as an agent can have tasks. */
const UNSENT_MAX_BYTES = agentCapacityMax * agentMessageMaxBytes;

export interface LinkOptions {
  readonly url: string;
  readonly proofType: string;
  /**
   * Gives a token, and logs in if needed. `renew` says that the last token was refused. Throws `FatalError` if trying again is
   * pointless.
   */
  token(renew: boolean): Promise<string>;
  /** The agent's first message to the service that greeted it. Throws `FatalError` if the agent must not talk to that service. */
  hello(greeting: Greeting): Promise<AgentMessage>;
  onMessage(message: HubMessage): void;
  onState(state: 'connecting' | 'connected' | 'waiting', detail: string): void;
  readonly random?: () => number;
}

export interface Link {
  /** The address at which the service is reached. Undefined while nothing is connected. */
  readonly address: string | undefined;
  /** Returns false if nothing is connected. What matters is sent again after the next welcome. */
  send(message: AgentMessage): boolean;
  /** Resolves with undefined when the link was closed, or with the reason why connecting again is pointless. */
  readonly ended: Promise<FatalError | undefined>;
  /** Closes the connection and makes a new one. */
  again(why: string): void;
  close(): Promise<void>;
}

/** A refusal that trying again cannot change. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

type Ending = { readonly kind: 'retry' | 'renew'; readonly detail: string; readonly afterMs?: number } | FatalError;

/**
 * The pause after a number of failures in a row: 0.5 s, 1 s, 2 s … 30 s. Each is shortened at random, so that agents do not all
 * come back at once.
 */
export const backoffMs = (failures: number, random: () => number): number =>
  Math.min(BACKOFF_MS.first * 2 ** Math.max(0, failures - 1), BACKOFF_MS.longest) * (0.5 + random() / 2);

/** The pause that a Retry-After asks for. It is 0 without the header, or if the header has a date: the usual pause is enough then. */
export const retryAfterMs = (header: string | undefined): number => {
  const seconds = Number(header);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_S) * 1000 : 0;
};

/** Keeps one outbound socket to the service open, whatever happens to it. */
export function openLink(options: LinkOptions): Link {
  const random = options.random ?? Math.random;
  const stop = new AbortController();
  let socket: WebSocket | undefined;
  let address: string | undefined;
  let giveUp = (_why: string): void => {};

  const run = async (): Promise<FatalError | undefined> => {
    let failures = 0;
    let renew = false;
    while (!stop.signal.aborted) {
      options.onState('connecting', options.url);
      const startedAt = performance.now();
      const ending = await attempt(renew);
      if (stop.signal.aborted) return undefined;
      if (ending instanceof FatalError) return ending;
      // If a token is refused right after it was renewed, another one would be refused too. So this waits as after any other failure.
      const again = ending.kind === 'renew' && !renew;
      renew = ending.kind === 'renew';
      failures = performance.now() - startedAt > STEADY_MS ? 0 : failures + 1;
      if (again) continue;
      const waitMs = (ending.afterMs ?? 0) + backoffMs(failures, random);
      options.onState('waiting', `${ending.detail}; trying again in ${(waitMs / 1000).toFixed(1)} s`);
      await pause(waitMs, undefined, { signal: stop.signal }).catch(() => {});
    }
    return undefined;
  };

  const attempt = async (renew: boolean): Promise<Ending> => {
    let token: string;
    try {
      token = await options.token(renew);
    } catch (error) {
      return error instanceof FatalError ? error : { kind: 'retry', detail: wordsOf(error) };
    }
    if (stop.signal.aborted) return { kind: 'retry', detail: 'stopped' };
    return converse(token);
  };

  const converse = (token: string) =>
    new Promise<Ending>((resolve) => {
      const ws = new WebSocket(options.url.replace(/^http/, 'ws') + agentSocketPath(options.proofType), {
        headers: { authorization: `Bearer ${token}` },
        perMessageDeflate: false,
        maxPayload: hubMessageMaxBytes,
        handshakeTimeout: 10_000,
      });
      socket = ws;
      let ending: Ending | undefined;
      giveUp = (why) => {
        ending ??= { kind: 'retry', detail: why };
        ws.terminate();
      };
      let isGreeted = false;
      let heardAt = performance.now();
      const heard = () => {
        heardAt = performance.now();
      };
      const pulse = setInterval(() => {
        if (performance.now() - heardAt > 2 * agentPingMs) ws.terminate();
        else if (ws.readyState === WebSocket.OPEN) ws.ping();
      }, agentPingMs);
      const greeted = async ({ type: _, ...greeting }: HubMessageOf<'greeting'>) => {
        try {
          const hello = await options.hello(greeting);
          if (ws.readyState === WebSocket.OPEN) ws.send(writeMessage(hello));
        } catch (error) {
          ending = error instanceof FatalError ? error : { kind: 'retry', detail: wordsOf(error) };
          ws.close(1000);
        }
      };
      ws.on('upgrade', ({ socket: { remoteAddress } }) => {
        address = remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
      });
      ws.on('pong', heard);
      ws.on('ping', heard);
      ws.on('message', (data, isBinary) => {
        heard();
        try {
          if (isBinary) throw new Error('A frame was not text.');
          const said = readHubMessage(data.toString());
          if (said.type === 'welcome') options.onState('connected', said.agent_id);
          if (said.type === 'greeting') {
            // Each hello takes signatures, so there is only one for each connection.
            if (!isGreeted) void greeted(said);
            isGreeted = true;
          } else if (said.type === 'reconnect') {
            ending = { kind: 'retry', detail: 'the service asked to connect again', afterMs: said.after_ms };
            ws.close(1000);
          } else options.onMessage(said);
        } catch (error) {
          // A newer service may send messages that this agent does not know. That is no reason to hang up.
          options.onState('connected', `ignored a message: ${wordsOf(error)}`);
        }
      });
      ws.on('unexpected-response', (request, response) => {
        ending = refusal(response.statusCode ?? 0, response.headers['retry-after']);
        request.destroy();
        ws.terminate();
      });
      ws.on('error', (error) => {
        ending ??= { kind: 'retry', detail: wordsOf(error) };
      });
      ws.on('close', (code, reason) => {
        clearInterval(pulse);
        socket = undefined;
        address = undefined;
        resolve(ending ?? closing(code, reason.toString()));
      });
    });

  const ended = run();
  return {
    ended,
    get address() {
      return address;
    },
    send(said) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      if (socket.bufferedAmount > UNSENT_MAX_BYTES) {
        giveUp('the service does not take what it is sent');
        return false;
      }
      socket.send(writeMessage(said));
      return true;
    },
    again(why) {
      socket?.close(1000, why);
    },
    async close() {
      stop.abort();
      const ws = socket;
      if (ws) {
        ws.close(1000);
        setTimeout(() => ws.terminate(), 1_000).unref();
      }
      await ended;
    },
  };
}

function refusal(status: number, retryAfter: string | undefined): Ending {
  if (status === 401) return { kind: 'renew', detail: 'the service has ended this session' };
  if (status === 400 || status === 403) return new FatalError(`The service refuses this agent (${status}).`);
  return { kind: 'retry', detail: `the service answered ${status}`, afterMs: retryAfterMs(retryAfter) };
}

function closing(code: number, reason: string): Ending {
  if (code === agentCloseCodes.replaced)
    return new FatalError('Another agent has connected with this key in this role. One of the two must stop.');
  if (code === agentCloseCodes.sessionEnded) return { kind: 'renew', detail: 'the session has ended' };
  return { kind: 'retry', detail: reason || `the connection was closed (${code})` };
}
