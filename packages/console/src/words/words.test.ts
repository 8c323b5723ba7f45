import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readAtlas } from '@trigpoint/proofs/node';
import { inSentence } from '@trigpoint/proofs/registry';
import { countryInSentence } from '@trigpoint/proofs/zones';
import { routes } from '@trigpoint/protocol';
import type { ComponentChildren } from 'preact';
import { parseSync } from 'vite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { agents } from './de/agents.ts';
import { campaigns } from './de/campaigns.ts';
import { known, texts } from './de/catalogue.ts';
import { challenges } from './de/challenges.ts';
import { frame } from './de/frame.ts';
import { operator } from './de/operator.ts';
import { requests } from './de/requests.ts';
import { shared } from './de/shared.ts';
import { verifying } from './de/verifying.ts';
import { watches } from './de/watches.ts';

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}
const isNode = (it: unknown): it is Node => typeof it === 'object' && it !== null && 'type' in it;

const root = fileURLToPath(new URL('../../src/', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((it) => /\.tsx?$/.test(it) && !/\.test\.ts$|testing|^browser|^specimen|^words\/de|\.d\.ts$/.test(it))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

const walk = (node: Node, look: (node: Node) => void): void => {
  look(node);
  for (const part of Object.values(node).flat()) if (isNode(part)) walk(part, look);
};
const inSources = (look: (node: Node, path: string) => void): void => {
  for (const { path, text } of sources) walk(parseSync(path, text).program as never, (node) => look(node, path));
};
const literal = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

const holes = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the catalogue', () => {
  test('has no text that nobody says', () => {
    const said = new Set<string>();
    inSources(({ type, callee, arguments: given }) => {
      if (type !== 'CallExpression' || !isNode(callee) || !/^say(With|Count)?$/.test(String(callee.name))) return;
      for (const it of given as readonly unknown[]) said.add(literal(it) ?? '');
    });
    expect(Object.keys(texts).filter((it) => !said.has(it))).toEqual([]);
  });

  test('has each text once', () => {
    const parts = [agents, campaigns, challenges, frame, operator, requests, shared, verifying, watches];
    const all = parts.flatMap((it) => Object.keys(it));
    expect(all.filter((it, i) => all.indexOf(it) < i)).toEqual([]);
    expect(all).toHaveLength(Object.keys(texts).length);
  });

  test('has the same holes in both languages', () => {
    for (const [english, german] of [...Object.entries(texts), ...Object.entries(known)])
      expect([english, holes(german)]).toEqual([english, holes(english)]);
  });

  test('knows of data only what data can say', () => {
    const folders = ['proofs', 'protocol', 'client', 'log', 'server'].map((it) => `${root}../../${it}/src/`);
    const all = folders
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((it) => /\.ts$/.test(it) && !/\.test\.ts$/.test(it))
          .map((it) => readFileSync(folder + it, 'utf8')),
      )
      .join('\n');
    const isThere = (piece: string) =>
      all.includes(piece) || all.includes(piece.toLowerCase().replaceAll(' ', '_').replaceAll('\u00a0', ' '));
    for (const english of Object.keys(known))
      for (const piece of english.split(/\{\w+\}/).flatMap((it) => it.match(/[A-Za-z’]+(?: [A-Za-z’]+)*/g) ?? []))
        expect([english, piece, isThere(piece) || piece.split(' ').every(isThere)]).toEqual([english, piece, true]);
  });
});

