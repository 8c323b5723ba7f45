import { expect, test } from 'vitest';
import { parseNodes, parseRtts } from './csv.ts';

test('columns are found by name, and commas inside quotes belong to the cell', () => {
  const nodes = parseNodes('city,id,lon,lat\n"Washington, D.C.",us-1,-77.04,38.9\r\nOslo,no-1,10.75,59.91\n\n');
  expect(nodes).toEqual([
    { id: 'us-1', latitude: 38.9, longitude: -77.04 },
    { id: 'no-1', latitude: 59.91, longitude: 10.75 },
  ]);
  expect(parseRtts('src,dst,min_rtt_ms\na,b,12.5\nb,a,\nb,c,-1\n')).toEqual([{ from: 'a', to: 'b', rttMs: 12.5 }]);
});

test('what is missing is named', () => {
  expect(() => parseNodes('id,lat\nx,1')).toThrow('column lon is missing');
  expect(() => parseNodes('id,lat,lon\nx,91,0')).toThrow('row 2 (x)');
  expect(() => parseNodes('id,lat,lon\nx,,0')).toThrow('no place on Earth');
  expect(() => parseNodes('id,lat,lon\nx,1,0\nx,2,0')).toThrow('row 3 (x) has an id that is taken');
});
