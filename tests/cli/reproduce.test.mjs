// p2c reproduce: verdicts on claims, with the file that is built in or another one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { output, p2c, refused, scratch, scratchFile, start } from './support.mjs';

const root = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const claims = JSON.parse(readFileSync(root('tests/reference/claims.json'), 'utf8'));
const recorded = JSON.parse(readFileSync(root('tests/reference/reproduced.json'), 'utf8'));
const QUICK = ['S1-2', 'S2-14', 'S3-19'];

/** A small file of claims of its own. */
const one = (claim, config = { experiment: 'bins', bins: 20, ballsPerBin: 10, replications: 30 }) =>
  scratchFile('claims.json', { errorRate: 0.01, runs: { small: config },
    claims: [{ id: 'X-1', article: 1, claim: 'A claim', figure: 'some', verdict: 'reproduced', why: '', compare: [claim] }] });

test('claims measured alone give what is recorded, number for number', () => {
  const found = JSON.parse(output(['reproduce', ...QUICK.flatMap((id) => ['--only', id])]));
  assert.deepEqual(found.claims, recorded.claims.filter(({ id }) => QUICK.includes(id)));
  for (const [name, digits] of Object.entries(found.runs)) assert.equal(digits, recorded.runs[name], name);
  assert.deepEqual(found.counts, { reproduced: QUICK.length });
  assert.equal(found.comparisons, recorded.comparisons, 'the error rate is that of the whole file');
});

test('threads do not change a digit', () => {
  const words = ['reproduce', '--only', 'S2-14'];
  assert.equal(output([...words, '--threads', '3']), output([...words, '--threads', '1']));
});

test('the Markdown table has a row for each claim, and standard error the counts', () => {
  const { code, err } = p2c(['reproduce', '--only', 'S1-3', '--only', 'S1-11', '-o', scratch('out.json'), '--markdown', scratch('out.md')]);
  assert.deepEqual({ code, err }, { code: 0, err: 'p2c: 2 claims: 1 reproduced · 1 differs.\n' });
  const table = readFileSync(scratch('out.md'), 'utf8');
  assert.match(table, /^## Article 1$/m);
  assert.match(table, /^\| S1-3 \| [^\n]*1\.00 · 1\.00[^\n]*\*\*reproduced\*\* \|$/m);
  assert.match(table, /^\| S1-11 \|[^\n]*\*\*differs\*\*<br>[^\n]*142 %[^\n]* \|$/m);
  assert.equal(JSON.parse(readFileSync(scratch('out.json'), 'utf8')).claims.length, 2);
});

test('a verdict that is not the recorded one is named, with exit 1', () => {
  const { code, out, err } = p2c(['reproduce', one({ ours: 'small:gap', article: 40 })]);
  assert.equal(code, 1);
  assert.equal(err, 'p2c: the verdict on X-1 was reproduced and is now differs.\n');
  assert.equal(JSON.parse(out).claims[0].verdict, 'differs');
  assert.equal(p2c(['reproduce', one({ ours: 'small:gap', article: 1.1, within: 0.5 })]).code, 0);
});

test('what cannot be measured is refused in one sentence', () => {
  assert.match(refused(['reproduce', '--only', 'S9-1']), /"S9-1"/);
  assert.match(refused(['reproduce', one({ ours: 'large:gap', article: 1 })]), /large/);
  assert.match(refused(['reproduce', one({ ours: 'small:gap', article: 1 }, { experiment: 'bins', bins: 0 })]), /the run small .*bins/);
  assert.match(refused(['reproduce', one({ ours: 'small:wait', article: 1 })]), /small:wait/);
  assert.match(refused(['reproduce', scratchFile('no.json', '[1]')]), /file of claims/);
  assert.match(refused(['reproduce', '--markdown', '-']), /--markdown/);
});

test('Ctrl-C: no verdicts, one sentence, exit 130', async () => {
  const long = one({ ours: 'small:gap', article: 1 }, { experiment: 'fleet', requests: 1e8, replications: 3 });
  const run = start(['reproduce', long, '--progress']);
  await new Promise((resolve) => { run.child.stderr.once('data', resolve); });
  run.child.kill('SIGINT');
  const { code, out, err } = await run.done;
  assert.deepEqual({ code, out }, { code: 130, out: '' });
  assert.match(err, /p2c: stopped after 0 of 1 runs, so there are no verdicts\.\n$/);
});

test('the README has the counts that are recorded', () => {
  const line = /<!-- claims -->([^\n]*)<!-- end -->/.exec(readFileSync(root('README.md'), 'utf8'))?.[1];
  const counts = Object.entries(recorded.counts).map(([verdict, n]) => `${n} ${verdict}`).join(' · ');
  assert.equal(line, `${claims.claims.length} claims: ${counts}`);
});
