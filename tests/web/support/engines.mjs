// The three browser engines behind one small face: open an address, evaluate in the page, close.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { ANSWER_MS, PATIENCE, START_MS, launchChromium } from './chromium.mjs';
import { launchWebKit } from './webkit.mjs';

const setup = fileURLToPath(new URL('../../../scripts/setup', import.meta.url));

/** The paths of programs as scripts/setup finds them; empty where one is missing. */
function found(browser) {
  try {
    return execFileSync(setup, ['--browser', browser], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

async function launchFirefox() {
  const userDataDir = await mkdtemp(join(tmpdir(), 'p2c-firefox-'));
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: found('firefox'), userDataDir, timeout: START_MS, protocolTimeout: ANSWER_MS });
  const close = async () => {
    await browser.close();
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return { browser, close };
}

/** Puppeteer's browsers, which also tell what the page says. */
const puppet = (launch) => async () => {
  const { browser, close } = await launch();
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const heard = [];
  page.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`pageerror: ${error.message ?? error}`));
  const go = (url) => { heard.length = 0; return page.goto(url, { waitUntil: 'load' }); };
  return { go, heard, evaluate: (f, ...values) => page.evaluate(f, ...values), close };
};

const webKit = async () => ({ ...(await launchWebKit()), heard: [] });

/** Name, how it is started, and why it cannot be here: false, or a sentence that names what to install. */
export const ENGINES = [
  { name: 'Chromium', program: 'chromium', packages: 'chromium', launch: puppet(launchChromium) },
  { name: 'Firefox', program: 'firefox', packages: 'firefox-esr', launch: puppet(launchFirefox) },
  { name: 'WebKit', program: 'webkit', packages: 'webkit2gtk-driver xvfb', launch: webKit },
].map((engine) => ({ ...engine, missing: found(engine.program) ? false : `there is no ${engine.name} here: apt-get install ${engine.packages}` }));

/** Polls the page until a function gives true there: a boolean, since not every driver can carry an element. */
export async function until(page, patience, f, ...values) {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((done) => setTimeout(done, 100)))
    if ((await page.evaluate(f, ...values)) === true) return;
  throw new Error(`not true after ${patience / 1000} s: ${f}`);
}