describe('the sources', () => {
  /** Names, units and signs, which are the same in every language. */
  const isSame = (text: string): boolean =>
    Object.hasOwn(routes, text.trim()) ||
    !/[a-z]{2}/i.test(
      text.replace(
        /Trigpoint|Mbit\/s|\bkm\b|\bms\b|POST\b|POINTS|base58|0x|[\w-]*\.json|https?:\S*|\w+_\w+|&nbsp;/g,
        '',
      ),
    );
  const spoken = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'sub', 'lead', 'hint', 'says', 'name']);

  test('say no words past the catalogue, neither in elements nor in what is read out of them', () => {
    const past: string[] = [];
    const isCode = (element: Node): boolean => (element.openingElement as { name: Node }).name.name === 'code';
    inSources((node, path) => {
      if (node.type === 'JSXElement' && !isCode(node))
        for (const it of node.children as readonly Node[])
          if (it.type === 'JSXText' && !isSame(String(it.value))) past.push(`${path}: ${String(it.value).trim()}`);
      if (node.type !== 'JSXAttribute' || !spoken.has(String((node.name as Node).name))) return;
      const value = node.value as Node | null;
      const inner = value?.type === 'JSXExpressionContainer' ? (value.expression as Node) : value;
      const words =
        literal(inner) ??
        (inner?.type === 'TemplateLiteral'
          ? (inner.quasis as readonly { value: { cooked: string } }[]).map((it) => it.value.cooked).join(' ')
          : '');
      if (!isSame(words)) past.push(`${path}: ${(node.name as Node).name} ${words}`);
    });
    expect(past).toEqual([]);
  });
});

const packages = `${root}../../`;
const checking = [
  ...['asserted', 'anchors', 'chain-anchor', 'log-anchor', 'log-root'].map((it) => `client/src/anchor/${it}.ts`),
  ...['checked-steps', 'examine-evidence', 'trust'].map((it) => `client/src/${it}.ts`),
  ...readdirSync(`${packages}proofs/src/evidence`).map((it) => `proofs/src/evidence/${it}`),
].filter((it) => !it.endsWith('.test.ts'));
const measuring = ['handshake', 'pob/challenger-round', 'pob/probe'].map((it) => `proofs/src/${it}.ts`);

