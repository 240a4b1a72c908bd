// Every command, its files and what happens when nobody reads the output.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { output, p2c, p2cPath, refused, runText, scratch, scratchFile, smallBins, smallFleet } from './support.mjs';

const packageVersion = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url))).version;

test('version and --version print the version of package.json', () => {
  assert.equal(output(['version']), `${packageVersion}\n`);
  assert.equal(output(['--version']), `${packageVersion}\n`);
});

test('catalogue and schema print JSON', () => {
  const catalogue = JSON.parse(output(['catalogue']));
  assert.deepEqual(catalogue.experiments.map((entry) => entry.id), ['bins', 'fleet', 'hashing', 'fanout']);
  assert.match(JSON.parse(output(['schema'])).$schema, /2020-12/);
});

test('run reads a file or standard input and prints the whole result', () => {
  for (const config of [smallBins, smallFleet]) {
    const text = runText(config);
    assert.equal(output(['run', scratchFile('config.json', config)]), text);
    assert.equal(output(['run', '--json', scratch('config.json')]), text);
    const result = JSON.parse(text);
    assert.equal(result.schema, 1);
    assert.equal(result.version, packageVersion);
    assert.equal(result.config.experiment, config.experiment);
    assert.deepEqual(result.replications, { from: 0, to: config.replications, of: config.replications });
    assert.match(result.fingerprint, /^[0-9a-f]{16}$/);
    assert.equal(result.shard, undefined);
  }
});

test('a configuration in a result can be run again and gives the same result', () => {
  for (const config of [smallBins, smallFleet]) {
    const text = runText(config);
    assert.equal(runText(JSON.parse(text).config), text);
  }
});

test('-o writes to a file and prints nothing', () => {
  const file = scratch('out.json');
  assert.equal(output(['run', '-', '-o', file], JSON.stringify(smallBins)), '');
  assert.equal(readFileSync(file, 'utf8'), runText(smallBins));
  assert.equal(output(['catalogue', '-o', file]), '');
  assert.equal(readFileSync(file, 'utf8'), output(['catalogue']));
});

test('-o to a place that cannot be written is refused before the run', () => {
  const long = JSON.stringify({ ...smallFleet, requests: 1e8, replications: 1000 });
  assert.match(refused(['run', '-', '-o', '/no/such/folder/x.json'], long), /cannot write \/no\/such\/folder\/x\.json/);
  assert.match(refused(['run', '-', '-o', '/'], long), /directory/);
});

test('files that cannot be read are refused in a sentence', () => {
  assert.match(refused(['run', '/no/such/file.json']), /cannot open \/no\/such\/file\.json: No such file/);
  assert.match(refused(['run', '/']), /cannot read \/: Is a directory/);
  assert.match(refused(['merge', '/no/such/file.json']), /cannot open/);
});

test('wrong words are refused in a sentence', () => {
  const cases = [
    [[], /command is missing/],
    [['fly'], /unknown command fly/],
    [['--fly'], /unknown command --fly/],
    [['run'], /one configuration file/],
    [['run', 'a', 'b'], /one configuration file/],
    [['run', '-', '--fast'], /unknown option --fast/],
    [['run', '-', '-x'], /unknown option -x/],
    [['run', '-', '--set'], /--set must be followed by PATH=VALUE/],
    [['run', '-', '--set', 'load'], /--set must be given as path=value/],
    [['run', '-', '--set', '=1'], /--set must be given as path=value/],
    [['run', '-', '--set', 'policy..d=1'], /empty name/],
    [['run', '-', '--threads', '0'], /--threads must be a whole number from 1/],
    [['run', '-', '--threads', 'two'], /--threads must be a whole number from 1/],
    [['run', '-', '--threads', '-1'], /--threads must be a whole number from 1/],
    [['run', '-', '--threads='], /--threads must be a whole number from 1/],
    [['run', '-', '--threads', '1.5'], /--threads must be a whole number from 1/],
    [['run', '-', '--replications-from', '-1'], /--replications-from must be a whole number/],
    [['run', '-', '--replications-to', '0'], /--replications-to must be a whole number from 1/],
    [['run', '-', '--unit', 'hours'], /--unit must be mean, median or/],
    [['run', '-', '--unit', '0ms'], /--unit must be/],
    [['run', '-', '--unit', 'infms'], /--unit must be/],
    [['run', '-', '--json=yes'], /--json takes no value/],
    [['run', '-', '-o'], /-o must be followed by FILE/],
    [['catalogue', '--table'], /--table does not belong to p2c catalogue/],
    [['merge', '--threads', '2'], /--threads does not belong to p2c merge/],
    [['merge'], /must be followed by the files/],
    [['schema', 'x'], /takes no "x"/],
    [['help', 'flying'], /help knows no "flying"/],
  ];
  for (const [words, sentence] of cases) assert.match(refused(words, '{}'), sentence);
});

