// Reads what has left the page: files, and commands in a shell.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const native = fileURLToPath(new URL('../../../build/native', import.meta.url));
export const noNative = existsSync(`${native}/p2c`) ? false : 'there is no native build here';
export const HEX = /^[0-9a-f]{16}$/;

/** What a shell prints. */
export const shell = (command, input) => new Promise((done, fail) => {
  const child = execFile('sh', ['-c', command], { env: { ...process.env, PATH: `${native}:${process.env.PATH}` }, maxBuffer: 1e9 }, (error, stdout, stderr) => (error ? fail(new Error(`${command}\n${stderr}`)) : done(stdout)));
  child.stdin.end(input);
});

/** The fingerprints of everything that a command of one or several lines prints. */
export async function fingerprints(command) {
  const found = [];
  for (const line of command.split('\n')) {
    const out = await shell(line);
    const results = / sweep /.test(line) ? out.trim().split('\n').map((l) => JSON.parse(l).result) : / compare /.test(line) ? JSON.parse(out).variants.map((v) => v.result) : [JSON.parse(out)];
    found.push(...results.map((r) => r.fingerprint));
  }
  return found;
}

/** A CSV file as comments and rows, by the rules of RFC 4180. */
export function readCsv(file) {
  const lines = file.split('\r\n');
  const body = lines.slice(lines.findIndex((l) => !l.startsWith('#'))).join('\r\n');
  const rows = [[]];
  for (const [, quoted, plain, end] of body.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r]*))(,|\r\n)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return { comments: lines.filter((l) => l.startsWith('# ')), rows: rows.slice(0, -1) };
}

/** Width, and the texts of a PNG file by keyword. */
export function readPng(bytes) {
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const texts = {};
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'iTXt') {
      const [keyword] = bytes.toString('latin1', at + 8, at + 8 + length).split('\0');
      texts[keyword] = bytes.toString('utf8', at + 8 + keyword.length + 5, at + 8 + length);
    }
    at += 12 + length;
  }
  return { width: bytes.readUInt32BE(16), texts };
}

/** In the page, before its scripts: files are kept instead of saved, and the clipboard too, unless it is to be forbidden. */
export function keep() {
  globalThis.taken = { files: [], clipboard: [], forbidden: false };
  HTMLAnchorElement.prototype.click = function click() { globalThis.taken.files.at(-1).name = this.download; };
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    if (!/csv|json|svg|png/.test(blob.type)) return make(blob);
    globalThis.taken.files.push({ blob });
    return make(blob);
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (words) => {
    if (globalThis.taken.forbidden) throw new DOMException('no', 'NotAllowedError');
    globalThis.taken.clipboard.push(words);
  } } });
}
