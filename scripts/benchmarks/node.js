// The measurements in Node; prints them as JSON. Usage: node node.js PASSES
import { readFile } from 'node:fs/promises';
import { openCore } from '../../web/api/core.js';
import { measureAll } from './harness.js';
import { makeTwin } from './twin.js';

const cases = JSON.parse(await readFile(new URL('cases.json', import.meta.url), 'utf8'));
const compiled = await WebAssembly.compile(await readFile(new URL('../../build/wasm/p2c.wasm', import.meta.url)));
console.log(JSON.stringify(await measureAll({ openCore, makeTwin, compiled, cases, passes: Number(process.argv[2]) })));
