// The pool of seats when seats go away: what one has given back is done by another, at once, and no run is left without an end.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Pool } from '../../web/api/pool.js';
import { LostWorker } from '../../web/api/worker-seat.js';

const PATIENCE = 20_000;
const done = (job) => Promise.resolve(job.type === 'merge' ? job.texts.join() : `${job.from}`);

/** A seat that does its jobs as `work` says; `starts`: whether it can be started the first time, the second … */
function seat(work, starts = [true]) {
  const own = {
    ready: false,
    async start() {
      if (!(starts.length > 1 ? starts.shift() : starts[0])) throw new LostWorker('It does not start.');
      own.ready = true;
    },
    execute: (job) => work(job, own),
    cancel() {},
    close() {},
  };
  return own;
}

/** The result of a run of four replications, or "no end". */
async function result(seats, spare = () => assert.fail('no spare is needed')) {
  const pool = new Pool(seats, spare);
  let timer;
  const late = new Promise((give) => { timer = setTimeout(give, PATIENCE, 'no end'); });
  const text = await Promise.race([pool.run('{}', 4, {}), late]);
  clearTimeout(timer);
  pool.close();
  return text;
}

/** A seat whose worker dies at its first job, once `when` is there, and cannot be started again. */
const dying = (when) => seat(async (job, own) => {
  await when;
  own.ready = false;
  throw new LostWorker('It died.');
}, [true, false]);

describe('the pool', () => {
  test('the last job of a seat that dies for good goes to another that has nothing to do', async () => {
    let others = 0;
    let idle;
    const finished = new Promise((give) => { idle = give; });
    const steady = seat(async (job) => {
      // The other three shards are done, and this seat is back among the idle ones, before the other one dies.
      if (++others === 3) setTimeout(idle, 20);
      return done(job);
    });
    assert.equal(await result([dying(finished), steady]), '0,1,2,3');
  });

  test('when all seats die for good the spare one does the work', async () => {
    const spare = () => Object.assign(seat(done), { ready: true });
    assert.equal(await result([dying(), dying()], spare), '0,1,2,3');
  });
});
