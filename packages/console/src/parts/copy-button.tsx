import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../words/say.ts';

/**
 * Copies a text and says so for two seconds, in its own place so that nothing moves. Browsers have a clipboard on https and on
 * this machine only, so elsewhere there is no button.
 */
export const CopyButton = ({
  text,
  label = say('Copy'),
  class: extra = 'tiny',
}: {
  text: string;
  label?: string;
  class?: string;
}): JSX.Element | null => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  if (!isSecureContext) return null;
  return (
    <button type="button" class={`button ${extra}`} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? say('Copied') : label}</span>
    </button>
  );
};
