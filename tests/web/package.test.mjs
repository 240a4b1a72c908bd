// What `npm pack` makes, installed without a network in an empty folder: the library in Node and in a page, the elements, the types.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launchChromium, openPage } from './support/chromium.mjs';
import { PATIENCE, missing } from './support/page.mjs';
import { serve } from './support/server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scenarios = JSON.parse(await readFile(new URL('../golden/scenarios.json', import.meta.url), 'utf8'));
const [name, { config, fingerprint }] = Object.entries(scenarios).find(([, s]) => s.config.experiment === 'fleet');
const call = promisify(execFile);
/** Sizes in bytes beyond which something is in the package twice, or that should not be. */
const MOST = { packed: 6e6, unpacked: 16e6 };

describe('the npm package', () => {
  let folder;
  let packed;
  const run = (program, args, cwd = folder) => call(program, args, { cwd, timeout: PATIENCE, maxBuffer: 1e8 });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'p2c-package-'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], root);
    const said = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
    packed = Array.isArray(said) ? said[0] : (said['p2c-lab'] ?? said);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    // Nothing can be fetched: the registry is nowhere.
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--registry=http://127.0.0.1:9/', `./${packed.filename}`]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('it has no dependencies, and in it what is needed and no more', async () => {
    const described = JSON.parse(await readFile(join(folder, 'node_modules/p2c-lab/package.json'), 'utf8'));
    assert.deepEqual([described.dependencies, described.private], [undefined, undefined]);
    const files = packed.files.map((f) => f.path);
    for (const needed of ['LICENSE', 'README.md', 'build/wasm/p2c.wasm', 'build/package/p2c.mjs', 'build/page/p2c-lab.js', 'build/page/p2c-lab.mjs', 'build/page/embed.html', 'build/package/types/web/api/index.d.ts', 'build/package/types/web/embed/main.d.ts'])
      assert.ok(files.includes(needed), needed);
    assert.deepEqual(files.filter((f) => !/^(LICENSE|README\.md|package\.json|web\/api\/|web\/embed\/node\.js$|build\/(wasm|package|page)\/)/.test(f)), []);
    assert.ok(packed.size < MOST.packed && packed.unpackedSize < MOST.unpacked, `${packed.size} bytes, ${packed.unpackedSize} unpacked`);
    assert.deepEqual(Object.keys(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages), ['', 'node_modules/p2c-lab']);
  });

  test(`in Node it runs "${name}" to its fingerprint, and <p2c-lab> does no harm there`, async () => {
    await writeFile(join(folder, 'run.js'), `import { openLab, LabError } from 'p2c-lab';
      import * as elements from 'p2c-lab/elements';
      const lab = await openLab();
      console.log((await lab.run(${JSON.stringify(config)})).fingerprint, typeof LabError, elements.openLab === openLab, elements.P2cLab);`);
    assert.equal((await run(process.execPath, ['run.js'])).stdout.trim(), `${fingerprint} function true undefined`);
  });

  test('its types are those of the documentation', async () => {
    await writeFile(join(folder, 'use.ts'), `import { openLab, LabError, type Config, type Result } from 'p2c-lab';
      import type { LabElement } from 'p2c-lab/elements';
      const config: Config = { experiment: 'fleet', load: 0.9, policy: { id: 'choices', d: 2 }, series: 50 };
      const lab = await openLab({ workers: 2 });
      const result: Result = await lab.run(config, { onProgress: (fraction: number) => void fraction });
      const version: string = lab.version, print: string | undefined = result.fingerprint, field: string = new LabError({ kind: 'config', field: 'load', message: '' }).field;
      (document.querySelector('p2c-lab') as LabElement).config = { experiment: 'bins', bins: 20 };
      // @ts-expect-error a load is a number
      await lab.run({ experiment: 'fleet', load: 'high' });
      // @ts-expect-error there is no such option
      await lab.run(config, { patience: 3 });
      export { version, print, field };`);
    const options = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
    const checked = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')]).catch((error) => error);
    assert.equal(checked.stdout.trim(), '');
  });

  describe('in a page', { skip: missing }, () => {
    let chromium;
    let server;
    before(async () => {
      chromium = await launchChromium();
      const document = (script) => `<!doctype html><meta charset="utf-8"><title>p2c</title><link rel="icon" href="data:,">${script}`;
      server = await serve(join(folder, 'node_modules/p2c-lab'), { documents: {
        '/library.html': document(''), '/elements.html': document('<script src="/build/page/p2c-lab.js"></script><p2c-lab part="comparison" requests="4000" replications="4"></p2c-lab>'),
      } });
    });
    after(async () => {
      await chromium?.close();
      await server?.close();
    });

    test('the library for bundlers gives the same fingerprint, by workers, with nothing fetched', async () => {
      const { page, said, asked } = await openPage(chromium.browser, `${server.origin}/library.html`);
      const found = await page.evaluate(async (c) => { const lab = await (await import('/build/package/p2c.mjs')).openLab(); return (await lab.run(c)).fingerprint; }, config);
      assert.equal(found, fingerprint);
      assert.deepEqual([said, asked.filter((url) => !/^(blob|data):|library\.html$|p2c\.mjs$/.test(url))], [[], []]);
      await page.close();
    });
    test('the script gives the element', async () => {
      const { page, said } = await openPage(chromium.browser, `${server.origin}/elements.html`);
      await page.waitForFunction(() => document.querySelector('p2c-lab').shadowRoot.querySelectorAll('.pt-v').length === 4);
      assert.deepEqual(said, []);
      await page.close();
    });
  });
});