/** The sentences in sources, each hole filled with `it`. */
const sentencesIn = (files: readonly string[]): string[] => {
  const found: string[] = [];
  for (const path of files)
    walk(parseSync(path, readFileSync(packages + path, 'utf8')).program as never, (node) => {
      const quasis = node.type === 'TemplateLiteral' ? (node.quasis as readonly { value: { cooked: string } }[]) : [];
      const text = literal(node) ?? quasis.map((it) => it.value.cooked).join('it');
      if (/^["A-Zi].* .*\.$/.test(text)) found.push(text);
    });
  return found;
};

describe('a page in German', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { lang: 'de' } });
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('fills the holes of its texts, with elements too, and tells one from many', async () => {
    const { say, sayCount, sayWith } = await import('./say.ts');
    expect(say('{taken} of {most} photos', { taken: 1, most: 2.5 })).toBe('1 von 2,5 Fotos');
    const parts = sayWith(
      'A refusal has one shape: {shape}. The message says what to do; what is in italics is an example.',
      { shape: 7 },
    );
    expect((parts as ComponentChildren[])[1]).toBe(7);
    expect([1, 0, 1200].map((n) => sayCount(n, '{n} webhook', '{n} webhooks'))).toEqual([
      '1\u00a0Webhook',
      '0\u00a0Webhooks',
      '1.200\u00a0Webhooks',
    ]);
  });

  test('reads what a proof type says where the catalogue knows it, and in English otherwise', async () => {
    const { sayKnown } = await import('./say.ts');
    expect(sayKnown('within 1,234.5 km')).toBe('höchstens 1.234,5\u00a0km entfernt');
    expect(sayKnown('inside the EU')).toBe('in der EU');
    expect(sayKnown('20\u00a0Mbit/s down')).toBe('20\u00a0Mbit/s im Download');
    expect(sayKnown('does the prover compute as fast as it says?')).toBe('does the prover compute as fast as it says?');
    const { findProfile } = await import('./profiles.ts');
    expect(findProfile('pol')?.label).toBe('Standort');
    expect(findProfile('poc')?.label).toBe('Compute');
  });

  test('says a signed reason sentence by sentence, and leaves it in English where it does not know all of it', async () => {
    const { sayReason } = await import('./say.ts');
    const nb = '\u00a0';
    for (const [reason, german] of [
      [
        `The prover is within 1,230${nb}km of Frankfurt, even if any one of its 8 challengers lied. If nobody lied, it is within 70${nb}km. None of 12 answers, those of lookouts included, speaks against the claim. The draw withstands 2 colluding challengers of the network over 3 tries.`,
        `Der Beweiser ist höchstens 1.230${nb}km von Frankfurt entfernt, selbst wenn von seinen 8${nb}Prüfern einer lügt. Wenn niemand lügt, sind es höchstens 70${nb}km. Keine von 12${nb}Antworten, die von Spähern eingeschlossen, spricht gegen die Angabe. Auch über 3${nb}Versuche hält die Auslosung 2${nb}Prüfern des Netzes stand, die sich absprechen.`,
      ],
      [
        `It is open whether the prover is in the EU. The answers also allow land of Germany. 10 of 12 challengers agree with Zurich, but a challenger near Hamm had its answer after 0.01${nb}ms, so from at most 2${nb}km away, but the claim is 3,000${nb}km away. Either 2 lie or the claim is not exact.`,
        `Es ist offen, ob der Beweiser in der EU ist. Die Antworten lassen auch Land zu von: Deutschland. 10${nb}von 12${nb}Prüfern stimmen Zürich zu, aber ein Prüfer bei Hamm hatte seine Antwort nach 0,01${nb}ms, also aus höchstens 2${nb}km Entfernung, und der angegebene Ort ist 3.000${nb}km entfernt. Entweder lügen 2, oder die Angabe ist nicht genau.`,
      ],
      [
        '2 of 5 challengers, one after another, saw 19.92 to 20.10 Mbit/s downlink, and 1 of them saw less than 90 % of the 20 asked. The other 3 rounds count as 0 Mbit/s, so the median of all 5 is too low to verify the claim. It is refuted where at least 4 rounds are below. What spoilt the others: the prover’s machine was too busy; unreachable: it did not dial.',
        `2${nb}von 5${nb}Prüfern sahen nacheinander 19,92${nb}bis 20,10${nb}Mbit/s im Download, und 1${nb}davon sah weniger als 90${nb}% der verlangten 20. Die anderen 3${nb}Runden zählen als 0${nb}Mbit/s, darum ist der Median aller 5${nb}zu niedrig, um die Angabe zu bestätigen. Widerlegt ist sie, wenn mindestens 4${nb}Runden darunter liegen. Woran es bei den anderen lag: die Maschine des Beweisers war ausgelastet; nicht erreichbar: it did not dial.`,
      ],
      [
        'The prover is not in the EU: wherever the answers allow it to be, even if 3 of 16 challengers lied, is outside.',
        `Der Beweiser ist nicht in der EU: Jeder Ort, den die Antworten zulassen, liegt außerhalb, selbst wenn 3${nb}von 16${nb}Prüfern lügen.`,
      ],
      [
        `The prover is in the Netherlands or Bosnia and Herzegovina. All land that the answers allow is inside, even if any one of the 8 challengers that were asked lied. 7 of the 8 challengers and 4 lookouts measured it. 1 of their 11 answers speaks against the claim. The draw withstands 3 challengers of the network that work together, even if it was the best of 2 draws in 30 days.`,
        `Der Beweiser ist in den Niederlanden oder Bosnien und Herzegowina. Alles Land, das die Antworten zulassen, liegt in der Zone, selbst wenn von den 8${nb}gefragten Prüfern einer lügt. 7${nb}der 8${nb}Prüfer und 4${nb}Späher haben ihn gemessen. 1${nb}ihrer 11${nb}Antworten spricht gegen die Angabe. Die Auslosung hält 3${nb}Prüfern des Netzes, die sich absprechen, stand, auch wenn sie die beste von 2${nb}Auslosungen in 30${nb}Tagen war.`,
      ],
      [
        `The prover is not in Sydney. Of the 5 challengers and 3 lookouts that measured it, all had their answer sooner than light in fibre can bring it from there. A lookout near Vienna had its answer after 0.91${nb}ms, so it is at most 92${nb}km from the prover, but 16,470${nb}km from Sydney. All 8 would have to lie for the claim to be true. Not even radio links, which are faster than fibre, would explain this. The answers fit a place near Frankfurt.`,
        `Der Beweiser ist nicht in Sydney. Es haben ihn 5${nb}Prüfer und 3${nb}Späher gemessen; von ihnen hatten alle ihre Antwort früher, als Licht in Glasfaser sie von dort bringen kann. Ein Späher bei Wien hatte seine Antwort nach 0,91${nb}ms, ist also höchstens 92${nb}km vom Beweiser entfernt, aber 16.470${nb}km von Sydney. Alle 8${nb}müssten lügen, damit die Angabe stimmt. Auch Funkstrecken, die schneller sind als Glasfaser, würden das nicht erklären. Die Antworten passen zu einem Ort bei Frankfurt.`,
      ],
      [
        'Several machines answer with the same key. A challenger near Athens had its answer after 1 ms, and a lookout near Rome, 305 km away, after 2 ms. No place is near enough to both. At least 5 of the 12 challengers and lookouts would have to lie for it to be one machine. This assumes that no answer travelled faster than light does in fibre.',
        `Mehrere Maschinen antworten mit demselben Schlüssel. Ein Prüfer bei Athen hatte seine Antwort nach 1${nb}ms und ein Späher bei Rom, 305${nb}km davon, nach 2${nb}ms. Kein Ort ist beiden nahe genug. Mindestens 5${nb}der 12${nb}Prüfer und Späher müssten lügen, damit es eine Maschine ist. Das setzt voraus, dass keine Antwort schneller lief als Licht in Glasfaser.`,
      ],
      [
        'The answers also allow land of Germany. 8 challengers measured the prover. 2 of them speak against Zurich. Either these 2 lie, or the claim is not exact.',
        `Die Antworten lassen auch Land zu von: Deutschland. 8${nb}Prüfer haben den Beweiser gemessen. 2${nb}von ihnen sprechen gegen Zürich. Entweder lügen diese 2, oder die Angabe ist nicht genau.`,
      ],
      [
        'Only 1 of 9 answers speaks against the claim, but the delays fit a place near Rome, 305 km away, better than Vienna.',
        `Nur 1${nb}von 9${nb}Antworten spricht gegen die Angabe, aber die Umlaufzeiten passen besser zu einem Ort bei Rom, 305${nb}km entfernt, als zu Wien.`,
      ],
      [
        '1 of 5 challengers measured 19.92 Mbit/s downlink (over TCP, because UDP did not get through). That is at least 90 % of the 20 Mbit/s asked for. The other 4 count as 0. The median of all 5 is too low to verify the claim. To refute it, at least 4 must measure less. What spoilt the others: the prover’s machine was too busy; no connection (the prover did not dial); a fault of the challenger (no socket for the measurement: EMFILE).',
        `1${nb}von 5${nb}Prüfern hat 19,92${nb}Mbit/s im Download (über TCP, weil UDP nicht durchkam) gemessen. Das sind mindestens 90${nb}% der verlangten 20${nb}Mbit/s. Die anderen 4${nb}zählen als 0. Der Median aller 5${nb}ist zu niedrig, um die Angabe zu bestätigen. Um sie zu widerlegen, müssen mindestens 4${nb}weniger messen. Woran es bei den anderen lag: die Maschine des Beweisers war ausgelastet; keine Verbindung (der Beweiser hat sich nicht gemeldet); ein Fehler des Prüfers (kein Socket für die Messung: EMFILE).`,
      ],
    ] as const)
      expect(sayReason(reason)).toBe(german);
    // A challenger words its failure. Looking for holes in all possible ways would take hours over this.
    const evil = ' of  challengers agree with , but  had its answer after  ms, so from at most ';
    for (const text of [evil.repeat(40), '; '.repeat(1_500)])
      expect(sayReason(`1 of 2${text}x`).length).toBeGreaterThan(1_000);
    const unknown = 'None of 5 rounds is valid. The machine computes too slowly.';
    expect(sayReason(unknown)).toBe(unknown);
  });

  test('has every sentence that a check of evidence can say', async () => {
    const { sayReason } = await import('./say.ts');
    const sentences = sentencesIn(checking);
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter((it) => sayReason(it) === it)).toEqual([]);
  });

  test('has every sentence of a challenger that could not measure', async () => {
    const { sayKnown, sayReason } = await import('./say.ts');
    const sentences = sentencesIn(measuring);
    expect(sentences.length).toBeGreaterThan(15);
    expect(sentences.filter((it) => sayKnown(it) === it)).toEqual([]);
    expect(sentences.map(inSentence).filter((it) => sayKnown(it) === it)).toEqual([]);
    expect(
      sayReason(
        'None of 5 rounds is valid. What spoilt them: timeout: The prover did not hand over its signed report.; unreachable: The prover did not dial..',
      ),
    ).toBe(
      'Keine von 5\u00a0Runden ist gültig. Woran es lag: keine rechtzeitige Antwort: Der Beweiser hat seinen signierten Bericht nicht übergeben.; nicht erreichbar: Der Beweiser hat sich nicht gemeldet..',
    );
  });

  test('names cities and countries as Germans do, also inside of signed sentences', async () => {
    const { sayKnown, sayPlace } = await import('./say.ts');
    expect(sayPlace('Cologne')).toBe('Köln');
    expect(sayPlace('Athens', 'GR')).toBe('Athen');
    expect(sayPlace('Athens', 'US')).toBe('Athens');
    expect(sayPlace('Hanau', 'DE')).toBe('Hanau');
    expect(sayKnown('It is open whether the prover is in Switzerland or France.')).toBe(
      'Es ist offen, ob der Beweiser in der Schweiz oder Frankreich ist.',
    );
    expect(sayKnown('The answers also allow land of Germany, Poland and Austria.')).toBe(
      'Die Antworten lassen auch Land zu von: Deutschland, Polen und Österreich.',
    );
  });

  test('knows every country and other land by the name that signed sentences have', async () => {
    const { sayPlace } = await import('./say.ts');
    const { names } = await readAtlas();
    const inSentences = [...names].map(([code, name]) => countryInSentence(code, name));
    const same = /^(Akrotiri|Baikonur|Somaliland)$/;
    const regions = new Intl.DisplayNames('de', { type: 'region' });
    const german = new Set([...names.keys()].filter((it) => it.length === 2).map((it) => regions.of(it)));
    expect(inSentences.filter((it) => sayPlace(it) === it && !german.has(it) && !same.test(it))).toEqual([]);
    expect(sayPlace('constructor')).toBe('constructor');
  });

  test('names countries as they stand behind "in", and groups in menus as they stand alone', async () => {
    const { zoneWords } = await import('../map/zone-words.ts');
    const { groupLabel } = await import('../watch/countries.ts');
    expect(['EU', 'EEA', 'Schengen', 'Europe'].map(groupLabel)).toEqual([
      ...['Die EU', 'Der EWR', 'Der Schengen-Raum', 'Europa'],
    ]);
    expect(['CH', 'DE', 'CH, FR', 'NL', 'EU'].map(zoneWords)).toEqual([
      'der Schweiz',
      'Deutschland',
      'der Schweiz oder Frankreich',
      'den Niederlanden',
      'der EU',
    ]);
  });

  test('writes numbers, times and places as Germans do', async () => {
    const figures = await import('../figures.ts');
    expect([figures.km(1234.5), figures.percent(0.1234), figures.exactPoints('1234.5')]).toEqual([
      '1.230\u00a0km',
      '12,3',
      '1.234,5',
    ]);
    expect(figures.compass(-33.868, 151.207)).toBe('33,87°\u00a0S 151,21°\u00a0O');
    const { ago, dateAndZone } = await import('../times.ts');
    expect(ago(0, 180_000)).toBe('vor 3 min');
    expect(dateAndZone(Date.UTC(2026, 10, 17, 12))).toMatch(/^Dienstag, 17\. November 2026, Zeiten in /);
  });
});
