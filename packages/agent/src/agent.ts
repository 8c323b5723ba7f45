import { Client, ForeignLoginError, readEvidence, readServiceInfo, type Signer } from '@trigpoint/client';
import { openRemoteLog } from '@trigpoint/log';
import { cellOf, knownClaims, noCell } from '@trigpoint/proofs';
import { answerKnocks, type OpenListener } from '@trigpoint/proofs/node';
import {
  type AgentMessage,
  agentCapacityMax,
  type HubMessageOf,
  plainKey,
  ServiceError,
  softwareVersion,
} from '@trigpoint/protocol';
import { boundedFetch } from './bounded-fetch.ts';
import { createDescriptions, type OwnerDelegation, renewAfterMs } from './descriptions.ts';
import { openKnownServices } from './known-services.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { FatalError, openLink } from './link.ts';
import type { Route } from './measurements.ts';
import { type Measuring, measuringOf } from './measuring.ts';
import { OwnLeaf } from './own-leaf.ts';
import { type AgentStatus, serveStatus } from './status.ts';
import { createTasks } from './tasks.ts';
import { Witness, type WitnessMemory, witnessKeyOf } from './witness.ts';
import { wordsOf } from './words.ts';

/** When the agent is told to stop, running measurements may take this long to end. */
const GRACE_MS = 10_000;
/** After that the service may take this long to confirm the last readings. */
const CONFIRM_MS = 2_000;
/** How long the agent answers the service's knocks after the service announced them. */
const CHECK_MS = 10_000;
/** How many announcements of knocks count at a time. The newest count. A service makes one for each connection. */
const CHECKS_MAX = 8;
/** How many checkpoints may wait to be cosigned. A hostile service could send any number. */
const COSIGN_MAX = 8;

export interface AgentOptions {
  /** The service, such as http://127.0.0.1:8080. */
  readonly url: string;
  readonly proofType: string;
  readonly signer: Signer;
  readonly claims?: Readonly<Record<string, string | number>>;
  readonly projectName?: string;
  readonly projectPublicKey?: string;
  /** If somebody else is the owner of this agent: what the owner signed (`trigpoint delegate`). */
  readonly delegation?: OwnerDelegation;
  /** The file in which the log keys of services are remembered. Without it they are remembered while the agent runs. */
  readonly knownServicesFile?: string;
  readonly limits?: Partial<Limits>;
  /** The port of 127.0.0.1 on which the status is shown as JSON. 0 takes a free port, which `statusPort` of the handle names. */
  readonly statusPort?: number;
  /** Another way to a peer than the endpoint that the service names, such as a delay line or a tunnel. */
  readonly route?: Route;
  /** The address of the service, if the agent reaches it through a tunnel or a proxy of its own. */
  readonly serviceAddress?: string;
  readonly onStatus?: (status: AgentStatus) => void;
  /** A proof type under test, in place of the built-in ones. */
  readonly measuring?: Measuring;
  /** Makes a challenger a witness of the service's log: the seed of its key, and where it remembers what it cosigned. */
  readonly witness?: { readonly seed: Uint8Array; readonly memory: WitnessMemory };
  readonly now?: () => number;
  readonly random?: () => number;
}

/** How the agent ended, as an exit code: 0 if it was told to stop, 1 if the service refuses it. */
export interface AgentEnd {
  readonly code: 0 | 1;
  readonly reason: string;
}

export interface AgentHandle {
  /** The agent's id. Before the first welcome it is made from the agent's key. */
  readonly id: string;
  readonly statusPort: number | undefined;
  status(): AgentStatus;
  /** Resolves with the first welcome. Rejects if the agent ends before. */
  readonly ready: Promise<void>;
  /** Stops the agent. Running measurements may end within `graceMs`, which is 10 s unless given. */
  stop(graceMs?: number): Promise<void>;
  readonly done: Promise<AgentEnd>;
}

/** Wrong options: the caller's mistake. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The cell of the eligible tree in which an agent with these claims is. */
const cellFor = (measuring: Measuring, claims: Readonly<Record<string, unknown>>): number => {
  const texts = Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]));
  const place = measuring.place?.(knownClaims(measuring, texts));
  return place ? cellOf(place) : noCell;
};

