/** An engine in a Worker. */

import { packageVersion } from '../../base/version.js';
import type { Platform, ServerPort } from '../../instance/platform.js';
import { EngineServer } from './engine-server.js';
import type { EngineEvent, EngineRequest } from './protocol.js';

/**
 * Serves the requests of its port, in order. While runs are under way, it receives new messages before each request, so
 * a run that was cancelled while it waited never starts.
 */
export function serveEngine(platform: Platform, port: ServerPort): void {
  const server = new EngineServer(platform, (event, transfer) => {
    port.post(event, transfer);
  });
  const queue: EngineRequest[] = [];
  const serveQueue = async (): Promise<void> => {
    while (queue.length > 0) {
      await platform.pause();
      const request = queue.shift();
      if (request !== undefined) void server.serve(request);
    }
  };
  port.onMessage((message) => {
    const request = message as EngineRequest;
    if (request.method === 'cancel') {
      const waiting = queue.findIndex(({ id }) => id === request.arguments.request);
      for (const dropped of waiting < 0 ? [] : queue.splice(waiting, 1)) server.drop(dropped);
    }
    // These requests are about runs that have begun.
    const isAboutRun = request.method === 'cancel' || request.method === 'answer' || request.method === 'heard';
    if (isAboutRun || (queue.length === 0 && !server.busy)) {
      void server.serve(request);
      return;
    }
    queue.push(request);
    if (queue.length === 1) void serveQueue();
  });
  port.post({ kind: 'ready', version: packageVersion } satisfies EngineEvent, []);
}
