/** The entry of the Worker in which an engine instance lives, in browsers. */

import { serveEngine } from './serve-engine.js';
import { browserPlatform } from '../../instance/platform.browser.js';
import { holdLock } from '../../instance/worker-lock.js';

/** A dedicated Worker's global scope, which TypeScript's page types do not declare. */
interface WorkerScope {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

holdLock((message) => {
  scope.postMessage(message, []);
});
// An engine that waits for a lost thread cannot report it, so the page knows the threads that it depends on.
const tellLock = (hloomLock: string): void => {
  scope.postMessage({ hloomLock }, []);
};

serveEngine(
  { ...browserPlatform, tellLock },
  {
    post: (message, transfer) => {
      scope.postMessage(message, [...transfer]);
    },
    onMessage: (listener) => {
      scope.addEventListener('message', (event) => {
        listener(event.data);
      });
    },
  },
);
