import type { SubmissionInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { Panel } from '../parts/panel.tsx';
import { anyProofType, call, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { atMinute } from '../times.ts';
import { say } from '../words/say.ts';
import { submissionWords } from './words.ts';

export const tone = (it: SubmissionInfo): string =>
  it.state === 'rejected' || it.review === 'rejected'
    ? 'no'
    : it.review === 'pending' || it.state !== 'ready'
      ? 'ms'
      : 'ok';

const mostShown = 8;

/** The photos that the signed-in person sent, and what became of them. */
export const Mine = ({ campaign, round }: { campaign: string; round: number }): JSX.Element | null => {
  const { user } = useSession();
  const submissions = useLoad(
    `mine ${campaign} ${round}`,
    async (signal) => (await call(anyProofType, 'submissions', { campaign, limit: 50 }, signal)).result.submissions,
  );
  const own = (submissions.data ?? []).filter((it) => it.submitter.toLowerCase() === user?.publicKey.toLowerCase());
  if (own.length === 0) return null;
  return (
    <Panel
      title={say('Yours')}
      sub={own.length > mostShown ? say('the newest {n} of {all}', { n: mostShown, all: own.length }) : ''}
      flush
    >
      <table class="table">
        <thead class="hidden">
          <tr>
            <th scope="col">{say('Time')}</th>
            <th scope="col">{say('State')}</th>
          </tr>
        </thead>
        <tbody>
          {own.slice(0, mostShown).map((it) => (
            <tr key={it.photo_id}>
              <td class="muted">{atMinute(Date.parse(it.received_at))}</td>
              <td class={tone(it)}>{submissionWords(it)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
};
