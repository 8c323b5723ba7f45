import { AskError } from '@trigpoint/proofs';
import { ServiceError } from '@trigpoint/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { isDown, Unreachable } from '../connection.ts';
import { markOf, say, sayReason } from '../words/say.ts';
import { Button } from './button.tsx';
import { EmptyMark } from './icons.tsx';

/** What would be here, and the one way to make it. */
export const Empty = ({
  title,
  children,
  action,
}: {
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
}): JSX.Element => (
  <div class="empty">
    <EmptyMark />
    <strong>{title}</strong>
    {children && <p>{children}</p>}
    {action}
  </div>
);

/** For what needs a session: what would be here, and the button that opens the sign-in. */
export const SignedOut = ({
  onSignIn,
  children,
}: {
  onSignIn: () => void;
  children: ComponentChildren;
}): JSX.Element => (
  <Empty title={say('You are signed out')} action={<Button onClick={onSignIn} says={say('Sign in')} />}>
    {children}
  </Empty>
);

interface Told {
  readonly status?: number;
  readonly what: string;
  readonly means: string;
  /** For the element that holds `means`: it is marked as English where the service sent a sentence that has no other words. */
  readonly mark?: ReturnType<typeof markOf>;
}

/** In the language of the page, as far as the catalogue knows what the service sends. */
const sent = (message: string): Pick<Told, 'means' | 'mark'> => ({ means: sayReason(message), mark: markOf(message) });

/** Says what happened and what it means. The sentence has no codes; the status stands beside it. */
export const explain = (error: unknown): Told => {
  if (error instanceof Unreachable)
    return {
      what: say('This could not be loaded'),
      means: say('It comes by itself as soon as the service can be reached.'),
    };
  if (error instanceof AskError) return { what: say('This cannot be asked'), ...sent(error.message) };
  if (!(error instanceof ServiceError))
    return isDown()
      ? {
          what: say('This was not sent'),
          means: say('The service cannot be reached. Nothing was paid. What you typed is kept.'),
        }
      : {
          what: say('No answer came back'),
          means: say(
            'The service may have received it or not: look for it before you send it again. What you typed is kept.',
          ),
        };
  const { status, message } = error;
  if (status === 401)
    return { status, what: say('You are signed out'), means: say('Sign in to see this. What you typed is kept.') };
  if (status === 403) return { status, what: say('You may not see this'), ...sent(message) };
  if (status === 404) return { status, what: say('There is nothing here'), ...sent(message) };
  if (status === 429)
    return {
      status,
      what: say('Too many requests'),
      means: say('Next try in {n} s, by itself.', { n: error.retryAfter ?? 10 }),
    };
  if (status === 503) return { status, what: say('A part of the service is not reachable'), ...sent(message) };
  if (status >= 500) return { status, what: say('Something went wrong on the service’s side'), ...sent(message) };
  return { status, what: say('The service refused'), ...sent(message) };
};

/** What went wrong with something that somebody did, in one line. It is not tried again by itself. */
export const wrongOf = (error: unknown): string => {
  const { status = 0, what, means } = explain(error);
  if (status === 401) return say('You are signed out. Sign in and try it again. What you typed is kept.');
  if (status === 429)
    return say('Too many requests. Try it again in {n} s.', { n: (error as ServiceError).retryAfter ?? 10 });
  // What the service says about a request that it refuses needs no heading.
  return status >= 400 && status < 500 ? means : `${what}. ${means}`;
};

export const Problem = ({ error, action }: { error: unknown; action?: ComponentChildren }): JSX.Element => {
  const { status, what, means, mark } = explain(error);
  return (
    <div class="problem" role="alert">
      {status && <span class="status">{status}</span>}
      <div class="words">
        <strong>{what}</strong>
        <p {...mark}>{means}</p>
      </div>
      {action}
    </div>
  );
};

/** Holds the place of lines to come; shows only after 300 ms, at the height the content will have. */
export const Skeleton = ({ height, width = '100%' }: { height: number; width?: string }): JSX.Element => (
  <span class="skeleton" style={{ height: `${height}px`, width }} />
);

export const SkeletonRows = ({ rows, height = 40 }: { rows: number; height?: number }): JSX.Element => (
  <div aria-busy="true">
    <span class="hidden">{say('Loading')}</span>
    {Array.from({ length: rows }, (_, i) => (
      <div key={i} style={{ height: `${height}px`, padding: '12px var(--pad)' }}>
        <Skeleton height={height - 24} width={`${88 - ((i * 17) % 40)}%`} />
      </div>
    ))}
  </div>
);

/** What went wrong with what somebody did, once there is something. */
export const Wrong = ({ says, class: look = '' }: { says: string | undefined; class?: string }): JSX.Element | null =>
  says ? (
    <p class={`no ${look}`.trim()} role="alert">
      {says}
    </p>
  ) : null;
