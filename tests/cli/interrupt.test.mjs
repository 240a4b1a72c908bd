// Ctrl-C: a clean end, what is finished is kept and can be completed later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { output, runText, scratchFile, smallFleet, start } from './support.mjs';

const endless = { ...smallFleet, requests: 1e8, replications: 3 };
const steady = { ...smallFleet, requests: 100_000, replications: 400 };

async function stopped(config, signal, milliseconds, ...words) {
  const run = start(['run', '-', ...words], JSON.stringify(config));
  await sleep(milliseconds);
  const asked = Date.now();
  run.child.kill(signal);
  return { ...(await run.done), took: Date.now() - asked };
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} before the first replication is finished: no result, one sentence, exit 130`, async () => {
    const { code, out, err, took } = await stopped(endless, signal, 300);
    assert.deepEqual({ code, out }, { code: 130, out: '' });
    assert.match(err, /^p2c: stopped before the first replication was finished[^\n]*\.\n$/);
    assert.ok(took < 500, `${took} ms to stop`);
  });
}

for (const threads of ['1', '3']) {
  test(`a run stopped on ${threads} thread(s) is completed by the rest, text for text`, async () => {
    const { code, out, err, took } = await stopped(steady, 'SIGINT', 500, '--threads', threads);
    assert.equal(code, 130, err);
    assert.ok(took < 500, `${took} ms to stop`);
    const { replications, shard } = JSON.parse(out);
    assert.ok(shard && replications.from === 0 && replications.to > 0 && replications.to < replications.of);
    assert.match(err, new RegExp(`^p2c: stopped after ${replications.to} of 400 replications; [^\\n]*--replications-from ${replications.to} [^\\n]*\\.\\n$`));
    const rest = scratchFile('rest.json', runText(steady, '--replications-from', `${replications.to}`));
    const whole = output(['merge', rest, scratchFile('stopped.json', out)]);
    assert.equal(whole, runText(steady));
  });
}

test('a second Ctrl-C ends at once', async () => {
  const run = start(['run', '-', '--threads', '1'], JSON.stringify({ ...endless, replicas: 1000, policy: { id: 'least' } }));
  await sleep(200);
  run.child.kill('SIGINT');
  run.child.kill('SIGINT');
  assert.equal((await run.done).code, 130);
});
