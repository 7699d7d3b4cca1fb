/** How requests reach an engine and events come back: in this thread, or to a Worker. */

import type { Platform, ServerPort } from '../../instance/platform.js';
import { packageVersion } from '../../base/version.js';
import { EngineServer } from './engine-server.js';
import type { EngineEvent, EngineRequest } from './protocol.js';

/** One engine's line. */
export interface Transport {
  /** The engine itself where it lives in this thread: it can then run synchronously. */
  readonly inline: EngineServer | undefined;
  post(request: EngineRequest, transfer: readonly ArrayBuffer[]): void;
  /** What a run in this thread gave already; a promise of it where others are to have their turn first. */
  settled<T>(result: T): T | Promise<T>;
  /** Whether something is awaited from the engine: only then does it keep a Node process alive. */
  keepAlive(alive: boolean): void;
  /** Ends the engine; nothing comes back afterwards. */
  terminate(): void;
}

export type EventListener = (event: EngineEvent) => void;

/** How long short requests may follow each other before timers and messages have their turn. */
const turnMs = 16;

/**
 * An engine in this thread. Its answers come without leaving the turn of the event loop; now and then one waits for
 * the next turn, or a loop of short runs would starve timers, AbortSignals and finalizers.
 */
export function inlineTransport(platform: Platform, listener: EventListener): Transport {
  let turnStarted = performance.now();
  const nextTurn = async (): Promise<void> => {
    await platform.pause();
    turnStarted = performance.now();
  };
  const inline = new EngineServer(platform, (event) => {
    const answers = event.kind === 'done' || event.kind === 'failed';
    if (!answers || performance.now() - turnStarted < turnMs) {
      listener(event);
      return;
    }
    void nextTurn().then(() => {
      listener(event);
    });
  });
  return {
    inline,
    settled: (result) => (performance.now() - turnStarted < turnMs ? result : nextTurn().then(() => result)),
    post: (request) => void inline.serve(request),
    keepAlive: () => undefined,
    terminate: () => {
      inline.terminate();
    },
  };
}

/**
 * The Worker's end: serves what comes through its port, in order. While runs are under way, it lets what has come
 * meanwhile in before each request: a run that was given up while it waited never starts.
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
