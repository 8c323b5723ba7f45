import type { requestChallenge } from '@trigpoint/client';
import type { Evidence } from '@trigpoint/proofs';
import type { Place } from './bridge.ts';
import { type StartOptions, startIn } from './child.ts';

export interface ServiceStart {
  readonly host: string;
  readonly proofType: string;
}

type Asked = Omit<Parameters<typeof requestChallenge>[1], 'wallet'>;

export interface Wanted {
  readonly tag: number;
  readonly asked: Asked;
}

export interface Got {
  readonly tag: number;
  readonly state: string;
  readonly evidence: Evidence;
}

/** A service in a namespace, with a chain and a payer of its own. */
export async function startServiceIn(place: Place, proofType: string, options: StartOptions = {}) {
  const program = new URL('./service.js', import.meta.url);
  const start: ServiceStart = { host: place.address, proofType };
  const child = await startIn<{ url: string }>(place, program, start, options);
  let asked = 0;
  return {
    url: child.hello.url,
    close: () => child.end(),
    /** Asks for a challenge and waits until it has ended. */
    challenge(about: Asked): Promise<Got> {
      const tag = asked++;
      return new Promise((resolve, reject) => {
        const onMessage = (got: Got) => {
          if (got.tag !== tag) return;
          child.process.off('message', onMessage).off('exit', onExit);
          resolve(got);
        };
        const onExit = () => reject(new Error('The service ended.'));
        child.process.on('message', onMessage).on('exit', onExit);
        child.process.send({ tag, asked: about } satisfies Wanted);
      });
    },
  };
}
