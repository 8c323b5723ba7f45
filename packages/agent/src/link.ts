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
/** A connection that lasted this long was a good one: the next try starts from the first pause. */
const STEADY_MS = 10_000;
/** A service may ask for this much patience. A header can name more than a timer can wait, and such a timer ends at once. */
const RETRY_AFTER_MAX_S = 600;
/** What may wait until the service takes it: as many of the longest messages as an agent has to say at a time. */
const UNSENT_MAX_BYTES = agentCapacityMax * agentMessageMaxBytes;

export interface LinkOptions {
  readonly url: string;
  readonly proofType: string;
  /** Logs in if need be. `renew` says that the last token was refused. Throws `FatalError` when there is no point in trying again. */
  token(renew: boolean): Promise<string>;
  /** What the agent says first, to the service that greeted it. Throws `FatalError` where it says nothing to that one. */
  hello(greeting: Greeting): Promise<AgentMessage>;
  onMessage(message: HubMessage): void;
  onState(state: 'connecting' | 'connected' | 'waiting', detail: string): void;
  readonly random?: () => number;
}

export interface Link {
  /** The address that the service is reached at; undefined while nothing is connected. */
  readonly address: string | undefined;
  /** False when nothing is connected: what matters is said again after the next welcome. */
  send(message: AgentMessage): boolean;
  /** Ends when told to, or with the reason why connecting again is pointless. */
  readonly ended: Promise<FatalError | undefined>;
  /** Lets go of the connection and makes a new one. */
  again(why: string): void;
  close(): Promise<void>;
}

/** A refusal that trying again cannot change. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

type Ending = { readonly kind: 'retry' | 'renew'; readonly detail: string; readonly afterMs?: number } | FatalError;

/** After so many failures in a row: 0.5 s, 1 s, 2 s … 30 s, each shortened at random, so that a restarted service is not stormed. */
export const backoffMs = (failures: number, random: () => number): number =>
  Math.min(BACKOFF_MS.first * 2 ** Math.max(0, failures - 1), BACKOFF_MS.longest) * (0.5 + random() / 2);

/** The pause that a Retry-After asks for. Without one, and for a date, the usual pause is enough. */
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
      // A token refused right after it was renewed is no better the third time: wait as for any other failure.
      const again = ending.kind === 'renew' && !renew;
      renew = ending.kind === 'renew';
      failures = performance.now() - startedAt > STEADY_MS ? 0 : failures + 1;
      if (again) continue;
      const waitMs = (ending.afterMs ?? 0) + backoffMs(failures, random);
      options.onState('waiting', `${ending.detail}; trying again in ${(waitMs / 1000).toFixed(1)} s`);
      await pause(waitMs, stop.signal);
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
            // Each hello takes signatures, so there is one for a connection.
            if (!isGreeted) void greeted(said);
            isGreeted = true;
          } else if (said.type === 'reconnect') {
            ending = { kind: 'retry', detail: 'the service asked to connect again', afterMs: said.after_ms };
            ws.close(1000);
          } else options.onMessage(said);
        } catch (error) {
          // A newer service may say things we do not know: not a reason to hang up.
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

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
