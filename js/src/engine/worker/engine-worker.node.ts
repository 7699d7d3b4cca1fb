/** The entry of the worker_thread in which an engine instance lives, in Node. */

import { parentPort, receiveMessageOnPort } from 'node:worker_threads';

import { serveEngine } from './serve-engine.js';
import { turnMs } from './run-steps.js';
import { nodePlatform } from '../../instance/platform.node.js';

const port = parentPort;
if (port === null) throw new Error('hloom: engine-worker is the script of a worker_thread, not to be imported');

/**
 * The time for which this thread polls for the next request before it sleeps. Waking up costs 10 to 40 us, as much as a
 * short run itself; a caller that awaits one short run after the other sends the next one within this time.
 */
const lookoutMs = 0.05;

/** A request within this time after an answer counts as part of such a series. */
const seriesGapMs = 0.2;

let answered = -Infinity;

serveEngine(nodePlatform, {
  post: (message, transfer) => {
    port.postMessage(message, transfer);
    answered = performance.now();
  },
  onMessage: (listener) => {
    port.on('message', (message) => {
      const started = performance.now();
      const isSeries = started - answered < seriesGapMs;
      listener(message);
      let received = started;
      // A request without an answer by now continues in a later turn of the event loop, which must not wait.
      while (isSeries && answered >= received && received - started < turnMs) {
        const next = lookOut();
        if (next === undefined) return;
        received = performance.now();
        listener(next.message);
      }
    });
  },
});

/** The next message, if one arrives while polling. */
function lookOut(): { readonly message: unknown } | undefined {
  for (;;) {
    const next = receiveMessageOnPort(port as NonNullable<typeof port>);
    if (next !== undefined || performance.now() - answered > lookoutMs) return next;
  }
}