/** Runs an agent of either role: it logs in, stays connected, takes tasks, and stops in order. */
export async function runAgent(
  role: 'prover' | 'challenger',
  options: AgentOptions,
  listener: OpenListener | undefined,
  announce: { readonly address?: string; readonly port: number } | undefined,
): Promise<AgentHandle> {
  const measuring = options.measuring ?? measuringOf(options.proofType);
  if (!measuring) throw new UsageError(`There is no proof type ${options.proofType}.`);
  const { signer } = options;
  const url = options.url.replace(/\/+$/, '');
  const now = options.now ?? Date.now;
  const limits = { ...defaultLimits, ...options.limits };
  const client = new Client({ url: options.url, proofType: options.proofType, fetch: boundedFetch() });
  const stopLogin = new AbortController();

  let id = `IPv4/${plainKey(signer.publicKey)}`;
  let state: AgentStatus['state'] = 'connecting';
  let detail = '';
  let connectedAt: string | undefined;
  let connections = 0;
  let admission: AgentStatus['admission'];
  let drawableSince: number | undefined;

  const status = (): AgentStatus => ({
    role,
    id,
    proofType: options.proofType,
    service: options.url,
    state,
    detail,
    connectedAt,
    connections,
    udp: listener && { address: announce?.address ?? listener.address, port: announce?.port ?? listener.port },
    dropped: listener?.dropped ?? 0,
    admission,
    ...tasks.snapshot(),
  });
  const onChange = () => options.onStatus?.(status());
  const note = (said: string) => {
    detail = said;
    onChange();
  };

  const tasks = createTasks({
    proofType: options.proofType,
    measuring,
    signer,
    listener,
    limits,
    claims: Object.fromEntries(Object.entries(options.claims ?? {}).map(([name, it]) => [name, String(it)])),
    now,
    route: options.route,
    serviceAddress: () => options.serviceAddress ?? link.address,
    described: () => descriptions.described(),
    send: (message: AgentMessage) => {
      witness?.said(message);
      return link.send(message);
    },
    onChange,
    onDropped: (challengeId, error) => note(`gave no reading for challenge ${challengeId}: ${wordsOf(error)}`),
  });
  const witness =
    options.witness &&
    new Witness({
      ...options.witness,
      ownLeaf: new OwnLeaf({
        proofType: options.proofType,
        id: () => id,
        cell: cellFor(measuring, options.claims ?? {}),
        isDescribedBy: (hash) => descriptions.hasSigned(hash),
        since: () => drawableSince,
      }),
      id: () => id,
      files: openRemoteLog(`${url}/log`, boundedFetch()),
      vkey: async () => (await readServiceInfo(client)).log.vkey,
      evidence: (challengeId) => readEvidence(client, challengeId),
      now,
    });
  const cosign = witness && cosignWith(witness, { send: (message) => link.send(message), note });
  const answerCheck = listener && answerAnnouncedKnocks(listener);
  const knownServices = openKnownServices(url, options.knownServicesFile);
  const descriptions = createDescriptions({
    ...{ role, proofType: options.proofType, measuring, signer, now, version: softwareVersion },
    claims: options.claims ?? {},
    udp: announce,
    delegation: options.delegation,
    witnessKey: options.witness && witnessKeyOf(options.witness.seed),
  });
  let renewal: NodeJS.Timeout | undefined;

  const welcomed = deferred();
  const page = options.statusPort === undefined ? undefined : await serveStatus(options.statusPort, status);

  const link = openLink({
    url,
    proofType: options.proofType,
    ...(options.random ? { random: options.random } : {}),
    async token(renew) {
      if (renew || client.token === undefined) await login(client, role, options, stopLogin.signal);
      if (client.token === undefined) throw new Error('The service gave no session.');
      return client.token;
    },
    async hello(greeting) {
      await knownServices.check(greeting.service);
      return {
        type: 'hello',
        version: softwareVersion,
        ...(announce ? { udp: announce } : {}),
        capacity: Math.min(limits.concurrent, agentCapacityMax),
        ...(await descriptions.sign(greeting)),
      };
    },
    onMessage(message) {
      if (message.type === 'welcome') {
        id = message.agent_id;
        connectedAt = new Date(now()).toISOString();
        connections += 1;
        drawableSince = now();
        descriptions.taken();
        clearTimeout(renewal);
        renewal = setTimeout(() => link.again('its description is renewed'), renewAfterMs);
        renewal.unref();
        welcomed.resolve();
      }
      if (message.type === 'admission') {
        const { status, reason, operator_types } = message;
        admission = { status, reason, operator_types };
        drawableSince = status === 'admitted' ? (drawableSince ?? now()) : undefined;
      }
      if (message.type === 'endpoint_check') answerCheck?.(message.tag);
      witness?.heard(message);
      if (message.type === 'cosign') cosign?.(message);
      tasks.onMessage(message);
    },
    onState(next, said) {
      if (state === 'stopping' || state === 'stopped') return;
      state = next;
      detail = said;
      if (next !== 'connected') connectedAt = undefined;
      onChange();
    },
  });

  const release = async (end: AgentEnd): Promise<AgentEnd> => {
    clearTimeout(renewal);
    await link.close();
    page?.close();
    await listener?.close();
    state = 'stopped';
    detail = end.reason;
    welcomed.reject(new Error(end.reason));
    onChange();
    return end;
  };

  let stopping: Promise<AgentEnd> | undefined;
  const stop = (graceMs = GRACE_MS) => {
    stopping ??= (async () => {
      state = 'stopping';
      detail = 'finishing what runs';
      stopLogin.abort();
      onChange();
      await tasks.finish(connections > 0 ? graceMs : 0);
      for (const until = now() + CONFIRM_MS; tasks.snapshot().unconfirmed > 0 && now() < until && connectedAt; )
        await new Promise((resolve) => setTimeout(resolve, 50));
      return release({ code: 0, reason: 'stopped' });
    })();
    return stopping;
  };

  const done = link.ended.then(async (fatal) => {
    if (stopping || !fatal) return stop();
    await tasks.finish(0);
    return release({ code: 1, reason: fatal.message });
  });

  return {
    get id() {
      return id;
    },
    statusPort: page?.port,
    status,
    ready: welcomed.promise,
    done,
    async stop(graceMs) {
      await stop(graceMs);
    },
  };
}

