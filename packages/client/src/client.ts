import {
  type BodyOf,
  domainOfLogin,
  type ErrorBody,
  isPublicHost,
  type ReplyOf,
  type Role,
  type RouteName,
  type routes,
  ServiceError,
} from '@trigpoint/protocol';
import { madeOnce, onceHeader } from './once.ts';

/** Signs texts with the key of a login. */
export interface Signer {
  readonly keyType: 'ethereum' | 'solana';
  readonly publicKey: string;
  sign(text: string): Promise<string>;
}

export interface ClientOptions {
  /** Address of the service, such as http://127.0.0.1:8080. */
  readonly url: string;
  readonly proofType: string;
  /** An API key, in place of a login. */
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  /** How often a request is tried again after 429, 503 or a lost connection; 4 unless given. */
  readonly retries?: number;
}

export interface LoginOptions {
  readonly role: Role;
  readonly claims?: Readonly<Record<string, string | number>>;
  readonly projectName?: string;
  readonly projectPublicKey?: string;
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The longest Retry-After that is followed. A timer of more than 24 days would fire at once. */
const retryAfterMaxS = 600;

/**
 * The service wants something else signed than a login of this key there: one at another service, or a statement.
 *
 * ```ts
 * const refused = await client.login(ethereumSigner(privateKey), { role: 'payer' }).catch((error) => error);
 * if (refused instanceof ForeignLoginError) throw refused;
 * ```
 */
export class ForeignLoginError extends Error {
  override readonly name = 'ForeignLoginError';
}

/**
 * Refuses to sign what is no login of this key, and a login for another host. A hostile service could get the login text of another
 * service, pass it on, and log in there with the signature. Under another text the signature could be a request, or the consent of an
 * owner. A login text names the host where it counts, and that must be the host that was called. The host is not checked in private
 * networks, where a service is often called by another name than its public one.
 */
const refuseForeignLogin = (text: string, url: string, publicKey: string): void => {
  const domain = domainOfLogin(text, publicKey);
  // In a browser the address may be a path.
  const { host, hostname } = new URL(url, 'http://localhost');
  if (domain && (!isPublicHost(hostname) || domain === host)) return;
  throw new ForeignLoginError(
    domain
      ? `${host} wants a login at ${domain} signed. Call it that if both are one service.`
      : `${host} wants something else than a login signed.`,
  );
};

type Routes = typeof routes;

/**
 * A connection to one service for one proof type: every operation of the interface, typed by the route table.
 *
 * ```ts
 * const client = new Client({ url: 'http://127.0.0.1:8080', proofType: 'pol' });
 * await client.login(ethereumSigner(privateKey), { role: 'payer' });
 * const { result } = await client.call('user-info', {});
 * ```
 */
export class Client {
  readonly url: string;
  readonly proofType: string;
  readonly #fetch: typeof fetch;
  readonly #retries: number;
  #token: string | undefined;

  constructor(options: ClientOptions) {
    this.url = options.url.replace(/\/+$/, '');
    // It becomes a part of paths, and may come from a link that a stranger made.
    if (!/^[\w-]+$/.test(options.proofType))
      throw new TypeError('proofType must be the id of a proof type, such as pol.');
    this.proofType = options.proofType;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#retries = options.retries ?? 4;
    this.#token = options.apiKey;
  }

  /**
   * The session's token, for connections that are not made with fetch. In browsers it is undefined: there it is in a cookie that
   * scripts cannot read.
   */
  get token(): string | undefined {
    return this.#token;
  }

  async login(signer: Signer, options: LoginOptions): Promise<void> {
    const { signal, ...rest } = options;
    const { publicKey, keyType } = signer;
    const { result } = await this.call('pre-login', { publicKey, keyType, ...rest }, { signal });
    refuseForeignLogin(result.message, this.url, publicKey);
    await this.call('login', { signature: await signer.sign(result.message) }, { signal });
  }

  async logout(): Promise<void> {
    await this.call('logout', {});
    this.#token = undefined;
  }

  /** Calls one operation by its name. Throws `ServiceError` with the code the service refused with. */
  async call<N extends RouteName>(
    name: N,
    body: BodyOf<Routes[N]>,
    options: CallOptions = {},
  ): Promise<ReplyOf<Routes[N]>> {
    // Every operation has this path. It is not read from the table of routes, whose schemas would be half of a browser bundle.
    const reply = await this.request(`/proof/v1/${this.proofType}/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(madeOnce.has(name) ? onceHeader() : {}),
        ...options.headers,
      },
      signal: options.signal ?? null,
    });
    return (await reply.json()) as ReplyOf<Routes[N]>;
  }

  /**
   * Sends one request with the session. Refusals become `ServiceError`. After 429, 503 or a lost connection it tries again, after a
   * pause.
   */
  async request(path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const failure = await this.#once(path, init).catch((error: unknown) => {
        if (init.signal?.aborted) throw error;
        return error;
      });
      if (failure instanceof Response) return failure;
      const passing = !(failure instanceof ServiceError) || failure.status === 429 || failure.status === 503;
      if (!passing || attempt >= this.#retries) throw failure;
      const asked = failure instanceof ServiceError ? failure.retryAfter : undefined;
      const askedMs = asked === undefined ? undefined : Math.min(Math.max(0, asked), retryAfterMaxS) * 1000;
      await pause(askedMs ?? 200 * 2 ** attempt * (0.5 + Math.random()), init.signal);
    }
  }

  async #once(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#token !== undefined) headers.set('authorization', `Bearer ${this.#token}`);
    const reply = await this.#fetch(`${this.url}${path}`, { ...init, headers, credentials: 'same-origin' });
    for (const cookie of reply.headers.getSetCookie?.() ?? []) {
      const value = cookie.match(/^(?:__Secure-proof|__proof)=([^;]+)/)?.[1];
      if (value) this.#token = value;
    }
    if (reply.ok) return reply;
    const retryAfter = Number(reply.headers.get('retry-after') ?? Number.NaN);
    const body = (await reply.json().catch(() => undefined)) as ErrorBody | undefined;
    throw ServiceError.fromWire(
      reply.status,
      body?.error ? body : { error: { code: 'internal', message: `The service answered ${reply.status}.` } },
      Number.isFinite(retryAfter) ? retryAfter : undefined,
    );
  }
}

/**
 * Waits, or throws the signal's reason.
 *
 * ```ts
 * await pause(50, AbortSignal.timeout(1_000));
 * ```
 */
export const pause = (ms: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
