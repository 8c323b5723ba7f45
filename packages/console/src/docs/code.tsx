import type { JSX } from 'preact';

/** Code that may be larger than its place. */
export const Code = ({ text }: { text: string }): JSX.Element => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
  <pre tabIndex={0}>{text}</pre>
);
