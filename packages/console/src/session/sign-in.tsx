import type { Role } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { NextIcon } from '../parts/icons.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Wrong, wrongOf } from '../parts/states.tsx';
import { useProofTypes } from '../proof-types.ts';
import { anyProofType, call, type ProofTypeId } from '../service.ts';
import { say } from '../words/say.ts';
import { useSession } from './session.tsx';
import { ElsewhereStep, type Pending, SignStep } from './sign-in-steps.tsx';
import { useDevelopmentWallet, useWallets } from './use-wallets.ts';
import { type Account, type Wallet, WalletError } from './wallets.ts';

const roleSays: Record<Role, string> = {
  payer: say('You ask for challenges, and pay where the service asks a fee.'),
  prover: say('You run a machine whose place or bandwidth is to be proved.'),
  challenger: say('You measure provers and earn rewards.'),
};

/** Signing in means signing one message. It costs nothing and moves nothing. */
export const SignInSheet = (): JSX.Element => {
  const { dismiss, signedIn, about } = useSession();
  const wallets = useWallets();
  const development = useDevelopmentWallet();
  const [role, setRole] = useState<Role>('payer');
  const types = useProofTypes();
  const [chosen, setProofType] = useState<ProofTypeId>();
  const proofType = chosen ?? types[0]?.id ?? anyProofType;
  const [pending, setPending] = useState<Pending>();
  const [elsewhere, setElsewhere] = useState(false);
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const attempt = async (who: string, work: () => Promise<void>) => {
    setBusy(who);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(sentence(error));
    } finally {
      setBusy(undefined);
    }
  };
  const begin = (account: Account, by: string | undefined) =>
    call(proofType, 'pre-login', { publicKey: account.publicKey, keyType: account.keyType, role }).then(({ result }) =>
      setPending({ account, message: result.message, by }),
    );
  const choose = (wallet: Wallet) =>
    attempt(wallet.id, async () =>
      begin(await wallet.connect(), wallet.id === 'development' ? say('the development key') : wallet.name),
    );
  const finish = ({ account, message }: Pending, pasted?: string) =>
    attempt('sign', async () => {
      const signature = pasted ?? (await account.sign(message));
      await call(proofType, 'login', { signature });
      await signedIn(pasted === undefined ? account : undefined);
    });
  const back = () => {
    setPending(undefined);
    setElsewhere(false);
    setProblem(undefined);
  };

  return (
    <Sheet
      title={pending ? say('Sign this message') : say('Sign in')}
      onClose={dismiss}
      foot={
        pending
          ? say('This is the whole message. It names this service, your address and a number that is used once.')
          : say('Next: the text you sign is shown. It names this service, your address and a number used once.')
      }
    >
      {pending ? (
        <SignStep pending={pending} busy={busy !== undefined} onSign={finish} onBack={back} />
      ) : elsewhere ? (
        <ElsewhereStep
          busy={busy !== undefined}
          onBack={back}
          onBegin={(it) => attempt('elsewhere', () => begin(it, undefined))}
        />
      ) : (
        <>
          <p class="soft">{say('Sign one message with your wallet. It costs nothing and moves nothing.')}</p>
          <span class="sheet-label">{say('I am signing in as')}</span>
          <Segmented
            label={say('Role')}
            full
            value={role}
            onChange={setRole}
            options={[
              ['payer', say('Payer')],
              ['prover', say('Prover')],
              ['challenger', say('Challenger')],
            ]}
          />
          <p class="note">{roleSays[role]}</p>
          {/* A payer asks for proofs of every type with one session. */}
          {role !== 'payer' && (
            <>
              <span class="sheet-label">{say('For proofs of')}</span>
              <Segmented
                label={say('Proof type')}
                full
                value={proofType}
                onChange={setProofType}
                options={types.map((it) => [it.id, it.label] as const)}
              />
            </>
          )}
          <span class="sheet-label">{say('Wallets found in this browser')}</span>
          {wallets.length === 0 ? (
            <p class="small soft">{say('None. A wallet extension appears here by itself.')}</p>
          ) : (
            <ul class="choices">
              {wallets.map((wallet) => (
                <li key={wallet.id}>
                  <Choice
                    badge={wallet.icon ? <img src={wallet.icon} alt="" /> : wallet.name.slice(0, 1)}
                    name={wallet.name}
                    small={busy === wallet.id ? say('Waiting for the wallet…') : wallet.kind}
                    onClick={() => void choose(wallet)}
                  />
                </li>
              ))}
            </ul>
          )}
          <span class="sheet-label">{say('Without a wallet here')}</span>
          <ul class="choices">
            <li>
              <Choice
                badge=">_"
                name={say('Sign on another machine')}
                small={say('Copy the message, paste the signature')}
                onClick={() => setElsewhere(true)}
              />
            </li>
            {development && (
              <li>
                <Choice
                  badge="#"
                  name={say('Development key')}
                  small={
                    about?.chain
                      ? say('Throw-away, kept in this browser, for this network only (chain {id})', {
                          id: about.chain.id,
                        })
                      : say('Throw-away, kept in this browser, for this network only')
                  }
                  onClick={() => void choose(development)}
                />
              </li>
            )}
          </ul>
        </>
      )}
      <Wrong class="note" says={problem} />
    </Sheet>
  );
};

const sentence = (error: unknown): string =>
  error instanceof WalletError || error instanceof RangeError ? error.message : wrongOf(error);

interface ChoiceProps {
  readonly badge: JSX.Element | string;
  readonly name: string;
  readonly small: string;
  readonly onClick: () => void;
}

const Choice = ({ badge, name, small, onClick }: ChoiceProps) => (
  <button type="button" class="choice" onClick={onClick}>
    <span class="badge">{badge}</span>
    <span class="name">
      {name}
      <small>{small}</small>
    </span>
    <NextIcon />
  </button>
);
