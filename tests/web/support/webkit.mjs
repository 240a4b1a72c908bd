// WebKitGTK for tests, driven by the few calls of the WebDriver protocol that they need. Every call has an end.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 120_000;
const CALL_MS = 240_000;
/** A script may run for long: the caller's own patience ends it. */
const SCRIPT_MS = 600_000;

/** A program in the background, in its own group so that whatever it started ends with it. */
function start(command, args, options) {
  const child = spawn(command, args, { detached: true, ...options });
  const failed = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => reject(new Error(`${command} ended: ${code ?? signal}`)));
  });
  failed.catch(() => {});
  const end = () => { try { process.kill(-child.pid, 'SIGKILL'); } catch { /* it has ended */ } };
  return { child, failed, end };
}

const within = (ms, what, promise) => {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what}: no answer in ${ms / 1000} s`)), ms); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** A screen in memory. Gives its name, ":99". */
async function startScreen() {
  const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await within(START_MS, 'Xvfb', Promise.race([screen.failed, createInterface({ input: screen.child.stdio[3] })[Symbol.asyncIterator]().next().then(({ value }) => [value])]));
  return { ...screen, name: `:${number}` };
}

/** A port that is free now. */
async function freePort() {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

class Driver {
  constructor(origin) { this.origin = origin; }

  /** One call of the protocol; throws what the driver says went wrong. */
  async call(method, path, body, ms = CALL_MS) {
    const response = await fetch(this.origin + path, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(ms) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  }

  async whenReady() {
    for (const end = Date.now() + START_MS; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
      if (await this.call('GET', '/status', undefined, 1000).then((s) => s.ready, () => false)) return;
    throw new Error('WebKitWebDriver does not answer');
  }
}

/** What it needs of the machine, and the Debian packages that have it. */
export const NEEDS = { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/**
 * One browser with one window.
 * @returns {Promise<{ go: (url: string) => Promise<void>, evaluate: (f: Function, ...values: any[]) => Promise<any>, close: () => Promise<void> }>}
 */
export async function launchWebKit() {
  const home = await mkdtemp(join(tmpdir(), 'p2c-webkit-'));
  const started = [];
  const close = async () => {
    for (const one of started.reverse()) one.end();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    const screen = await startScreen();
    started.push(screen);
    const port = await freePort();
    // Without a language of its own navigator.language is "C", which Intl refuses. As root its sandbox cannot be.
    const env = { ...process.env, DISPLAY: screen.name, LANG: 'en_US.UTF-8', HOME: home, XDG_RUNTIME_DIR: home, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
    if (process.getuid?.() === 0) env.WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS = '1';
    const program = start('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
    started.push(program);
    const driver = new Driver(`http://127.0.0.1:${port}`);
    await Promise.race([program.failed, driver.whenReady()]);
    const { sessionId } = await driver.call('POST', '/session', { capabilities: { alwaysMatch: { timeouts: { script: SCRIPT_MS } } } });
    const at = `/session/${sessionId}`;
    const evaluate = async (f, ...values) => {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${f})(...Array.prototype.slice.call(arguments, 0, -1)))
          .then((value) => done({ value }), (error) => done({ error: error + '\\n' + (error && error.stack || '') }));`;
      const { value, error } = await driver.call('POST', `${at}/execute/async`, { script, args: values }, SCRIPT_MS);
      if (error !== undefined) throw new Error(error);
      return value;
    };
    const go = (url) => driver.call('POST', `${at}/url`, { url });
    const end = async () => {
      await driver.call('DELETE', at, undefined, 5000).catch(() => {});
      await close();
    };
    return { go, evaluate, close: end };
  } catch (error) {
    await close();
    throw error;
  }
}
