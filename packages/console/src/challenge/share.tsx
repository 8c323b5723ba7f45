import type { JSX } from 'preact';
import { CopyButton } from '../parts/copy-button.tsx';
import { Panel } from '../parts/panel.tsx';
import type { ProofTypeId } from '../service.ts';
import { shareWords as words } from './words.ts';

const pageOf = (proofType: ProofTypeId, id: string): string =>
  `${location.origin}/challenges/${proofType}/${encodeURIComponent(id)}`;

/** Copies the address, or opens what the device shares with. */
export const ShareButton = ({
  proofType,
  id,
  title,
}: {
  proofType: ProofTypeId;
  id: string;
  title: string;
}): JSX.Element =>
  typeof navigator.share === 'function' ? (
    <button
      type="button"
      class="button"
      onClick={() => void navigator.share({ title, url: pageOf(proofType, id) }).catch(() => undefined)}
    >
      {words.share}
    </button>
  ) : (
    <CopyButton text={pageOf(proofType, id)} label={words.copyLink} class="" />
  );

/** The badge of a challenge, and what to put on a page of one's own. */
export const Share = ({
  proofType,
  id,
  ...rest
}: {
  proofType: ProofTypeId;
  id: string;
  class: string;
}): JSX.Element => {
  const page = pageOf(proofType, id);
  const tag = `<a href="${page}"><img height="28" alt="${words.badgeAlt}" src="${page}/badge.svg"></a>`;
  return (
    <Panel {...rest} title={words.share} sub={words.shareSub}>
      <div class="form tight">
        <img class="badge-shown" height="28" alt={words.badgeAlt} src={`${page}/badge.svg`} />
        <p class="mono soft">{page}</p>
        <p class="row">
          <CopyButton text={page} label={words.copyLink} /> <CopyButton text={tag} label={words.copyBadge} />
          <CopyButton text={`[![${words.badgeAlt}](${page}/badge.svg)](${page})`} label={words.copyMarkdown} />
        </p>
      </div>
    </Panel>
  );
};
