import { Client } from '@trigpoint/client';
import { usualTypes } from '@trigpoint/proofs/registry';
import type { BodyOf, ReplyOf, RouteName, routes } from '@trigpoint/protocol';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { missed, onTryNow, reached, Unreachable } from './connection.ts';

/** The id of a proof type; which ones there are is in the registry of the proofs. */
export type ProofTypeId = string;

/** For operations that do not depend on a type. */
export const anyProofType: ProofTypeId = usualTypes[0] as string;

const clients = new Map<string, Client>();

/** The SDK for this origin. The browser keeps the session's cookie. */
export const clientFor = (proofType: ProofTypeId): Client => {
  const known = clients.get(proofType) ?? new Client({ url: location.origin, proofType, retries: 1 });
  clients.set(proofType, known);
  return known;
};

/** A command to type for this service. The command line finds a service on this port of the same machine without its address. */
export const commandLine = (command: string): string =>
  `npx trigpoint ${command}${location.origin === 'http://127.0.0.1:8080' ? '' : ` --service ${location.origin}`}`;

type Routes = typeof routes;

export const call = <N extends RouteName>(
  proofType: ProofTypeId,
  name: N,
  body: BodyOf<Routes[N]>,
  signal?: AbortSignal,
): Promise<ReplyOf<Routes[N]>> => clientFor(proofType).call(name, body, signal ? { signal } : {});

/** Something that is loaded. The data stays while it is loaded again, and when that fails. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  /** When `data` was loaded. */
  readonly at: number | undefined;
  reload(): void;
}

interface LoadOptions {
  /** Load again after this long, for as long as the page is visible. */
  readonly everyMs?: number;
  /** While this is false, nothing is loaded. */
  readonly when?: boolean;
  /** It may come from the browser's cache or be computed here, so that it says nothing about the service. */
  readonly mayBeCached?: boolean;
}

const retryMs = 5000;

/** Something to load. The key says what it is. */
export interface Load<T> {
  readonly key: string;
  readonly load: (signal: AbortSignal) => Promise<T>;
}

const early = new Map<string, Promise<unknown>>();
/** If no page has taken an answer for this long, nobody wants it any more. */
const earlyMs = 5000;

/** Begins before the script of a page has come. `useLoad` takes the answer of the same key. */
export const loadEarly = ({ key, load }: Load<unknown>): void => {
  const answer = load(new AbortController().signal);
  const forget = () => setTimeout(() => early.delete(key), earlyMs);
  answer.then(forget, forget);
  early.set(key, answer);
};

const takeEarly = <T>(key: string): Promise<T> | undefined => {
  const answer = early.get(key) as Promise<T> | undefined;
  early.delete(key);
  return answer;
};

/** Loads when `key` changes. `load` may be a new function each time: the key says what it loads. */
export const useLoad = <T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs, when = true, mayBeCached = false }: LoadOptions = {},
): Loaded<T> => {
  const [state, setState] = useState<{ key: string; data?: T; error?: unknown; at?: number; loading: boolean }>({
    key,
    loading: when,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => setRound((it) => it + 1), []);
  // Not an effect, which waits for the next paint: what is loaded here is what a page waits for.
  useLayoutEffect(() => {
    if (!when) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unlisten: (() => void) | undefined;
    const again = (ms: number) => {
      timer = setTimeout(() => (document.hidden ? again(ms) : reload()), ms);
    };
    setState((before) => {
      if (before.key !== key) return { key, loading: true };
      return before.loading ? before : { ...before, loading: true };
    });
    (takeEarly<T>(key) ?? latest.current(stop.signal)).then(
      (data) => {
        if (stop.signal.aborted) return;
        if (!mayBeCached) reached(Date.now());
        setState({ key, data, at: Date.now(), loading: false });
        if (everyMs) again(everyMs);
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const isMissed = statusOf(error) === 0;
        if (isMissed) missed(Date.now() + waitMs(error));
        else reached(Date.now());
        setState((before) => ({ ...before, key, error: isMissed ? new Unreachable() : error, loading: false }));
        if (isMissed) unlisten = onTryNow(reload);
        if (passes(error)) again(waitMs(error));
      },
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
      unlisten?.();
    };
  }, [key, when, round, everyMs, mayBeCached, reload]);
  const own = state.key === key;
  // Data that was loaded before stays. The banner says that it is old.
  const isOld = state.data !== undefined && state.error instanceof Unreachable;
  return {
    data: own ? state.data : undefined,
    error: own && !isOld ? state.error : undefined,
    loading: own ? state.loading : true,
    at: own ? state.at : undefined,
    reload,
  };
};

export const useLoadOf = <T>({ key, load }: Load<T>, options?: LoadOptions): Loaded<T> => useLoad(key, load, options);

/** Keeps the data that was loaded last while more of the same is being loaded. */
export const useKept = <T>(data: T | undefined, keep: boolean): T | undefined => {
  const last = useRef<T>(undefined);
  if (data !== undefined) last.current = data;
  return data ?? (keep ? last.current : undefined);
};

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;

/** Whether the page should try again by itself: no connection, too many requests, or a part of the service is down, or a proxy says so. */
export const passes = (error: unknown): boolean => [0, 429, 502, 503, 504].includes(statusOf(error));

/** How long to wait before the next try: as long as the service asked for, or else five seconds. */
export const waitMs = (error: unknown): number => {
  const asked =
    typeof error === 'object' && error !== null && 'retryAfter' in error ? Number(error.retryAfter) : Number.NaN;
  return Number.isFinite(asked) && asked > 0 ? asked * 1000 : retryMs;
};

/** The time, renewed every `ms`, for texts such as "4 s ago". */
export const useNow = (ms = 1000): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
};
