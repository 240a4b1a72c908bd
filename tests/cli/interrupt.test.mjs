// Ctrl-C: a clean end, what is finished is kept and can be completed later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output, runText, scratchFile, smallFleet, start } from './support.mjs';

const endless = { ...smallFleet, requests: 1e8, replications: 3 };
const steady = { ...smallFleet, requests: 10_000, replications: 4000 };

/** Resolves when the run has drawn its progress bar: it has been at work for a while. */
const atWork = ({ child }) => new Promise((resolve) => {
  child.stderr.once('data', resolve);
  child.once('close', resolve);
});

async function stopped(config, signal, ...words) {
  const run = start(['run', '-', '--progress', ...words], JSON.stringify(config));
  await atWork(run);
  const asked = Date.now();
  run.child.kill(signal);
  const { code, out, err } = await run.done;
  return { code, out, err: err.replace(/\r[^\r]*\x1b\[K/g, ''), took: Date.now() - asked };
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} before the first replication is finished: no result, one sentence, exit 130`, async () => {
    const { code, out, err, took } = await stopped(endless, signal);
    assert.deepEqual({ code, out }, { code: 130, out: '' });
    assert.match(err, /^p2c: stopped before the first replication was finished[^\n]*\.\n$/);
    assert.ok(took < 1000, `${took} ms to stop`);
  });
}

test('a run that was stopped is completed by the rest, text for text', async () => {
  const { code, out, err, took } = await stopped(steady, 'SIGINT', '--threads', '2');
  assert.equal(code, 130, err);
  assert.ok(took < 1000, `${took} ms to stop`);
  const { replications, shard } = JSON.parse(out);
  assert.ok(shard && replications.from === 0 && replications.to > 0 && replications.to < replications.of);
  assert.match(err, new RegExp(`^p2c: stopped after ${replications.to} of 4000 replications; [^\\n]*--replications-from ${replications.to} [^\\n]*\\.\\n$`));
  const rest = scratchFile('rest.json', runText(steady, '--replications-from', `${replications.to}`));
  const whole = output(['merge', rest, scratchFile('stopped.json', out)]);
  assert.equal(whole, runText(steady));
});

test('a second Ctrl-C ends at once', async () => {
  const run = start(['run', '-', '--progress', '--threads', '1'], JSON.stringify(endless));
  await atWork(run);
  run.child.kill('SIGINT');
  run.child.kill('SIGINT');
  assert.equal((await run.done).code, 130);
});
