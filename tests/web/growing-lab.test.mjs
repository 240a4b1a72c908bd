// A lab that begins with the small core, in Node.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LabError } from '../../web/api/errors.js';
import { GrowingLab } from '../../web/api/growing-lab.js';
import { openLab } from '../../web/api/index.js';
import { Lab } from '../../web/api/lab.js';
import { LocalSeat } from '../../web/api/local-seat.js';
import { makePace } from '../../web/api/platform.node.js';
import { Pool } from '../../web/api/pool.js';
import { whole, catalogue, fresh, result, same } from './support/cores.mjs';

describe('a lab that begins with the small core', () => {
  const SMALL = { experiment: 'fleet', replicas: 8, load: 0.8, requests: 2000, replications: 3, seed: 3 };
  const LONG = { ...SMALL, requests: 400_000 };
  const BEYOND = { ...SMALL, policy: { id: 'memory' } };
  const WRONG = { ...SMALL, load: -1 };

  /** A lab over the small core, and what is known of its end. */
  async function smallLab() {
    const seat = new LocalSeat(await fresh(), makePace());
    const lab = new Lab(await fresh(), new Pool([seat], () => seat), catalogue);
    const told = { retired: 0, closed: 0 };
    const { retire, close } = lab;
    lab.retire = () => { told.retired++; retire.call(lab); };
    lab.close = () => { told.closed++; close.call(lab); };
    return { lab, told };
  }

  /** A growing lab whose whole core comes when `open` says; `opened`: the labs over it so far, `asked`: how often there was a call for one. */
  async function begun(open = () => openLab()) {
    const { lab: small, told } = await smallLab();
    const here = { small, told, asked: 0, opened: [] };
    here.lab = new GrowingLab(small, async () => {
      here.asked++;
      const lab = await open();
      here.opened.push(lab);
      return lab;
    });
    here.end = () => { here.lab.close(); small.close(); for (const lab of here.opened) lab.close(); };
    return here;
  }

  /** A whole core that comes when it is let. */
  function held() {
    let release;
    let fail;
    const free = new Promise((done, refuse) => { release = done; fail = refuse; });
    free.catch(() => {});
    return { release, fail, open: () => free.then(() => openLab()) };
  }

  const beyond = { name: 'LabError', kind: 'beyond' };
  const turns = async (n) => { for (let i = 0; i < n; i++) await new Promise((done) => void setImmediate(done)); };

  /** What the whole core says of a configuration. */
  async function rightly(ask) {
    const lab = await openLab();
    try { return await ask(lab); } finally { lab.close(); }
  }
  const rightText = (config) => rightly((lab) => lab.text(config));

  test('what the small core does asks for no other', async () => {
    const here = await begun();
    here.lab.check(SMALL);
    assert.equal(await here.lab.text(SMALL), await rightText(SMALL));
    assert.deepEqual(await here.lab.run(JSON.stringify(SMALL)), JSON.parse(await rightText(SMALL)));
    const live = here.lab.live(SMALL);
    live.advanceTo(10);
    live.set('load', 0.5);
    live.advanceTo(20);
    assert.equal(live.snapshot('clock')[0], 20);
    assert.equal(live.result().live, true);
    live.close();
    assert.deepEqual([here.asked, here.lab.growing, here.lab.version], [0, false, whole.version()]);
    here.end();
  });

  test('what is beyond it asks for the whole core once, and gives the text of that', async () => {
    const here = await begun();
    const others = [BEYOND, { ...BEYOND, seed: 4 }, { experiment: 'hashing' }, SMALL];
    const got = await Promise.all(others.map((config) => here.lab.text(config)));
    for (const [i, config] of others.entries()) same(got[i], await rightText(config), JSON.stringify(config));
    assert.equal(await here.lab.text(BEYOND), got[0]);
    assert.deepEqual([here.asked, here.lab.growing, here.told.retired], [1, false, 1]);
    here.end();
  });

  test('a run that is wrong gets the sentence of the whole core, and one that no core can be told gets it without one', async () => {
    const here = await begun();
    await assert.rejects(here.lab.run({ ...SMALL, load: NaN }), { name: 'LabError', kind: 'config', field: 'load' });
    await assert.rejects(here.lab.run(5), { name: 'LabError', kind: 'config' });
    assert.throws(() => here.lab.check({ ...SMALL, load: NaN }), { kind: 'config', field: 'load' });
    assert.equal(here.asked, 0);
    const right = await rightly((lab) => lab.run(WRONG).catch((error) => error));
    await assert.rejects(here.lab.run(WRONG), { name: 'LabError', kind: 'config', field: 'load', message: right.message });
    assert.equal(here.asked, 1);
    here.end();
  });

  test('check: beyond at first, then what the whole core says', async () => {
    const { open, release } = held();
    const here = await begun(open);
    assert.throws(() => here.lab.check(WRONG), beyond);
    assert.equal(here.lab.growing, true);
    assert.throws(() => here.lab.live(WRONG), beyond);
    assert.throws(() => here.lab.live(BEYOND), beyond);
    assert.throws(() => here.lab.judge({ claims: {} }), beyond);
    release();
    const grown = await here.lab.whole();
    assert.deepEqual([here.lab.growing, grown, here.asked], [false, here.opened[0], 1]);
    here.lab.check(BEYOND);
    const right = await rightly((lab) => { try { lab.check(WRONG); } catch (error) { return error; } return undefined; });
    assert.throws(() => here.lab.check(WRONG), { name: 'LabError', kind: 'config', field: 'load', message: right.message });
    assert.throws(() => here.lab.live(WRONG), { name: 'LabError', kind: 'config', field: 'load', message: right.message });
    const live = here.lab.live(BEYOND);
    assert.equal(live.advanceTo(10), true);
    live.close();
    here.end();
  });

  test('a live run that was open before goes on after, as it would have', async () => {
    const here = await begun();
    const states = [here.lab, await openLab()].map((lab) => ({ lab, live: lab.live(SMALL) }));
    const both = (ask) => { const [got, right] = states.map(({ live }) => ask(live)); assert.deepEqual(got, right); };
    both((live) => live.advanceTo(10));
    await here.lab.whole();
    for (const time of [20, 200]) {
      both((live) => live.advanceTo(time));
      both((live) => live.set('load', 0.5));
      for (const column of ['load', 'inService', 'looks', 'clock', 'counts']) both((live) => [...live.snapshot(column)]);
      both((live) => live.result());
      both((live) => live.progress());
    }
    states[0].live.close();
    assert.throws(() => states[0].live.step(1), { kind: 'closed' });
    states[1].lab.close();
    here.end();
  });

  test('a live run that goes beyond on its way says so, and brings the whole core', async () => {
    const here = await begun();
    const live = here.lab.live(SMALL);
    assert.throws(() => live.snapshot('nothing'), beyond);
    await here.lab.whole();
    assert.equal(here.asked, 1);
    live.close();
    here.end();
  });

  test('runs that are under way when it grows come to their end on the small core, which then lets its workers go', async () => {
    const grown = await openLab();
    const here = await begun(() => grown);
    let ended = 0;
    const runs = [LONG, { ...LONG, seed: 5 }].map((config) => here.lab.text(config).finally(() => { ended++; }));
    await turns(2);
    await here.lab.whole();
    assert.deepEqual([ended, here.told.retired], [0, 0]);
    const later = here.lab.text(SMALL);
    for (const [i, config] of [LONG, { ...LONG, seed: 5 }].entries()) same(await runs[i], await rightText(config), JSON.stringify(config));
    assert.equal(await later, await rightText(SMALL));
    assert.deepEqual([ended, here.told.retired], [2, 1]);
    here.end();
  });

  test('one that is under way when it grows and then goes beyond goes over', async () => {
    const here = await begun();
    const runs = [here.lab.text(LONG), here.lab.text(BEYOND)];
    await here.lab.whole();
    same(await runs[1], await rightText(BEYOND), 'beyond');
    same(await runs[0], await rightText(LONG), 'long');
    assert.deepEqual([here.asked, here.told.retired], [1, 1]);
    here.end();
  });

  test('where the whole core cannot come, a run says why, and asking again tries again', async () => {
    const why = new Error('503');
    let fails = 2;
    const here = await begun(() => { if (fails-- > 0) throw why; return openLab(); });
    await assert.rejects(here.lab.run(BEYOND), (error) => error === why);
    assert.equal(here.lab.growing, false);
    assert.equal(await here.lab.text(SMALL), await rightText(SMALL));
    assert.throws(() => here.lab.check(WRONG), beyond);
    await assert.rejects(here.lab.whole(), (error) => error === why);
    assert.equal(here.asked, 2);
    assert.equal(await here.lab.text(BEYOND), await rightText(BEYOND));
    assert.equal(here.asked, 3);
    here.end();
  });

  test('all who wait for a whole core that cannot come are told', async () => {
    const { open, fail } = held();
    const here = await begun(open);
    const waiting = [here.lab.run(BEYOND), here.lab.run(WRONG), here.lab.whole()];
    const ends = Promise.allSettled(waiting);
    await turns(3);
    fail(new Error('503'));
    assert.deepEqual((await ends).map(({ reason }) => reason?.message), ['503', '503', '503']);
    assert.equal(here.asked, 1);
    here.end();
  });

  test('closed while it grows: both are closed, and what waits is told as of any lab', async () => {
    const { open, release } = held();
    const here = await begun(open);
    const waiting = here.lab.run(BEYOND).catch((error) => error);
    await turns(3);
    here.lab.close();
    release();
    await here.lab.whole();
    assert.equal(here.told.closed, 1);
    await assert.rejects(here.opened[0].run(SMALL), { kind: 'closed' });
    await assert.rejects(here.lab.run(SMALL), { kind: 'closed' });
    assert.throws(() => here.lab.check(SMALL), { kind: 'closed' });
    assert.throws(() => here.lab.live(SMALL), { kind: 'closed' });
    assert.equal((await waiting).name, 'AbortError');
    here.end();
  });

  test('closed before it grows: it never does', async () => {
    const here = await begun();
    here.lab.close();
    await assert.rejects(here.lab.run(BEYOND), { kind: 'closed' });
    assert.throws(() => here.lab.check(WRONG), { kind: 'closed' });
    assert.equal(here.asked, 0);
  });

  test('closed after it has grown: runs and live runs that the small core still has are ended, too', async () => {
    const grown = await openLab();
    const here = await begun(() => grown);
    const live = here.lab.live(SMALL);
    const run = here.lab.text(LONG).then(() => 'done', (error) => error.name);
    await turns(2);
    await here.lab.whole();
    here.lab.close();
    assert.equal(await run, 'AbortError');
    assert.throws(() => live.step(1), { kind: 'closed' });
    here.end();
  });

  test('cancelled while it waits: an AbortError, once the whole core is there', async () => {
    const { open, release } = held();
    const here = await begun(open);
    const abort = new AbortController();
    const run = assert.rejects(here.lab.run(BEYOND, { signal: abort.signal }), { name: 'AbortError' });
    await turns(3);
    abort.abort();
    release();
    await run;
    assert.equal(await here.lab.text(BEYOND), await rightText(BEYOND));
    here.end();
  });

  test('cancelled while it waits: an AbortError, and not only when the whole core comes', async () => {
    const { open, release } = held();
    const here = await begun(open);
    const abort = new AbortController();
    let ended;
    const run = here.lab.run(BEYOND, { signal: abort.signal }).catch((error) => { ended = error; });
    await turns(3);
    abort.abort();
    await turns(10);
    const seen = ended?.name;
    release();
    await run;
    assert.equal(seen, 'AbortError');
    here.end();
  });

  test('cancelled while it waits for one that cannot come: an AbortError all the same', async () => {
    const { open, fail } = held();
    const here = await begun(open);
    const abort = new AbortController();
    const run = here.lab.run(BEYOND, { signal: abort.signal }).catch((error) => error);
    await turns(3);
    abort.abort();
    fail(new Error('503'));
    assert.equal((await run).name, 'AbortError');
    here.end();
  });

  test('a run that goes over in the midst of it begins anew, and its progress does not fall', async () => {
    const seen = [];
    // A small core that ends after half of the work, whichever work that may be.
    const half = { version: whole.version(), catalogue, retire() {}, close() {}, text: async (_, { onProgress }) => {
      onProgress(0.5, { finished: 1, of: 3 });
      throw new LabError({ kind: 'internal', field: '', message: 'The core stopped: unreachable.' });
    } };
    const lab = new GrowingLab(half, () => openLab());
    same(await lab.text(LONG, { onProgress: (fraction) => seen.push(fraction) }), await rightText(LONG), 'the run');
    assert.equal(seen.at(-1), 1);
    assert.deepEqual(seen, [...seen].sort((a, b) => a - b));
    lab.close();
  });
});
