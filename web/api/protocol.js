// What a page and a worker say to each other. Every request has an id, and every id ends exactly once:
// with `done` or with `error`. A cancelled request ends with an error of the kind "abort".

/**
 * @typedef {{ type: "open", wasm: WebAssembly.Module | Uint8Array }} OpenRequest
 * @typedef {{ type: "run", text: string, from: number, to: number }} RunRequest
 * @typedef {{ type: "merge", texts: string[] }} MergeRequest
 * @typedef {RunRequest | MergeRequest} Job what a seat of the pool can be asked to do
 *
 * @typedef {{ id: number } & (OpenRequest | Job | { type: "cancel" })} Request
 *
 * @typedef {{ id: number, type: "progress", fraction: number }
 *   | { id: number, type: "done", text: string }
 *   | { id: number, type: "error", error: import('./errors.js').ErrorShape }} Reply
 */

/** Id of the `open` request, the first message to a worker. */
export const OPENING = 0;

/** Where the worker's file leaves `openCore` when a page imports it to have a core of its own. */
export const CORE = Symbol.for('p2c.core');

/** Milliseconds after which a worker that says nothing is taken for dead: while it starts, while it works, after a cancel. */
export const PATIENCE = { start: 4000, work: 20000, cancel: 1000 };

/** Milliseconds that a worker computes between two looks at its messages. */
export const WORKER_SLICE = 15;
