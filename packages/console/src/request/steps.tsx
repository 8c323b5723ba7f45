import type { Profile } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortId } from '../figures.ts';
import { Button } from '../parts/button.tsx';
import { type Check, Checks } from '../parts/checks.tsx';
import { wrongOf } from '../parts/states.tsx';
import { go } from '../router.tsx';
import { useSession } from '../session/session.tsx';
import { type Wallet, WalletError } from '../session/wallets.ts';
import { say } from '../words/say.ts';
import type { Draft } from './drafts.ts';
import type { Step } from './send.ts';

interface Told {
  readonly step: Step;
  readonly gave?: string;
}

export interface Request {
  readonly steps: readonly Told[];
  readonly problem: string | undefined;
  /** True for a direct request, in which no wallet takes part. */
  readonly isDirect: boolean;
  /** Without a wallet the request is made at the service itself. */
  start(profile: Profile, draft: Draft, wallet: Wallet | undefined): Promise<void>;
  reset(): void;
}

const sentence = (error: unknown): string => {
  const name = error instanceof Error ? error.name : '';
  if (error instanceof WalletError || name === 'RequestError') return (error as Error).message;
  if (name === 'ServiceError' || !(error instanceof Error) || error instanceof TypeError) {
    return wrongOf(error);
  }
  return error.message;
};

export const useRequest = (): Request => {
  const { about, account } = useSession();
  const [isDirect, setDirect] = useState(false);
  const [steps, setSteps] = useState<readonly Told[]>([]);
  const [problem, setProblem] = useState<string>();
  return {
    steps,
    problem,
    isDirect,
    reset: () => {
      setSteps([]);
      setProblem(undefined);
    },
    start: async (profile, draft, wallet) => {
      if (!about) return;
      setSteps([]);
      setProblem(undefined);
      setDirect(wallet === undefined);
      if (!wallet) setSteps([{ step: 'service' }]);
      try {
        const { askHere, send } = await import('./send.ts');
        const id = wallet
          ? await send(profile, draft, wallet, about, (step, gave) =>
              setSteps((before) => [...before, { step, ...(gave ? { gave } : {}) }]),
            )
          : await askHere(profile, draft, about, account);
        go(`/challenges/${profile.id}/${id}`);
      } catch (error) {
        setSteps((before) => (before.length > 0 ? before : [{ step: 'wallet' }]));
        setProblem(sentence(error));
      }
    },
  };
};

const titles: Record<Step, readonly [title: string, says: string]> = {
  wallet: [say('Your wallet'), say('It may ask which account to use, and to switch to the service’s chain.')],
  chain: [say('Request on the chain'), say('Confirm in your wallet; then the transaction goes into a block.')],
  service: [say('Handed to the service'), say('It reads the request from the chain and draws challengers.')],
};

const asked = [
  say('Asked at the service'),
  say('It logs the request, and draws challengers once the prover consented.'),
] as const;

/** Each step with what it gave, and where it stopped. */
export const RequestSteps = ({ request }: { request: Request }): JSX.Element => {
  const { steps, problem, isDirect } = request;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button stood at the end of a long form. Without this a phone would show what is below the steps.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const order: Step[] = isDirect ? ['service'] : ['wallet', 'chain', 'service'];
  const checks = order.map((step, i): Check => {
    const at = steps.findIndex((it) => it.step === step);
    const isLast = at === steps.length - 1;
    const gave = steps.find((it) => it.step === order[i + 1])?.gave;
    const [title, says] = isDirect ? asked : titles[step];
    return {
      outcome: at < 0 ? 'none' : isLast ? (problem ? 'refuted' : 'measuring') : 'verified',
      title,
      says,
      gave: gave && <code class="small">{shortId(gave, 10, 6)}</code>,
    };
  });
  return (
    <div class="form" aria-live="polite">
      <h3 ref={heading} class="steps-title" tabIndex={-1}>
        {say('The request')}
      </h3>
      <Checks checks={checks} />
      {problem && (
        <>
          <p class="no" role="alert">
            {problem}
          </p>
          <Button onClick={request.reset} says={say('Change and try again')} />
        </>
      )}
    </div>
  );
};
