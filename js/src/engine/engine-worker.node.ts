/** The entry of the worker_thread in which an engine instance lives, in Node. */

import { parentPort } from 'node:worker_threads';

import { serveEngine } from './transport.js';
import { nodePlatform } from '../instance/platform.node.js';

const port = parentPort;
if (port === null) throw new Error('hloom: engine-worker is the script of a worker_thread, not to be imported');

serveEngine(nodePlatform, {
  post: (message, transfer) => {
    port.postMessage(message, transfer);
  },
  onMessage: (listener) => {
    port.on('message', listener);
  },
});
