import { type EntryOf, transcriptEntryId } from '@trigpoint/log';

/** The log entry of a challenge that has ended, and the entry's id. */
export const transcriptEntry = ({
  challengeId,
  verified,
  transcriptHash,
  acceptance,
}: {
  readonly challengeId: string;
  readonly verified: EntryOf<'transcript'>['outcome'];
  readonly transcriptHash: string;
  readonly acceptance: number | null;
}): [entry: EntryOf<'transcript'>, id: string] => [
  {
    kind: 'transcript',
    version: 1,
    challenge: challengeId,
    transcript: transcriptHash.replace(/^0x/, ''),
    outcome: verified,
    acceptance,
  },
  transcriptEntryId(challengeId),
];
