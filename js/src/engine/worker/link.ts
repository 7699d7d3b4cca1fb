/** Sends requests to an engine, in this thread or in a Worker, and receives its events. */

import type { Platform } from '../../instance/platform.js';
import { EngineServer } from './engine-server.js';
import type { EngineEvent, EngineRequest } from './protocol.js';
import { turnMs } from './run-steps.js';

/** The connection to one engine. */
export interface Link {
  /** The engine itself if it lives in this thread, where it can run synchronously. */
  readonly inline: EngineServer | undefined;
  post(request: EngineRequest, transfer: readonly ArrayBuffer[]): void;
  /** Returns the result, or a promise of it if timers and messages must run first. */
  settled<T>(result: T): T | Promise<T>;
  /** Sets whether an answer of the engine is awaited: only then does it keep a Node process alive. */
  keepAlive(alive: boolean): void;
  /** Ends the engine; there are no events afterwards. */
  terminate(): void;
}

export type EventListener = (event: EngineEvent) => void;

/**
 * An engine in this thread. Its answers come without leaving the turn of the event loop; now and then one waits for
 * the next turn, or a loop of short runs would starve timers, AbortSignals and finalizers.
 */
export function inlineLink(platform: Platform, listener: EventListener): Link {
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
