import { type AnchorReaders, type Checked, type CheckedStep, checkedSteps, type Evidence } from '@trigpoint/client';
import type { Trust } from '@trigpoint/client/trust';
import { nameOf, shortId } from './challenge-view.ts';
import { oneLine } from './output.ts';
import type { ServiceFlags } from './session.ts';
import { howToTrust } from './trust.ts';
import { networkNote, verdictWord } from './verdicts.ts';

/** Checks evidence against what the reader trusts. Gives the result as fields, and in words. */
export const checkEvidence = async (evidence: Evidence, trust: Trust) => {
  const { verifyEvidence, verifySignature } = await import('#check');
  const checkSignature: AnchorReaders['checkSignature'] = async (who, text, signature) =>
    verifySignature(who.key_type, who.public_key, text, signature);
  const checked: Checked = await verifyEvidence(evidence, trust, { checkSignature });
  const { transcript } = evidence;
  const faults = checked.faults.map(({ challenger, fault }) => ({ challenger, ...fault }));
  const readings = (transcript.draw?.seats ?? []).filter((it) => it.message !== null).length;
  const { reached, problems, held, unchecked, asserted, owners, verdict } = checked;
  const facts = {
    reached,
    challenge_id: transcript.challenge_id,
    proof_type: transcript.proof_type,
    readings,
    problems,
    held,
    unchecked,
    asserted_by_operator: asserted,
    ...(owners ? { owners } : {}),
    faults,
    verdict,
  };
  const known = (id: string) => {
    const seat = (transcript.draw?.seats ?? []).find((it) => it.challenger.id === id);
    return seat ? `${nameOf(seat.challenger)}, ${shortId(id)}` : shortId(id);
  };
  // Texts of the file stay on their lines. A line of their own would pass for one of ours.
  const lines = (flags: Pick<ServiceFlags, 'service'>) =>
    [
      ...stepLines(checkedSteps(checked, evidence, trust)),
      ...listed('Not checked:', unchecked),
      ...(reached === 'signed' && !trust.chain && !trust.log
        ? [`Name the service whose evidence it should be: ${howToTrust(flags)}, then add --trust trust.json`]
        : []),
      ...(reached === 'nothing' ? [] : listed("The operator's word alone:", asserted)),
      ...(owners ? [`You know ${owners.known} of the ${owners.drawn} owners of the challengers drawn.`] : []),
      ...faults.map((it) => `  ${it.kind.replace('_', ' ')} (${known(it.challenger)}): ${it.detail}`),
      ...(reached === 'signed' || reached === 'anchored'
        ? [`${verdictWord(verdict.verified)}: ${verdict.reason}${networkNote(evidence.transcript.settings)}`]
        : []),
    ].map(oneLine);
  return { checked, facts, lines };
};

/** A title and what belongs to it, or nothing. */
export const listed = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [title, ...lines.map((it) => `  ${it}`)] : [];

/** One line for each step, and below it what speaks for or against it. */
const stepLines = (steps: readonly CheckedStep[]): string[] =>
  steps.flatMap(({ holds, says, because }) => [
    `${holds ? '✔' : holds === false ? '✘' : '?'} ${says}`,
    ...because.map((it) => `    ${it}`),
  ]);
