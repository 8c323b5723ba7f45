/** Whether a terminal shows colours, and its owner has not switched them off (no-color.org). */
export const takesColour = (out: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): boolean =>
  out.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

const [green, red, yellow, cyan, dim] = [32, 31, 33, 36, 2];
const tones: Readonly<Record<string, number | undefined>> = {
  '✔': green,
  '✘': red,
  '?': yellow,
  '!': yellow,
  '·': dim,
};
const paint = (tone: number, text: string): string => `\x1b[${tone}m${text}\x1b[0m`;

/** A mark at the beginning of a line, with the words up to a colon: `✔ verified:`. */
const marked = /^( *)([✔✘?!·](?: [a-z]+(?: [a-z]+)?(?=:))?)(?= |:|$)/gm;
const bar = /^( *)(━+)/gm;

/** Colours marks and bars at the beginning of lines. Texts of strangers, such as claims, are never there. */
export const coloured = (text: string): string =>
  text
    .replace(marked, (_, space: string, mark: string) => `${space}${paint(tones[mark.charAt(0)] ?? dim, mark)}`)
    .replace(bar, (_, space: string, full: string) => `${space}${paint(cyan, full)}`);
