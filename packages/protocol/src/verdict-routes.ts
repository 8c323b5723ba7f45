import { Type } from '@trigpoint/schema';
import { operations } from './route.ts';
import { anyChallengeId, resultOf } from './wire-texts.ts';

/** Challenges that have ended: their evidence, attestations of them, and what was paid for readings. */
export const verdictRoutes = operations({
  'challenge-evidence': {
    summary: 'The whole signed transcript of an ended challenge, for anyone to check again',
    auth: 'optional',
    scope: 'read',
    body: Type.Object({ challenge_id: anyChallengeId }),
    reply: resultOf({
      transcript: Type.Object({}),
      transcript_hash: Type.String(),
      eligible_tree: Type.Union([Type.Object({}), Type.Null()], {
        description: 'The part of the eligible tree that the draw read',
      }),
      calibration: Type.Unknown(),
      log: Type.Optional(
        Type.Union([Type.Object({ entry: Type.String(), proof: Type.String() }), Type.Null()], {
          description: 'The entry of the transparency log that says how it ended, and the proof of its place',
        }),
      ),
    }),
    errors: ['challenge_not_found', 'challenge_running'],
  },
  'challenge-attestation': {
    summary: 'A verified challenge as the service attests it, signed, in a format that other software reads',
    auth: 'optional',
    scope: 'read',
    body: Type.Object({
      challenge_id: anyChallengeId,
      format: Type.Union([Type.Literal('eas'), Type.Literal('stamp'), Type.Literal('vc')], {
        description:
          'eas: an off-chain attestation of the Ethereum Attestation Service; stamp: a location stamp as Astral has it; vc: a W3C verifiable credential as a JWT',
      }),
    }),
    reply: resultOf({
      format: Type.String(),
      attestation: Type.Union([Type.Object({}), Type.String()], { description: 'An object, or the text of a JWT' }),
    }),
    errors: [
      'challenge_not_found',
      'challenge_running',
      'challenge_not_verified',
      'challenge_not_logged',
      'not_about_a_place',
    ],
  },
  'challenge-payments': {
    summary: 'What the network paid for each reading of a challenge, with the reason',
    auth: 'optional',
    scope: 'read',
    body: Type.Object({ challenge_id: anyChallengeId }),
    reply: resultOf({
      points: Type.Number({ description: 'All of them together' }),
      payments: Type.Array(Type.Object({ challenger: Type.String(), points: Type.Number(), reason: Type.String() })),
    }),
    errors: ['challenge_not_found'],
  },
});
