// The help is a view of the catalogue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output } from './support.mjs';

const catalogue = JSON.parse(output(['catalogue']));
const help = output(['--help']);
const flat = help.replace(/\s+/g, ' ');

/** Every parameter with the dotted path under which it is set. */
function* paths(params, prefix = '') {
  for (const param of params ?? []) {
    if (param.kind === 'group') yield* paths(param.params, `${prefix}${param.name}.`);
    else yield [`${prefix}${param.name}`, param];
  }
}

const families = Object.values(catalogue.families).flat();
const everything = [...catalogue.experiments, ...families];

test('--help, -h, help and run --help are one text', () => {
  for (const words of [['-h'], ['help'], ['run', '--help'], ['merge', '-h']]) assert.equal(output(words), help);
});

test('it names every experiment, policy and law with label and help', () => {
  for (const entry of everything) {
    assert.ok(help.includes(`${entry.id}: ${entry.label}\n`), entry.id);
    assert.ok(flat.includes(entry.help.replace(/\s+/g, ' ')), entry.id);
  }
});

test('it names every parameter with range, default and help', () => {
  for (const entry of everything) {
    for (const [path, param] of paths(entry.params)) {
      const end = path.split('.').at(-1);
      const line = flat.indexOf(`${end}: `);
      assert.ok(line >= 0, path);
      assert.ok(flat.includes((param.help ?? '').replace(/\s+/g, ' ')), `help of ${path}`);
      if (typeof param.default !== 'object') assert.match(help, new RegExp(`${end}:[^]*?; default ${param.default}`), path);
      for (const option of param.options ?? []) assert.ok(help.includes(option.id), `${path} ${option.id}`);
    }
  }
});

test('it names every metric', () => {
  for (const entry of catalogue.experiments) {
    for (const metric of entry.metrics) assert.ok(flat.includes(`${metric.name}: ${metric.label}`), metric.name);
  }
});

test('help ID shows that entry alone', () => {
  for (const entry of everything) {
    const text = output(['help', entry.id]);
    assert.ok(text.includes(`${entry.id}: ${entry.label}\n`));
    assert.ok(text.length < help.length / 1.2);
    for (const [path] of paths(entry.params)) assert.ok(text.includes(path), path);
  }
  const two = output(['help', 'choices', 'poisson']);
  assert.ok(two.includes('policy choices: ') && two.includes('arrivals poisson: '));
});

test('no line is longer than a terminal', () => {
  for (const line of help.split('\n')) assert.ok([...line].length <= 100, line);
});
