import { expect, test } from 'vitest';
import {
  campaign,
  ended,
  history,
  pagePath,
  pictured,
  proverPath,
  provers,
  type Row,
  watches,
} from './testing-recorded-pages.ts';
import type { Said } from './testing-said.ts';

/** Where challenges are listed besides their own page. */
export const search = '/search?text=sydney';

/** The tests that each number is the same wherever pages say it. */
export const testSameNumbers = (
  on: (path: string) => Said,
  recomputed: ReadonlyMap<string, readonly string[]>,
): void => {
  const found = (path: string, it: Row): string | undefined => on(path).cells(pagePath(it))?.[3];

  test('what a list says was found is what the challenge’s page says, and every other page too', () => {
    for (const it of ended) {
      const said = found('/challenges', it) ?? '';
      expect([it.id, said]).not.toEqual([it.id, '']);
      const its = on(pagePath(it));
      const [title, lead] = [its.text('h1'), its.text('.heading .lead')];
      const at = [it.id, said, title, lead];
      // A rate is told of the rate that was asked: "19.7 of 20 Mbit/s", "21.9 Mbit/s down, 20 Mbit/s asked for".
      const rate = new RegExp(`: ${said.split(' ')[0]} (of|Mbit/s (down|up),) `);
      const isTold = it.proofType === 'pob' ? rate.test(title) : title.includes(said);
      if (it.verified === 'true') expect([...at, isTold]).toEqual([...at, true]);
      if (it.verified === 'false' && it.proofType === 'pol') {
        const [, n, of] = /^(\d+) of (\d+) answers?$/.exec(its.figure('Rule the claim out') ?? '') ?? [];
        expect(lead).toMatch(new RegExp(`${n} of ${of} answer`));
        if (said.startsWith('outside')) expect(title).toContain(said.replace('outside', 'not in'));
        else expect(said).toBe(`${n} of ${of} rule it out`);
        expect(its.text('.map-panel .sub')).toMatch(n === '1' ? /^the disc/ : new RegExp(`\\b${n} discs`));
      }
      // Elsewhere the same challenges say the same.
      const prover = proverPath({ proofType: it.proofType, id: it.prover });
      for (const path of ['/', '/account', search, prover])
        expect([it.id, path, found(path, it) ?? said]).toEqual([it.id, path, said]);
    }
  });

  test('inside a challenge’s page distances, counts and payments agree with each other', () => {
    for (const it of ended.filter(({ proofType }) => proofType === 'pol')) {
      const { bars, figure, text } = on(pagePath(it));
      if (it.verified === 'true') {
        expect([it.id, figure('If nobody lied')]).toEqual([
          it.id,
          bars.find(([label]) => /^If nobody/.test(label))?.[1],
        ]);
        expect([it.id, figure(/^Furthest, even if \d+ lied$/)]).toEqual([it.id, bars.at(-1)?.[1]]);
      }
      const upTo = /or up to ([\d,]+)\s*km from there/.exec(text('.heading .lead'))?.[1];
      if (upTo !== undefined) expect([it.id, figure(/^Furthest/)?.split(/\s/)[0]]).toEqual([it.id, upTo]);
      if (it.verified === 'false')
        expect([it.id, String(bars.length)]).toEqual([it.id, figure('Rule the claim out')?.split(' ')[0]]);
      const timeline = text('.timeline');
      const paid = figure('Paid to challengers')?.split(' ')[0];
      if (paid !== undefined && paid !== '0') expect(timeline).toContain(`${paid} POINTS paid`);
      const [, near, lookouts = '0'] =
        /\d\d:\d\d:\d\d ?(\d+) challengers?(?: and (\d+) lookouts?)? drawn/.exec(timeline) ?? [];
      expect([it.id, near !== undefined]).toEqual([it.id, true]);
      const drawn = Number(near) + Number(lookouts);
      if (!pictured.includes(it)) continue;
      const draw = recomputed.get(pagePath(it))?.find((row) => row.startsWith('The draw'));
      expect(draw).toContain(`${drawn} of ${drawn}`);
      const answers = / of (\d+) answers?$/.exec(figure('Rule the claim out') ?? '')?.[1];
      expect([it.id, Number(answers) <= drawn]).toEqual([it.id, true]);
      if (it.verified !== 'inconclusive')
        expect([it.id, text('.heading .lead')]).toEqual([
          it.id,
          expect.stringMatching(new RegExp(`\\b${answers} answers?\\b`)),
        ]);
    }
  });

  test('agents are counted alike in lists, on their own pages and by their histories', () => {
    const list = on('/agents');
    const all = Number(list.text('.panel .sub'));
    const labels = list.texts['fieldset.switch label'].join(' ');
    const [ofProvers, ofChallengers] = [/Provers (\d+)/, /Challengers (\d+)/].map((it) => Number(it.exec(labels)?.[1]));
    expect(Number(ofProvers) + Number(ofChallengers)).toBe(all);
    expect(list.texts['tbody tr'].length).toBe(all);
    for (const it of provers) {
      const [, , signs = '', saysFound = '?'] = list.cells(proverPath(it)) ?? [];
      const { figure, text, texts } = on(proverPath(it));
      const tested = Number(figure('Times tested'));
      const [verified = 0, refuted = 0, open = 0] = (text('.of-8 .panel .sub').match(/\d+/g) ?? []).map(Number);
      expect([it.id, verified + refuted + open]).toEqual([it.id, tested]);
      if (tested === 0) continue;
      expect(figure('Verified')).toBe(`${((verified / tested) * 100).toFixed(1)} %`);
      const [newest] = texts['.of-8 tr.linked'].filter((row) => !row.startsWith('Measuring'));
      // Where somebody asked for something else than is claimed, the list of agents says it beside what was found.
      const [result = '?', ...asked] = saysFound.split(/(?=, asked for )/);
      expect([it.id, [result, ...asked].every((part) => newest?.includes(part))]).toEqual([it.id, true]);
      // Those who hear the list are told how many of each, and at most ten signs stand there.
      const heard = (signs.match(/\d+/g) ?? []).map(Number).reduce((sum, n) => sum + n, 0);
      expect([it.id, heard]).toEqual([it.id, Math.min(10, tested)]);
    }
    const { figure, text } = on('/');
    const measuring = history.filter(({ state }) => !/^(ENDED|ERROR)_/.test(state)).length;
    expect(figure('Running now')).toBe(String(measuring));
    expect(Number(figure('Agents online')?.split(' of ')[1])).toBe(Number(/^\d+/.exec(text('h1'))?.[0]));
  });

  test('money, forms, watches and campaigns say one number once', () => {
    const account = on('/account');
    const budget = account.texts['.budgets li'].find((it) => it.includes('To you'));
    expect(budget).toContain(account.figure('Paid to you today') ?? '?');
    // The two lists of watches have the same ones here, and say the same of each. The public list marks them.
    const rows = on('/watches').texts['tbody tr'].map((it) => it.replace(' · yours', ''));
    expect([rows.length, new Set(rows).size]).toEqual([2 * watches.length, watches.length]);
    // Each address has the form of its proof type, also where one follows the other.
    const forms = ['pol', 'pob'].map((type) => on(`/request?type=${type}`).text('#prover option:checked'));
    for (const [i, type] of ['pol', 'pob'].entries())
      expect(provers.some((it) => it.proofType === type && on(proverPath(it)).text('h1') === forms[i])).toBe(true);
    const form = on('/request?type=pol');
    const [challengers, withstands, drawn, costs] = form.texts['tr.chosen td'];
    const outlook = form.texts['.outlook dd'];
    expect(form.challengers).toBe(challengers);
    expect([outlook[0], outlook[2]?.split(' ')[0], outlook[3]]).toEqual([costs, drawn, withstands]);
    // No more are asked than may be drawn, and the sentence below has the same lookouts.
    const ready = Number(/^\d+/.exec(form.text('#challengers-hint'))?.[0]);
    expect(Number(drawn)).toBeLessThanOrEqual(ready);
    const lookouts = Number(drawn) - Number(challengers);
    expect(outlook[2]).toBe(`${drawn} (${lookouts} of them lookouts)`);
    expect(form.text('.outlook p')).toContain(`the ${challengers} challengers that you ask for, up to ${lookouts} `);
    expect(form.text('#prover option:checked')).toMatch(/^honest-frankfurt/);
    for (const it of watches) {
      const { figure } = on(`/watches/${it}`);
      const [held = 0, due = 0] = (figure('Slots answered')?.match(/\d+/g) ?? []).map(Number);
      const n = (label: string) => Number(figure(label)?.split(' ')[0]);
      expect([it, n('Inside') + n('Outside') + n('Undecided')]).toEqual([it, held]);
      // Slots in which nobody asked have a figure of their own, where there are some.
      const unasked = figure('Not asked') === undefined ? 0 : n('Not asked');
      expect([it, due - held]).toEqual([it, n('No answer') + unasked]);
    }
    if (campaign === undefined) return;
    const photos = /(\d+) of (\d+) photos/.exec(on('/campaigns').text('.card .foot'));
    expect(on(`/campaigns/${encodeURIComponent(campaign)}`).photos).toBe(Number(photos?.[1]));
    expect(account.text('.plain-list')).toContain(photos?.[0] ?? '?');
  });
};
