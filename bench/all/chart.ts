import type { Figure } from '../process/figures.ts';

const width = 720;
const labelWidth = 300;
const barWidth = 300;
const rowHeight = 22;
const gap = 14;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Three significant digits; from 100 on whole numbers. */
export const shown = (value: number): string =>
  value === 0 || Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

type Kind = 'ours' | 'peer' | 'aim';
interface Bar {
  readonly kind: Kind;
  readonly label: string;
  readonly value: number;
}

const barsOf = ({ name, ours, peer, aim }: Figure): Bar[] => [
  { kind: 'ours', label: name, value: ours },
  ...(peer ? [{ kind: 'peer' as const, label: peer.name, value: peer.value }] : []),
  ...(aim === undefined ? [] : [{ kind: 'aim' as const, label: 'aim', value: aim }]),
];

const sentence = ({ name, unit, ours, peer, aim }: Figure): string =>
  [
    `${name}: ${shown(ours)} ${unit}`.trim(),
    ...(peer ? [`${peer.name} ${shown(peer.value)}`] : []),
    ...(aim === undefined ? [] : [`aim ${shown(aim)}`]),
  ].join(', ');

/**
 * Horizontal bars, a group for each figure: ours, the peer's, the aim. Each group has a scale of its own, because units differ. It
 * reads on light and on dark pages, and its words say the same to a screen reader.
 */
export const chartOf = (subject: string, figures: readonly Figure[]): string => {
  let y = 44;
  const parts: string[] = [];
  for (const it of figures) {
    const bars = barsOf(it);
    const most = Math.max(...bars.map((bar) => bar.value), Number.MIN_VALUE);
    for (const { kind, label, value } of bars) {
      const middle = y + rowHeight / 2;
      const long = Math.max(1, (value / most) * barWidth).toFixed(1);
      const figure = `${shown(value)} ${it.unit}`.trim();
      parts.push(
        `<text class="${kind}-label" x="${labelWidth - 8}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
        `<rect class="${kind}" x="${labelWidth}" y="${y + 3}" width="${long}" height="${rowHeight - 6}" rx="2"/>`,
        `<text x="${labelWidth + Number(long) + 6}" y="${middle}">${escaped(figure)}</text>`,
      );
      y += rowHeight;
    }
    y += gap;
  }
  const better = figures.every((it) => it.isMoreBetter) ? 'longer is better' : 'shorter is better';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(subject)}: ours, the peer, the aim</title>
<desc id="desc">${escaped(figures.map(sentence).join('. '))}.</desc>
<style>
text { font: 13px system-ui, sans-serif; fill: #1c2024; dominant-baseline: central }
.heading { font-weight: 600; font-size: 15px }
.peer-label, .aim-label, .note { fill: #60656c }
.ours { fill: #0b68cb } .peer { fill: #8b8d98 } .aim { fill: none; stroke: #60656c; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) {
text { fill: #edeef0 } .peer-label, .aim-label, .note { fill: #b0b4ba } .ours { fill: #70b8ff } .aim { stroke: #b0b4ba }
}
</style>
<text class="heading" x="12" y="20">${escaped(subject)}</text>
<text class="note" x="${width - 12}" y="20" text-anchor="end">${better}</text>
${parts.join('\n')}
</svg>
`;
};
