import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { say } from '../words/say.ts';
import { CloseIcon } from './icons.tsx';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly foot?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** A dialog of the browser. Focus stays inside, Esc closes it, and focus returns to where it was. */
export const Sheet = ({ title, onClose, foot, wide, children }: SheetProps): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the veil; keys have Esc, which the dialog brings
    <dialog
      ref={dialog}
      class={`sheet ${wide ? 'wide' : ''}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="sheet-top">
        <h2 id={id}>{title}</h2>
        <button type="button" class="button icon bare" aria-label={say('Close')} onClick={onClose}>
          <CloseIcon size={20} />
        </button>
      </div>
      <div class="sheet-body">{children}</div>
      {foot && <div class="sheet-foot">{foot}</div>}
    </dialog>
  );
};
