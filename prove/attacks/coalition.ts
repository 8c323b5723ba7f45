import type { Signer } from '@trigpoint/client';
import { SimulatedAgent, simulateConsent, simulateReading } from '@trigpoint/dev/crowd';
import type { Node } from '@trigpoint/dev/geography';
import { composeReading, type HubMessageOf } from '@trigpoint/protocol';
import { claiming, freshSigner, type Scope, type Stage } from './stage.ts';

/** A challenger that an attacker controls. The attacker has the prover's key too. */
export interface Accomplice {
  readonly id: string;
  readonly signer: Signer;
  /** What the service told it about its admission. */
  readonly told: HubMessageOf<'admission'>[];
  /** How many measurements it was asked for. */
  readonly asked: () => number;
}

type Task = HubMessageOf<'task'>;

interface Manner {
  readonly proofType?: string;
  readonly places: readonly Node[];
  /** The number of the attackers' address that the first accomplice comes from. */
  readonly firstAddress?: number;
  readonly addressOf?: (index: number) => number | string;
  /** Makes the reading that the accomplice hands in. Without it the accomplice says nothing. */
  readonly answer?: (it: Task, signer: Signer) => Promise<Parameters<SimulatedAgent['say']>[0] | undefined>;
}

export const idOf = ({ keyType, publicKey }: Signer, family = 'IPv4'): string =>
  `${family}/${keyType === 'ethereum' ? publicKey.toLowerCase() : publicKey}`;

/** Challengers that connect and hand in whatever their manner says. They send no packet to anybody. */
export const recruit = async (stage: Stage, scope: Scope, manner: Manner): Promise<Accomplice[]> => {
  const { proofType = 'pol', places, firstAddress = 0, addressOf = (i) => firstAddress + i, answer } = manner;
  const made: Accomplice[] = [];
  for (const [i, place] of places.entries()) {
    const signer = freshSigner();
    const told: HubMessageOf<'admission'>[] = [];
    let asked = 0;
    const agent = new SimulatedAgent({
      proofType,
      role: 'challenger',
      signer,
      claims: claiming(place),
      onMessage: (message, self) => {
        if (message.type === 'admission') told.push(message);
        if (message.type !== 'task' && !(message.type === 'mesh' && message.role === 'challenger')) return;
        asked++;
        void answer?.(message as Task, signer).then((it) => it && self.say(it));
      },
    });
    scope.defer(() => agent.close());
    const address = addressOf(i);
    await agent.open(await stage.from(address));
    made.push({ id: idOf(signer, String(address).includes(':') ? 'IPv6' : 'IPv4'), signer, told, asked: () => asked });
  }
  return made;
};

/** The round trip that accomplices around the claim report, in µs. It is short, but long enough that their lies agree. */
export const besideUs = 1_500;

/** Round trips that nobody measured, counter-signed with the prover's own key. */
export const madeUp =
  (prover: Signer, rttUs: number) =>
  (it: Task, signer: Signer): ReturnType<typeof simulateReading> =>
    simulateReading(it, signer, prover, rttUs);

/** What an honest challenger says of a prover that does not answer. */
export const unanswered = async ({ task, token }: Task, signer: Signer) => {
  const { context, challenge_id, attempt, proof_type } = task;
  const at = new Date().toISOString();
  const message = composeReading({
    ...{ context, challenge_id, attempt, proof_type, prover: task.prover.id, challenger: task.challenger.id },
    failure: { failure: 'unreachable', detail: 'The prover did not answer.' },
    ...{ started_at: at, ended_at: at, prover_counter_signature: null },
  });
  return { type: 'reading' as const, challenge_id, attempt, token, message, signature: await signer.sign(message) };
};

interface Silent {
  readonly claims: Readonly<Record<string, string>>;
  readonly signer?: Signer;
  readonly proofType?: string;
  readonly loginWith?: Readonly<Record<string, unknown>>;
  readonly address?: number | string;
}

/** A prover that consents to everything and then answers nobody. */
export const startSilentProver = async (
  stage: Stage,
  scope: Scope,
  it: Silent,
): Promise<{ id: string; signer: Signer }> => {
  const { claims, signer = freshSigner(), proofType = 'pol', loginWith = {}, address = 200 } = it;
  const agent = new SimulatedAgent({
    ...{ proofType, role: 'prover', signer, claims, loginWith },
    onMessage: (message, self) => {
      if (message.type === 'consent_wanted' && self.described)
        void simulateConsent(message, signer, self.described).then((said) => self.say(said));
    },
  });
  scope.defer(() => agent.close());
  await agent.open(await stage.from(address));
  return { id: idOf(signer, String(address).includes(':') ? 'IPv6' : 'IPv4'), signer };
};

/** Places around one, the first in its north-east, then clockwise; each round a little further out. */
export const around = ({ name, latitude, longitude }: Node, count: number, degrees = 0.3): Node[] =>
  Array.from({ length: count }, (_, i) => {
    const far = degrees * (1 + Math.floor(i / 4));
    const north = i % 4 === 0 || i % 4 === 3 ? far : -far;
    const east = i % 4 < 2 ? far : -far;
    return { name: `${name} ${i}`, latitude: latitude + north, longitude: longitude + east };
  });
