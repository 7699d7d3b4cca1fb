/** The Worker that lays graphs out. */

import { layOut, type LayoutRequest } from './model/layout.js';

/** A dedicated Worker's global scope, which TypeScript's page types do not declare. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent<{ id: number; request: LayoutRequest }>) => void,
  ): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data: { id, request } }) => {
  scope.postMessage({ id, answer: layOut(request) });
});
