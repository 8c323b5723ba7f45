import { chainAddressOf, type Evidence } from '@trigpoint/client';
import { findProfile } from '@trigpoint/proofs/registry';
import { plainAgentId } from '@trigpoint/protocol';
import type { Command } from 'commander';
import { time } from './durations.ts';
import { isWholeProver } from './find-prover.ts';
import { UsageError } from './output.ts';
import { zoneOrFile } from './request.ts';

/**
 * What evidence must be about. A service could answer with evidence of another prover or time, so the reader names what it must be
 * about.
 */
export interface SubjectFlags {
  readonly prover?: string;
  readonly zone?: string;
  readonly since?: string;
  readonly verified?: boolean;
}

export const withSubject = (command: Command): Command =>
  command
    .option('--prover <id>', 'the evidence or certificate must be about this prover: its whole id or key')
    .option('--zone <zone>', 'and about this zone alone, as it was asked for')
    .option(
      '--since <time>',
      'the evidence must be of a challenge that was asked for at this time or later',
      time('--since'),
    )
    .option('--verified', 'and its verdict must be verified');

const wholeProver = (prover: string): string => {
  if (isWholeProver(prover)) return plainAgentId(prover);
  throw new UsageError(`--prover takes a whole id or key: "${prover}" may be somebody else's.`);
};
const wholeZone = (zone: string): string => zoneOrFile('--zone', zone);

/** In what a certificate differs from what is wanted, each as a sentence. It may be about several zones, one after another. */
export const otherWatch = (
  { prover: watched }: { readonly prover: string },
  asked: readonly { readonly zone?: string }[],
  { prover, zone }: SubjectFlags,
): string[] => [
  ...(prover === undefined || watched.endsWith(`/${chainAddressOf(wholeProver(prover)).toLowerCase()}`)
    ? []
    : [`It is about the prover ${watched}.`]),
  ...(zone === undefined || asked.every((it) => it.zone === wholeZone(zone))
    ? []
    : ['It is not about this zone alone.']),
];

/** In what evidence differs from what is wanted, each as a sentence. */
export const otherSubject = ({ transcript }: Evidence, { prover, zone, since, verified }: SubjectFlags): string[] => {
  const { prover: asked, submitted_at, verdict, info, proof_type } = transcript;
  const problems: string[] = [];
  const want = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  if (prover !== undefined) {
    const wanted = wholeProver(prover);
    const about = asked ? `the prover ${asked.id}` : 'no prover';
    want(asked?.id === wanted || asked?.public_key === wanted, `It is about ${about}.`);
  }
  if (zone !== undefined) {
    const { zone: stated } = (findProfile(proof_type)?.decode(info) ?? {}) as { readonly zone?: string };
    want(stated === wholeZone(zone), `It is about ${stated === undefined ? 'no' : 'another'} zone.`);
  }
  if (since !== undefined) want(Date.parse(submitted_at) >= Date.parse(since), `It was asked for at ${submitted_at}.`);
  if (verified) want(verdict.verified === 'true', `Its verdict is ${verdict.verified}, not verified.`);
  return problems;
};
