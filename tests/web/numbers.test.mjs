// Recorded lists out of files, as the page reads them: the same rules as the command line's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extent, isLong, readNumbers } from '../../web/ui/numbers.js';

test('numbers are separated by commas, semicolons, blanks or lines, and a heading is skipped', () => {
  for (const text of ['1,2.5,3e-3', '1\n2.5\n0.003\n', '1\r\n2.5\r\n0.003', '1 2.5\t.003', 'size\n1\n2.5\n0.003', '"size in ms"\n1;2.5;0.003\n',
    '\ufeff1\n2.5\n+0.003', '\n\n1\n\n2.5,\n0.003\n\n']) {
    assert.deepEqual(readNumbers(text, 'a.csv'), { values: [1, 2.5, 0.003] }, JSON.stringify(text));
  }
});

test('a bad file is refused in a sentence that names it', () => {
  const problems = { '1\n2\nNaN\n': /Line 3 of a\.csv has “NaN”/, nan: /Line 1/, '1\ninf': /Line 2/, '1e999': /“1e999”/, '1\n0x10': /“0x10”/,
    '': /no numbers/, 'size\n': /no numbers/, 'time,size\n1,2': /several columns/, 'size\n1\n2x': /Line 3 of a\.csv has “2x”/ };
  for (const [text, sentence] of Object.entries(problems)) assert.match(readNumbers(text, 'a.csv').problem, sentence, JSON.stringify(text));
});

test('a long list is known by its length, mean and ends', () => {
  const values = Array.from({ length: 100000 }, (_, i) => 1 + (i % 5));
  assert.deepEqual(extent(values), { low: 1, high: 5, mean: 3 });
  assert.deepEqual([isLong(values), isLong([1, 2]), isLong('1,2')], [true, false, false]);
  assert.equal(readNumbers(values.join('\n'), 'a.csv').values.length, values.length);
});
