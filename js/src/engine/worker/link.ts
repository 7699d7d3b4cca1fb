/** How requests reach an engine and events come back: in this thread, or to a Worker. */

import type { Platform } from '../../instance/platform.js';
import { EngineServer } from './engine-server.js';
import type { EngineEvent, EngineRequest } from './protocol.js';
import { turnMs } from './run-steps.js';

/** The way of requests to one engine, and of events back. */
export interface Link {
  /** The engine itself where it lives in this thread: it can then run synchronously. */
  readonly inline: EngineServer | undefined;
  post(request: EngineRequest, transfer: readonly ArrayBuffer[]): void;
  /** Returns a result that is there already, or a promise of it if timers and messages must have their turn first. */
  settled<T>(result: T): T | Promise<T>;
  /** Whether something is awaited from the engine: only then does it keep a Node process alive. */
  keepAlive(alive: boolean): void;
  /** Ends the engine; nothing comes back afterwards. */
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
