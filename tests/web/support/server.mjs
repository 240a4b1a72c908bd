// A static server for tests: a folder, documents made up by the test, and a content security policy on everything.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** The policy that the lab promises to work under. */
export const STRICT_POLICY = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'worker-src': "'self' blob:",
  'connect-src': "'self'",
};

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * @param {string} folder
 * @param {{ policy?: object, documents?: { [path: string]: string }, before?: (path: string) => Promise<void> | void }} [options]
 *   documents by path, "/x.html"; `before` an answer, what it waits for
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(folder, { policy = STRICT_POLICY, documents = {}, before = () => {} } = {}) {
  const header = Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
  const server = createServer(async (request, response) => {
    let path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (path.endsWith('/')) path += 'index.html';
    await before(path);
    try {
      const body = documents[path] ?? (await readFile(join(folder, path)));
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': header,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