const login = async (client: Client, role: 'prover' | 'challenger', options: AgentOptions, signal: AbortSignal) => {
  const { claims, projectName, projectPublicKey } = options;
  try {
    await client.login(options.signer, {
      role,
      ...(claims ? { claims } : {}),
      ...(projectName === undefined ? {} : { projectName }),
      ...(projectPublicKey === undefined ? {} : { projectPublicKey }),
      signal,
    });
  } catch (error) {
    if (error instanceof ForeignLoginError) throw new FatalError(error.message);
    const final = error instanceof ServiceError && [400, 402, 403].includes(error.status);
    throw final ? new FatalError(`Login was refused: ${wordsOf(error)}`) : error;
  }
};

/** Cosigns checkpoints, a few at a time. `note` is told why one was not cosigned. */
const cosignWith = (witness: Witness, to: { send(message: AgentMessage): boolean; note(said: string): void }) => {
  let cosigning = 0;
  return ({ checkpoint, leaf }: HubMessageOf<'cosign'>): void => {
    // A checkpoint that is dropped here is sent again.
    if (cosigning >= COSIGN_MAX) return;
    cosigning += 1;
    void witness
      .answer(checkpoint, leaf)
      .then((message) => {
        if (message.type === 'cosign_refused') to.note(`does not cosign: ${message.reason}`);
        to.send(message);
      })
      // The log could not be read. The service asks again.
      .catch((error: unknown) => to.note(`could not cosign: ${wordsOf(error)}`))
      .finally(() => {
        cosigning -= 1;
      });
  };
};

/** Answers the service's knocks that carry an announced tag, for a while after the announcement. */
const answerAnnouncedKnocks = (listener: OpenListener) => {
  /** One function for each announced tag, the oldest first. It ends the answering of knocks with that tag. */
  const checks = new Set<() => void>();
  return (tag: string): void => {
    const stop = answerKnocks(listener, tag);
    const end = () => {
      clearTimeout(timer);
      checks.delete(end);
      stop();
    };
    const timer = setTimeout(end, CHECK_MS);
    timer.unref();
    checks.add(end);
    const [oldest] = checks;
    if (checks.size > CHECKS_MAX) oldest?.();
  };
};

function deferred() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A rejection must not end a process that does not wait for this promise.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
