import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact';

interface Look {
  /** What sets it apart from other buttons, such as `primary` or `small`. */
  readonly class?: string;
  readonly says: ComponentChildren;
}

type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'type'>;

/** A button that does something on this page. */
export const Button = ({ class: look = '', says, ...rest }: ButtonProps): JSX.Element => (
  <button type="button" class={`button ${look}`.trim()} {...rest}>
    {says}
  </button>
);

/** A link that looks like a button. */
export const LinkButton = ({ class: look = '', to, says }: Look & { readonly to: string }): JSX.Element => (
  <a class={`button ${look}`.trim()} href={to}>
    {says}
  </a>
);
