// The texts that leave the page: CSV, JSON, embed code, citations and commands; what a command prints is what the page showed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import { Catalogue } from '../../web/ui/catalogue.js';
import { bibtex, commandOf, csvField, csvOf, embedCode, escapeXml, jsonOf, originOf } from '../../web/ui/take-text.js';
import { fingerprints, noNative, readCsv } from './support/taken.mjs';

describe('texts that leave the page', () => {
  const result = (config, fingerprint) => ({ version: '1.0', config, fingerprint });

  test('fields of CSV keep their text, are no formulas, and numbers are whole', () => {
    assert.deepEqual(['a,b', 'say "x"', '=1+1', '@x', '-', null, 0.1 + 0.2, -3, 'x\ny'].map(csvField), ['"a,b"', '"say ""x"""', "'=1+1", "'@x", "'-", '', '0.30000000000000004', '-3', '"x\ny"']);
    const { comments, rows } = readCsv(csvOf({ title: 'A\nb', sub: 'c', link: 'l', data: { columns: ['x', 'a, "b"'], rows: [[1, null], [0.25, 'y,z']] }, runs: [{ name: 'r\r\n1,2', result: result({ seed: 3 }, 'ff') }] }));
    assert.deepEqual(rows, [['x', 'a, "b"'], ['1', ''], ['0.25', 'y,z']]);
    assert.deepEqual(comments, ['# P2C Lab 1.0: A b', '# c', '# link: l', '# seed: 3', '# config: {"seed":3}', '# run: r 1,2; fingerprint ff']);
  });
  test('hostile text is text in XML, in HTML and in BibTeX', () => {
    assert.equal(escapeXml('<b a="1" b=\'2\'>&\u0000\ud800</b>'), '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;\ufffd\ufffd&lt;/b&gt;');
    assert.equal(embedCode({ title: '"><script>', url: 'http://x/#a?b=1&c="', height: 5 }), '<iframe src="http://x/#a?b=1&amp;c=&quot;" width="100%" height="5" loading="lazy" title="P2C Lab: &quot;&gt;&lt;script&gt;"></iframe>');
  });
  test('runs share a configuration, and each says what it sets differently', () => {
    const runs = [{ name: 'a', result: result({ experiment: 'bins', policy: { id: 'random' }, seed: 1 }, 'aa') }, { name: 'b', result: result({ experiment: 'bins', policy: { id: 'least' }, seed: 1 }, 'bb') }];
    const origin = originOf([...runs, runs[0]]);
    assert.deepEqual(origin.runs.map((r) => r.set), [{}, { policy: { id: 'least' } }]);
    const file = JSON.parse(jsonOf({ title: 't', sub: 's', link: 'l', data: { columns: ['x'], rows: [[1], [2]] }, runs }));
    assert.deepEqual([file.config, file.runs, file.rows], [origin.config, origin.runs, [[1], [2]]]);
  });
  test('a command makes the same runs: one, a comparison, or a line for each; safe in a shell', { skip: noNative }, async () => {
    const lab = await openLab({ workers: 1 });
    const catalogue = new Catalogue(lab.catalogue);
    const small = { experiment: 'fleet', replicas: 4, requests: 4000, replications: 2 };
    const cases = [
      [[{ ...small, seed: 5 }], /^echo '\{.*\}' \| p2c run -$/],
      [[{ ...small, policy: { id: 'random' } }, { ...small, policy: { id: 'choices', d: 2, replacement: true } }, small], /p2c compare - --variant policy=random /],
      [[{ ...small, load: 0.5 }, { ...small, information: { scope: { id: 'dispatchers', count: 3 } }, workers: 2 }], /p2c compare - --variant load=0\.5 --variant \S*workers=2/],
      [[small, { ...small, seed: 2 }], /p2c run -\necho .*p2c run -$/],
      [[{ ...small, machines: { id: 'speeds', speeds: [1, 2] } }, { ...small, machines: { id: 'equal' } }], /p2c run -\necho .*p2c run -$/],
    ];
    for (const [configs, form] of cases) {
      const results = [];
      for (const config of configs) results.push(await lab.run(config));
      const command = commandOf(catalogue, results.map((r) => r.config));
      assert.match(command, form);
      assert.deepEqual(await fingerprints(command), results.map((r) => r.fingerprint), command);
    }
    assert.match(bibtex({ title: 'a 50 % & {b} \\x_y', link: 'http://h/#bins?x=1%20', runs: [{ name: 'r', result: await lab.run(small) }] }, catalogue), /title {3}= \{a 50 \\% \\& b x\\_y\},\n[^]*url {5}= \{http:\/\/h\/#bins\?x=1%20\},/);
    lab.close();
  });
});
