// Ways to let other events in: a promise that is resolved by a later task of the event loop.

/**
 * The next task. A message to oneself, because timers wait for at least 4 ms once they follow each other.
 * @returns {() => Promise<void>}
 */
export function messagePause() {
  const { port1, port2 } = new MessageChannel();
  /** @type {() => void} */
  let wake = () => {};
  port2.onmessage = () => wake();
  return () =>
    new Promise((resolve) => {
      wake = resolve;
      port1.postMessage(null);
    });
}

/** The next idle moment of a page, within a twentieth of a second. @returns {Promise<void>} */
export function idlePause() {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 50 });
    else setTimeout(resolve);
  });
}
