// A Chromium for tests, with a profile of its own, that keeps to itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';

/** How long anything may take on a slow machine, in milliseconds. */
export const PATIENCE = 240_000;
/** Likewise the start of a browser; and its answer to one message, as which a wait in the page counts: the test's own patience has to end first. */
export const START_MS = 120_000;
export const ANSWER_MS = 600_000;

const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {Promise<{ browser: import('puppeteer-core').Browser, close: () => Promise<void> }>} */
export async function launchChromium() {
  const userDataDir = await mkdtemp(join(tmpdir(), 'p2c-chromium-'));
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    userDataDir,
    args: ARGUMENTS,
    timeout: START_MS,
    protocolTimeout: ANSWER_MS,
  });
  const close = async () => {
    await browser.close();
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return { browser, close };
}

/**
 * Opens an address and takes down what the page says and asks for.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {{ before?: () => void, size?: { width: number, height: number } }} [options] a function to run in the page before its
 *   scripts, and the size of the window
 */
export async function openPage(browser, url, { before, size } = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (size) await page.setViewport(size);
  const said = [];
  const asked = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`pageerror: ${error.message ?? error}`));
  page.on('request', (request) => asked.push(request.url()));
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(url, { waitUntil: 'load' });
  return { page, said, asked };
}