test('a range of replications must lie inside the run', () => {
  const input = JSON.stringify(smallBins);
  assert.match(refused(['run', '-', '--replications-to', '24'], input), /--replications-to must be at most 23/);
  assert.match(refused(['run', '-', '--replications-from', '23'], input), /--replications-from must be less than 23/);
  assert.match(refused(['run', '-', '--replications-from', '5', '--replications-to', '5'], input), /must be less than 5/);
});

test('after -- a word is a file, and --option=value is read like --option value', () => {
  assert.match(refused(['run', '--', '--set']), /cannot open --set/);
  assert.equal(runText(smallBins, '--threads=2', '--set=seed=9'), runText(smallBins, '--threads', '2', '--set', 'seed=9'));
});

test('a reader that leaves early is no crash and no message', () => {
  const shell = (line) => spawnSync('bash', ['-c', line], { encoding: 'utf8', env: { ...process.env, P2C: p2cPath } });
  const closed = shell('set -o pipefail; "$P2C" catalogue | true; echo "${PIPESTATUS[0]}"');
  assert.match(closed.stdout, /^[01]\n$/);
  assert.equal(closed.stderr, '');
  const full = shell('"$P2C" version > /dev/full; echo $?');
  assert.equal(full.stdout, '1\n');
  assert.match(full.stderr, /^p2c: cannot write standard output: [^\n]+\.\n$/);
  const shut = shell('"$P2C" version >&-; echo $?');
  assert.match(shut.stderr, /^p2c: cannot write standard output: [^\n]+\.\n$/);
});

test('closed standard input is refused in a sentence', () => {
  const done = spawnSync('bash', ['-c', '"$P2C" run - <&-'], { encoding: 'utf8', env: { ...process.env, P2C: p2cPath } });
  assert.equal(done.status, 2);
  assert.match(done.stderr, /^p2c: cannot read standard input: [^\n]+\.\n$/);
});

test('a progress bar is drawn on standard error only, and only when asked for without a terminal', () => {
  const slow = { ...smallFleet, requests: 10_000_000, replications: 2 };
  const { code, err, out } = p2c(['run', '-', '--progress', '--threads', '1'], JSON.stringify(slow));
  assert.equal(code, 0);
  assert.match(err, /\r\[[#-]{30}\] +\d+ %  \d of 2 replications/);
  assert.equal(JSON.parse(out).replications.to, 2);
  assert.equal(p2c(['run', '-', '--no-progress'], JSON.stringify(smallFleet)).err, '');
});

test('automatic requests: every number of threads goes through the same stages, shards and comparisons refuse', () => {
  const config = { ...smallFleet, requests: 'auto', precision: { relative: 0.03 }, replications: 5 };
  const text = runText(config);
  const { auto, config: used } = JSON.parse(text);
  assert.equal(auto.met, true);
  assert.ok(auto.reached <= 0.03);
  assert.equal(used.requests, auto.stages.at(-1));
  for (const threads of ['1', '3']) assert.equal(output(['run', '-', '--threads', threads], JSON.stringify(config)), text);
  assert.match(refused(['run', '-', '--replications-to', '2'], JSON.stringify(config)), /^requests must be a number/);
  assert.match(refused(['compare', '-', '--over', 'policy.d=1,2'], JSON.stringify(config)), /^requests must be a number/);
  const rows = output(['sweep', '-', '--over', 'load=0.5,0.6', '--csv'], JSON.stringify(config)).trim().split('\n');
  assert.equal(rows.length, 3);
});
