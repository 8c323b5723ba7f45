import { ServiceError } from '@trigpoint/protocol';
import type { ComponentChildren, JSX } from 'preact';
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
    <h3>{title}</h3>
    {children && <p>{children}</p>}
    {action}
  </div>
);

/** Behind a sign-in: what would be here, and the button that opens it. */
export const SignedOut = ({
  onSignIn,
  children,
}: {
  onSignIn: () => void;
  children: ComponentChildren;
}): JSX.Element => (
  <Empty
    title="You are signed out"
    action={
      <button type="button" class="button" onClick={onSignIn}>
        Sign in
      </button>
    }
  >
    {children}
  </Empty>
);

interface Told {
  readonly status?: number;
  readonly what: string;
  readonly means: string;
}

/** Says what happened and what it means. The sentence has no codes; the status stands beside it. */
export const explain = (error: unknown): Told => {
  if (!(error instanceof ServiceError))
    return { what: 'The server cannot be reached', means: 'What was loaded stays here. Trying again.' };
  const { status, message } = error;
  if (status === 401)
    return { status, what: 'You are signed out', means: 'Sign in to see this. What you typed is kept.' };
  if (status === 403) return { status, what: 'This is not yours to see', means: message };
  if (status === 404) return { status, what: 'There is nothing here', means: message };
  if (status === 429)
    return { status, what: 'Too many requests', means: `Next try in ${error.retryAfter ?? 10} s, by itself.` };
  if (status === 503) return { status, what: 'A part of the service is not reachable', means: message };
  if (status >= 500) return { status, what: 'Something went wrong on the service’s side', means: message };
  return { status, what: 'The service refused', means: message };
};

export const Problem = ({ error, action }: { error: unknown; action?: ComponentChildren }): JSX.Element => {
  const { status, what, means } = explain(error);
  return (
    <div class="problem" role="alert">
      {status && <span class="status">{status}</span>}
      <div class="words">
        <h3>{what}</h3>
        <p>{means}</p>
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
    <span class="hidden">Loading</span>
    {Array.from({ length: rows }, (_, i) => (
      <div key={i} style={{ height: `${height}px`, padding: '12px var(--pad)' }}>
        <Skeleton height={height - 24} width={`${88 - ((i * 17) % 40)}%`} />
      </div>
    ))}
  </div>
);
