// --set path=@FILE: recorded lists out of files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output, refused, runJson, runText, scratch, scratchFile, smallBins, smallFleet } from './support.mjs';

let files = 0;
const file = (text) => scratchFile(`numbers-${++files}.csv`, text);
const recorded = { ...smallFleet, service: { id: 'recorded' } };
const valuesOf = (text) => runJson(recorded, '--set', `service.values=@${file(text)}`).config.service.values;
const refusal = (name, setting = 'service.values', config = recorded) =>
  refused(['run', '-', '--set', `${setting}=@${name}`], JSON.stringify(config));

test('numbers are separated by commas, semicolons, blanks or lines, and a heading is skipped', () => {
  const expected = [1, 2.5, 0.003];
  for (const text of ['1,2.5,3e-3', '1\n2.5\n0.003\n', '1\r\n2.5\r\n0.003', '1 2.5\t.003', 'size\n1\n2.5\n0.003', '"size in ms"\n1;2.5;0.003\n',
    '\ufeff1\n2.5\n+0.003', '\n\n1\n\n2.5,\n0.003\n\n']) {
    assert.deepEqual(valuesOf(text), expected, JSON.stringify(text));
  }
});

test('a file gives what the same list in the configuration gives', () => {
  const values = Array.from({ length: 500 }, (_, i) => (i % 17) / 3 + 0.1);
  const name = file(values.join('\n'));
  assert.equal(runText(recorded, '--set', `service.values=@${name}`), runText({ ...smallFleet, service: { id: 'recorded', values } }));
  const arrivals = { id: 'recorded', kind: 'gaps' };
  assert.equal(runText({ ...smallFleet, arrivals }, '--set', `arrivals.values=@${name}`), runText({ ...smallFleet, arrivals: { ...arrivals, values } }));
});

test('a bad file is refused in a sentence that names the parameter, the file and the line', () => {
  assert.match(refusal(file('1\n2\nNaN\n')), /^service\.values .*line 3 of .*"NaN"/);
  assert.match(refusal(file('1\n2\ninf\n')), /^service\.values .*line 3 of .*"inf"/);
  assert.match(refusal(file('nan')), /^service\.values .*line 1 of .*"nan"/);
  assert.match(refusal(file('size\n1\n2x')), /^service\.values .*line 3 of .*"2x"/);
  assert.match(refusal(file('1e999')), /^service\.values /);
  assert.match(refusal(file('')), /^service\.values .* none/);
  assert.match(refusal(file('size\n')), /^service\.values .* none/);
  assert.match(refusal(file('time,size\n1,2\n3,4')), /^service\.values .*several columns/);
  assert.match(refusal(file(`1 ${'x'.repeat(5000)}`)), /^service\.values /);
  assert.match(refusal(file('1\n-2')), /^service\.values\[1\] /);
  assert.match(refusal(file('0\n0')), /^service\.values /);
  assert.match(refusal(scratch('nowhere.csv')), /cannot open .*nowhere\.csv/);
  assert.match(refusal(''), /^service\.values/);
});

test('only lists are read from files', () => {
  assert.match(refusal(file('7'), 'load', smallFleet), /^load must be a number/);
  assert.deepEqual(runJson(smallBins, '--set', `checkpoints=@${file('1 3')}`).config.checkpoints, [1, 3]);
});

test('a long list is not printed into the heading of a table, and times are in its mean', () => {
  const name = file(Array.from({ length: 100000 }, (_, i) => 5 + (i % 100)).join('\n'));
  const table = output(['run', '-', '--table', '--set', `service.values=@${name}`], JSON.stringify(recorded));
  assert.match(table, /100000 numbers/);
  // Of the recorded 5 … 104 the median is 54, the mean 54.5.
  assert.match(table, /Median service time +0\.99/);
});

test('a file for each row of a sweep', () => {
  const names = [file('1 1 1 1'), file('0.1 0.1 0.1 3.7')];
  const rows = output(['sweep', '-', '--over', `service.values=${names.map((n) => `@${n}`).join(',')}`, '--json'], JSON.stringify(recorded));
  const waits = rows.trim().split('\n').map((row) => JSON.parse(row).result.metrics.wait.mean.value);
  assert.equal(waits.length, 2);
  assert.ok(waits[1] > waits[0]);
});
