import { expect, test } from 'vitest';
import { momentOf, ratesOf, withMoment } from './series.ts';
import { troublesOf } from './troubles.ts';

const sample = (name: string, labels: Record<string, string>, value: number) => ({ name, labels, value });
const answered = (route: string, status: string, value: number) =>
  sample('trigpoint_http_requests_total', { route, status }, value);

test('what failed and what was refused is grouped, most first, and says what it means', () => {
  const found = troublesOf([
    answered('/proof/v1/:proof_type/login', '503', 2),
    answered('/proof/v1/:proof_type/login', '500', 1),
    answered('/proof/v1/:proof_type/login', '401', 50),
    answered('/a', '429', 4),
    answered('/b', '429', 5),
    sample('trigpoint_readings_total', { outcome: 'accepted' }, 900),
    sample('trigpoint_readings_total', { outcome: 'late' }, 7),
    sample('trigpoint_readings_total', { outcome: 'not_needed' }, 30),
    sample('trigpoint_readings_total', { outcome: 'new_code' }, 0),
  ]);
  expect(found.map((it) => [it.what, it.count])).toEqual([
    ['Turned away: too many requests', 9],
    ['Reading refused: late', 7],
    ['Failed: …/login', 3],
  ]);
  expect(found.every((it) => it.means !== '')).toBe(true);
  expect(troublesOf([])).toEqual([]);
});

test('a rate is counted between two looks, and from nothing after a restart', () => {
  const at = (second: number, n: number) => momentOf(second * 1000, [answered('/', '200', n)]);
  const all = [at(0, 10), at(5, 20), at(10, 4)].reduce(withMoment, [] as ReturnType<typeof withMoment>);
  expect(ratesOf(all)).toEqual([2, 0.8]);
  expect(ratesOf([momentOf(0, []), momentOf(1, [])])).toEqual([]);
  const many = Array.from({ length: 800 }, (_, i) => at(i, i)).reduce(withMoment, [] as ReturnType<typeof withMoment>);
  expect(many.length).toBe(720);
});
