// A fleet whose requests are sent again, and whose replicas remember keys: what its cards and figures show then.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answered, missing, ready, text, theBuiltPage, until } from './support/page.mjs';

const findings = (page) => page.$$eval('#fleet p2c-figure .finding', (all) => all.map((e) => e.textContent.trim()));

describe('failures and second calls', { skip: missing }, () => {
  const { open } = theBuiltPage();

  test('hedges that are never cancelled tip a fleet over, and the figure says where', async () => {
    const { page, said } = await open('#fleet?load=0.7&requests=20000&replications=4&hedge.id=after-time&hedge.cancel=none&a.id=random&b.id=choices');
    await ready(page, 'fleet');
    await answered(page, 'fleet', () => [...document.querySelectorAll('#fleet p2c-figure .finding')].some((e) => e.textContent.includes('tip the fleet over')));
    assert.match(await text(page, '#fleet [data-card="0"]'), /grows.*Extra calls/);
    assert.match(await text(page, '#fleet .scen'), /With hedges after a time/);
    assert.match(await text(page, '#fleet .notes, #fleet .note'), /extra calls/);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a preset shows hit rates against the tail', async () => {
    const { page, said } = await open('#fleet?requests=10000&replications=2');
    await ready(page, 'fleet');
    await page.$$eval('#fleet .try button', (all) => all.find((b) => b.textContent.includes('Prefix caches')).click());
    await answered(page, 'fleet', () => [...document.querySelectorAll('#fleet p2c-figure .finding')].some((e) => /hits|p99 latency/.test(e.textContent) && e.textContent.includes('shortest')));
    assert.match(await text(page, '#fleet [data-card="3"]'), /Hit rate/);
    assert.ok((await findings(page)).length >= 4);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('an incident has its edges in the run', async () => {
    const { page, said } = await open('#fleet?load=0.5&requests=20000&replications=2&series=20&fault.id=all-slow&a.id=random');
    await ready(page, 'fleet');
    await until(page, () => [...document.querySelectorAll('#fleet p2c-figure figcaption p')].some((e) => e.textContent.includes('The fault lasts')));
    assert.deepEqual(said, []);
    await page.close();
  });

  test('faults are added, changed and taken away, and the link has them', async () => {
    const { page, said } = await open('#fleet?load=0.5&requests=20000&replications=2&series=20&faults.0.id=all-slow&a.id=random');
    await ready(page, 'fleet');
    await page.$$eval('#fleet details', (all) => all.forEach((d) => { d.open = true; }));
    await page.click('#fleet [data-path="faults"] [data-add]');
    await page.waitForSelector('#fleet [data-path="faults.1"]');
    await until(page, () => /faults\.0\.id=all-slow.*faults\.1\.id=slow/.test(location.hash));
    await until(page, () => [...document.querySelectorAll('#fleet p2c-figure figcaption p')].some((e) => e.textContent.includes('where faults begin')));
    assert.match(await text(page, '#fleet .scen'), /With a slow dependency, replicas that turn slow/);
    await page.click('#fleet [data-path="faults"] [data-remove="0"]');
    await until(page, () => /faults\.0\.id=slow/.test(location.hash) && !location.hash.includes('faults.1'));
    await page.click('#fleet [data-path="faults"] [data-remove="0"]');
    await until(page, () => !location.hash.includes('faults'));
    assert.deepEqual(said, []);
    await page.close();
  });
});
