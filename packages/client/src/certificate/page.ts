import { parseNote } from '@trigpoint/log';
import { type Certificate, checkCertificate, type HeldSlot, readCertificate, windowsIn } from '@trigpoint/log/watches';
import { antipodeKm, lengthWords, zoneWords } from '@trigpoint/proofs';
import type { Topology } from '@trigpoint/proofs/zone-map';
import { zoneName } from '@trigpoint/proofs/zones';
import { type AskedFor, askedIn } from './asked.ts';
import { dayMs, minute, monthName, number, second, shortDay, wholeDay } from './formats.ts';
import { zoneMap } from './map.ts';
import { goesOnUntil } from './rest.ts';
import { legend, shapeOf, strip, type Tick, unaskedResults } from './strip.ts';
import { style } from './style.ts';
import {
  askedWords,
  away,
  challengerWords,
  cosignedWords,
  extraAway,
  findingWords,
  good,
  isAboutZone,
  leadOf,
  loggedWords,
  open,
  refutedOnly,
  type Summary,
  saysMore,
  shownWords,
  times,
  titleOf,
  unwitnessedWords,
  withoutAnswer,
} from './words.ts';

/** Names come from strangers. */
const plain = (text: string): string =>
  text.replace(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`).replace(/[\p{Cc}\p{Cf}]/gu, '');
const short = (text: string, most = 24): string =>
  text.length > most ? `${text.slice(0, most - 8)}…${text.slice(-6)}` : text;

/** One page of paper that says what a certificate says, with countries to draw. Throws for one that does not agree with itself. */
export const certificatePage = (it: Certificate, atlas: Topology): string => {
  const checked = checkCertificate(it);
  if (checked.reached !== 'signed') throw new Error(`This certificate does not hold: ${checked.problems[0]?.problem}`);
  const { chain } = readCertificate(it);
  const period = { from: Date.parse(it.from), to: Date.parse(it.to) };
  const ticks = chain.held.flatMap((held): Tick[] =>
    windowsIn(held, period).map((at) => ({ result: held.outcome.result, at })),
  );
  const last = chain.editions.at(-1);
  const all = askedIn(it, chain);
  const asked = all.at(-1) ?? { challengers: 0 };
  const words = distinct(all.map(({ zone }) => wordsFor(zone))).join(', then ');
  // In quotation marks, because a name may read as a sentence of the page.
  const who = it.name ? `“${plain(it.name.replaceAll(/[“”]/g, '"'))}”` : plain(short(it.summary.prover));
  const { latitude, longitude } = asked;
  const map =
    latitude === undefined || longitude === undefined || distinct(all.map(subjectOf)).length > 1
      ? ''
      : zoneMap(atlas, { latitude, longitude }, asked.zone, it.summary.radius_km);
  return page(
    `${titleOf(it, who, words)}`,
    [
      head(it),
      `<h1>${titleOf(it, who, words)}</h1><p class="lead">${leadOf(it.summary, words, asked.challengers)}</p>`,
      figures(it, words),
      `<h2>Every slot <small>one tick each, times in UTC</small></h2><div class="wide" tabindex="0">${strip(ticks, dayLabel(period, last?.everyMs ?? 0))}</div><p class="legend">${legend(isAboutZone(words))}</p>`,
      `<div class="two">${map || '<div></div>'}<div>${months(chain.held, period, outcomesIn(it.summary, words))}${facts(it, all, last?.everyMs ?? 0)}</div></div>`,
      shows(it, words),
      checkIt(it, chain.held),
      boxes,
      footer(it),
    ].join('\n'),
    isLong(it.summary),
  );
};

const wordsFor = (zone: string | undefined): string =>
  askedWords(zone === undefined ? undefined : plain(zoneWords(zoneName(zone))));

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const subjectOf = ({ latitude, longitude, zone }: AskedFor): string => JSON.stringify([latitude, longitude, zone]);

const head = ({ issued_at, watch }: Certificate): string =>
  `<header><div class="brand"><svg width="20" height="18" viewBox="0 0 20 18"><path d="M10 2l8 14H2z" fill="none" stroke="#15191c" stroke-width="2"/><circle cx="10" cy="11" r="1.8"/></svg>Trigpoint</div><div class="right">Certificate of residency<br><code>certificate ${plain(issued_at.slice(0, 10))} UTC ${plain(watch)}</code></div></header>`;

const askedInVain = ['absent', 'refused', 'unanswered'] as const;

const figures = ({ summary: it }: Certificate, words: string): string => {
  const sum = (names: readonly (keyof typeof whyWords)[]) => names.reduce((all, name) => all + it[name], 0);
  const why = (names: readonly (keyof typeof whyWords)[]) =>
    names.filter((name) => it[name] > 0).map((name) => `${number.format(it[name])} ${whyWords[name]}`);
  const isZone = isAboutZone(words);
  const refuted = refutedOnly(it, words);
  const all: [string, number][] = [
    ['Slots due', it.due],
    ['Held', it.held],
    [isZone ? 'Inside' : 'Verified', good(it)],
    ['Undecided', open(it)],
    [isZone ? 'Outside' : 'Refuted', away(it, words)],
    ...(refuted > 0 ? [['Claim refuted', refuted] as [string, number]] : []),
    ...(extraAway(it) > 0 ? [['Extra, away', extraAway(it)] as [string, number]] : []),
    ['No answer', sum(askedInVain)],
    ['Not asked', sum(unaskedResults)],
  ];
  const reasons = [
    ['No answer', why(askedInVain)],
    ['Not asked', why(unaskedResults)],
  ] as const;
  const said = reasons.flatMap(([name, each]) => (each.length > 0 ? [`${name}: ${each.join(', ')}.`] : []));
  return `<dl class="figures">${all.map(([name, count]) => `<div><dt>${name}</dt><dd>${number.format(count)}</dd></div>`).join('')}</dl>${said.length > 0 ? `<p class="why">${said.join(' ')}</p>` : ''}`;
};
const whyWords = {
  missed: 'missed by the service',
  absent: 'prover not there',
  refused: 'refused by the prover',
  unanswered: 'could not be measured',
  unpaid: 'not paid',
  paused: 'paused by the payer',
} as const;

const dayLabel = ({ from, to }: { from: number; to: number }, everyMs: number) => {
  const format = to - from < 2 * dayMs ? (everyMs < 60_000 ? second : minute) : shortDay;
  return (ms: number) => format.format(new Date(ms));
};

const mostMonths = 6;

/** The names of the columns of a table that counts answers by their shape. */
const outcomesIn = (it: Summary, words: string): readonly string[] => {
  if (!isAboutZone(words)) return ['Verified', 'Undec.', 'Refuted'];
  return ['Inside', 'Undec.', refutedOnly(it, words) > 0 ? 'Outside, or claim refuted' : 'Outside'];
};

/** By month, and by quarter where that is too many. */
const months = (
  held: readonly HeldSlot[],
  period: { from: number; to: number },
  outcomes: readonly string[],
): string => {
  const byMonth = (ms: number) => `${monthName.format(new Date(ms))} ${new Date(ms).getUTCFullYear()}`;
  const byQuarter = (ms: number) =>
    `${new Date(ms).getUTCFullYear()}, quarter ${Math.floor(new Date(ms).getUTCMonth() / 3) + 1}`;
  const tabled = (nameOf: (ms: number) => string) => {
    const rows = new Map<string, number[]>();
    for (const it of held)
      for (const begin of windowsIn(it, period)) {
        const row = rows.get(nameOf(begin)) ?? [0, 0, 0, 0, 0];
        rows.set(nameOf(begin), row);
        const shape = shapeOf(it.outcome.result);
        const counted = [true, shape !== 'missed', shape === 'inside', shape === 'undecided', shape === 'outside'];
        for (const [i, counts] of counted.entries()) if (counts) row[i] = (row[i] ?? 0) + 1;
      }
    return rows;
  };
  const monthly = tabled(byMonth);
  const rows = monthly.size > mostMonths ? tabled(byQuarter) : monthly;
  const all = [...rows.values()].reduce((sum, row) => sum.map((it, i) => it + (row[i] ?? 0)), [0, 0, 0, 0, 0]);
  const line = (name: string, row: readonly number[]) =>
    `<tr><td>${name}</td>${row.map((it) => `<td>${number.format(it)}</td>`).join('')}</tr>`;
  const body = [...rows].slice(-mostMonths).map(([name, row]) => line(name, row));
  return `<table><thead><tr><th>Month (UTC)</th><th>Due</th><th>Held</th>${outcomes.map((it) => `<th>${it}</th>`).join('')}</tr></thead><tbody>${body.join('')}</tbody><tfoot>${line('All', all)}</tfoot></table>`;
};

const moment = (at: Date): string => `${wholeDay.format(at)}, ${minute.format(at)} UTC`;

/** What comes after the certificate, where its watch goes on. */
export const restWords = (certificate: Certificate): string | undefined => {
  const until = goesOnUntil(certificate);
  return (
    until &&
    `slots after ${moment(new Date(certificate.summary.to))}; the last window of the watch ends on ${moment(until)}`
  );
};

const facts = (certificate: Certificate, asked: readonly AskedFor[], everyMs: number): string => {
  const { summary: it } = certificate;
  const places = asked.flatMap((each) => (each.latitude === undefined ? [] : [`${each.latitude}, ${each.longitude}`]));
  const zones = asked.flatMap((each) => (each.zone === undefined ? [] : [plain(zoneName(each.zone))]));
  const rows: [string, string | undefined][] = [
    ['Place claimed', distinct(places).join('; then ') || undefined],
    ['Zone', distinct(zones).join('; then ') || undefined],
    ['Asked', `every ${lengthWords(everyMs / 1000)}, by ${challengerWords(asked.at(-1)?.challengers ?? 0)}`],
    [
      extraAway(it) > 0 ? 'Furthest from claim, at its slots' : 'Furthest from claim',
      it.radius_km === null
        ? undefined
        : it.radius_km >= Math.floor(antipodeKm)
          ? 'no bound in at least one slot'
          : `${number.format(it.radius_km)} km in fibre, ${number.format(it.radius_km_any_medium ?? 0)} km in any medium`,
    ],
    ['Compared', findingWords(it)],
    ['Not in it', restWords(certificate)],
    ['Changed', it.changes === 0 ? 'never' : `${times(it.changes)} by its payer; the log has each change`],
    [
      'Other watches',
      it.others.length === 0
        ? 'none of this prover'
        : `${number.format(it.others.length)} of this prover: ${plain(short(it.others.join(', '), 36))}`,
    ],
  ];
  return `<dl class="facts">${rows.flatMap(([name, value]) => (value === undefined ? [] : [`<dt>${name}</dt><dd>${value}</dd>`])).join('')}</dl>`;
};

const shows = ({ summary: it }: Certificate, words: string): string =>
  `<div class="two"><section><h2>What this shows</h2><p>A machine that answers for the key <code>${plain(short(it.prover.replace(/^IPv\d\//, ''), 20))}</code> ${shownWords(it, words)} Delay can be added, never taken away.</p></section><section><h2>What it does not show</h2><p>Where data is stored or sent. Where the machine was ${it.due === 1 ? 'before and after its slot' : 'between slots'}. Who owns it. Where the key itself is: its holder can let a machine elsewhere answer for it.${withoutAnswer(it, words)}${unwitnessedWords(it)}</p></section></div>`;

const checkIt = (it: Certificate, held: readonly HeldSlot[]): string => {
  const first = held[0]?.slot?.index ?? held[0]?.index ?? 0;
  const end = held.at(-1)?.index ?? 0;
  const { signatures, text } = parseNote(it.checkpoint);
  const rows = [
    ['Log entries', `${first} to ${end}; the watch began in entry ${it.summary.added}`],
    ['Checkpoint', `${number.format(Number(text.split('\n')[1]))} entries, ${cosignedWords(signatures.length - 1)}`],
    ['Log key', `<code>${plain(short(it.log, 60))}</code>`],
    ['Offline', '<code>npx trigpoint verify certificate.json --trust trust.json</code>'],
    ['Anchored', 'if you trust its log and witnesses: <code>npx trigpoint trust --witnesses &gt; trust.json</code>'],
  ];
  return `<section class="check"><h2>Check it yourself</h2><p>${loggedWords(it.summary.due)}</p><dl class="facts">${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl></section>`;
};

const boxes = `<div class="boxes"><div><b>Checked</b>${['consistent', 'signed', 'anchored'].map((it) => `<span><i></i>${it}</span>`).join('')}</div><div class="by"><span>By, on</span><u></u></div></div>`;

const footer = ({ issued_at, signature, log }: Certificate): string => {
  const mark = parseNote(signature).text.split('\n')[1] ?? '';
  return `<footer><span>Signed by the service ${plain(short(log.split('+')[0] ?? '', 48))} on ${wholeDay.format(new Date(issued_at))}, ${minute.format(new Date(issued_at))} UTC, over <code>${plain(short(mark, 15))}</code>. The file certificate.json has the same facts and can be verified; this page cannot.</span><span>Page 1 of 1</span></footer>`;
};

/** Whether title and lead say more than of windows alone. The page must still be one sheet. */
const isLong = (it: Summary): boolean => saysMore(it) || it.others.length > 0;

/** The page needs nothing from elsewhere and no script. Whoever made the certificate cannot add any. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const page = (title: string, body: string, isDense: boolean): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main${isDense ? ' class="dense"' : ''}>\n${body}\n</main></body></html>`;
