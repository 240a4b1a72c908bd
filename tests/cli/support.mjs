// Drives the p2c command; the path of another build can be given in the environment as P2C.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after } from 'node:test';

export const p2cPath = process.env.P2C ?? fileURLToPath(new URL('../../build/native/p2c', import.meta.url));
assert.ok(existsSync(p2cPath), `${p2cPath} is missing: build the command first`);

const folder = mkdtempSync(join(tmpdir(), 'p2c-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A path in a folder that is removed after the tests. */
export const scratch = (name) => join(folder, name);

/** Writes a file there; an object is written as JSON. Returns its path. */
export function scratchFile(name, content) {
  writeFileSync(scratch(name), typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return scratch(name);
}

/** Runs p2c to its end: { code, out, err }. */
export function p2c(words, input = '') {
  const done = spawnSync(p2cPath, words, { input, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 120_000 });
  // A command that refuses its words ends before it has read its input.
  if (done.error?.code !== 'EPIPE') assert.equal(done.error, undefined);
  assert.equal(done.signal, null, `p2c ${words.join(' ')} was ended by ${done.signal}`);
  return { code: done.status, out: done.stdout, err: done.stderr };
}

/** Runs p2c and expects it to succeed silently; gives its output. */
export function output(words, input) {
  const { code, out, err } = p2c(words, input);
  assert.deepEqual({ code, err }, { code: 0, err: '' }, `p2c ${words.join(' ')}`);
  return out;
}

/** The text of a result of this configuration. */
export const runText = (config, ...words) => output(['run', '-', ...words], JSON.stringify(config));
export const runJson = (config, ...words) => JSON.parse(runText(config, ...words));

/** Expects exit code 2, nothing on standard output and one sentence on standard error; gives the sentence. */
export function refused(words, input) {
  const { code, out, err } = p2c(words, input);
  assert.deepEqual({ code, out }, { code: 2, out: '' }, err);
  assert.match(err, /^p2c: [^\n]*\.\n$/, 'one sentence on one line');
  assert.ok(err.length < 600, `a sentence of ${err.length} characters`);
  return err.slice(5, -1);
}

/** Starts p2c without waiting: { child, done }, done resolves to { code, signal, out, err, milliseconds }. */
export function start(words, input) {
  const begun = Date.now();
  const child = spawn(p2cPath, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => { out += data; });
  child.stderr.on('data', (data) => { err += data; });
  child.stdin.end(input);
  const done = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out, err, milliseconds: Date.now() - begun }));
  });
  return { child, done };
}

export const smallBins = { experiment: 'bins', bins: 20, ballsPerBin: 10, replications: 23 };
export const smallFleet = { experiment: 'fleet', replicas: 4, load: 0.7, requests: 2000, replications: 7 };
