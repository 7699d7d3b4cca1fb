import { asHloomError, copyOfError, errorFromJson, jsError, type HloomError } from '../../base/errors.js';
import type { ResultArrays } from '../../instance/results.js';
import type { RunPlan } from '../../instance/run-plan.js';
import type { GivenArrays } from '../../instance/run-memory.js';
import type { SharedWasmMemory } from '../../instance/core-module.js';
import type { Platform } from '../../instance/platform.js';
import type { CommunicationEventJson, TraceEventJson, VersionJson } from '../../base/wire.js';
import type {
  EngineConfig,
  EngineEvent,
  EngineMethod,
  EngineMethods,
  EngineRequest,
  HostAnswer,
  HostRequest,
} from './protocol.js';
import type { RunPlace } from '../../base/time-limit.js';
import type { RunProgress } from './progress.js';
import { inlineLink, type Link } from './link.js';
import { BufferStore, ownBuffers, packArrays, unpackResults } from './wire-arrays.js';
import { workerLink } from './worker-link.js';

/** The location of an engine instance: this thread or a Worker, which may have a script of the user's. */
export interface EngineHome {
  readonly worker: boolean;
  readonly script: string | undefined;
}

/** The options of a request in addition to its arguments. */
export interface RequestOptions {
  readonly transfer?: readonly ArrayBuffer[];
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Called from time to time with the progress of the run; must not throw. */
  readonly onPlace?: (place: RunPlace) => void;
  /** The engine goes on when its promise is fulfilled; it must neither throw nor reject. */
  readonly onTrace?: ((events: readonly TraceEventJson[]) => Promise<void>) | undefined;
  /** The same for the communication between the devices of a run. */
  readonly onCommunication?: ((events: readonly CommunicationEventJson[]) => Promise<void>) | undefined;
  /** Answers the requests of the devices of a run; must neither throw nor reject. */
  readonly onHostRequest?: (request: HostRequest) => HostAnswer | Promise<HostAnswer>;
}

interface Pending extends RequestOptions {
  readonly resolve: (result: never) => void;
  readonly reject: (error: HloomError) => void;
}

/** A client's end of one engine instance, from its start to its loss. */
export class EngineConnection {
  readonly link: Link;
  /** The properties that the instance reports about itself. */
  version: VersionJson | undefined;
  /** The instance's memory, where it is shared with this thread. */
  memory: SharedWasmMemory | undefined;
  /** Buffers for large arguments, which a Worker has returned. */
  readonly buffers = new BufferStore();
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #nextValue = 1;
  #lost: HloomError | undefined;

  private constructor(platform: Platform, { worker, script }: EngineHome) {
    const listener = (event: EngineEvent): void => {
      this.#receive(event);
    };
    this.link = worker ? workerLink(platform, listener, script) : inlineLink(platform, listener);
  }

  /**
   * Starts an engine instance.
   *
   * @throws HloomError if it does not start
   */
  static async open(platform: Platform, home: EngineHome, config: EngineConfig): Promise<EngineConnection> {
    const connection = new EngineConnection(platform, home);
    try {
      const { version, memory } = await connection.request('open', config).promise;
      connection.version = version;
      connection.memory = memory;
      return connection;
    } catch (thrown) {
      connection.link.terminate();
      throw thrown;
    }
  }

  /** Why the instance is lost, if it is. */
  get lost(): HloomError | undefined {
    return this.#lost;
  }

  /** Sends a request. Its id names it in a later `cancel`. */
  request<M extends EngineMethod>(
    method: M,
    args: EngineMethods[M]['arguments'],
    options: RequestOptions = {},
  ): { readonly id: number; readonly promise: Promise<EngineMethods[M]['result']> } {
    const id = this.#nextId++;
    const promise = new Promise<EngineMethods[M]['result']>((resolve, reject) => {
      if (this.#lost !== undefined) {
        reject(copyOfError(this.#lost));
        return;
      }
      if (this.#pending.size === 0) this.link.keepAlive(true);
      this.#pending.set(id, { ...options, resolve, reject });
      try {
        this.link.post({ id, method, arguments: args } as EngineRequest, options.transfer ?? []);
      } catch (thrown) {
        this.#settle(id)?.reject(jsError('contract', `the request ${method} cannot be sent`, { cause: thrown }));
      }
    });
    return { id, promise };
  }

  /**
   * Cancels a run: its messages are ignored from now on. The engine also cancels it as soon as it receives the request:
   * an engine in a Worker first finishes the current piece of an instruction.
   */
  abandon(id: number): void {
    if (this.#settle(id) === undefined) return;
    // The answer is not awaited, so it does not keep the process alive.
    this.link.post({ id: this.#nextId++, method: 'cancel', arguments: { request: id } }, []);
  }

  /** A new number, for an array that stays on the engine. */
  newValue(): number {
    return this.#nextValue++;
  }

  /**
   * Puts arrays on the engine. In this thread that is done when it returns; a Worker is told.
   *
   * @param failed - is called where it does not succeed later
   * @throws HloomError where it does not succeed at once
   */
  put(plan: RunPlan, values: readonly number[], given: GivenArrays, failed: (error: HloomError) => void): void {
    const { inline } = this.link;
    if (inline !== undefined) {
      inline.putNow(plan, values, given);
      return;
    }
    const arrays = packArrays(given.data, (bytes) => this.buffers.take(bytes));
    const request = { shape: plan.result.toJson(), values, arguments: arrays, sizes: given.sizes };
    this.request('put', request, { transfer: ownBuffers(arrays) }).promise.then(
      ({ spent }) => {
        this.buffers.put(spent);
      },
      (thrown: unknown) => {
        failed(asHloomError(thrown));
      },
    );
  }

  /** Copies arrays of the engine out. */
  async fetch(plan: RunPlan, values: readonly number[]): Promise<ResultArrays> {
    const { inline } = this.link;
    if (inline !== undefined) return inline.fetch(plan, values);
    const { arrays, sizes } = await this.request('fetch', { shape: plan.result.toJson(), values }).promise;
    return { data: unpackResults(arrays, plan.results), sizes };
  }

  /** Frees the arrays of the engine that exist. */
  releaseValues(values: readonly number[]): void {
    if (this.#lost !== undefined || values.length === 0) return;
    const { inline } = this.link;
    if (inline !== undefined) inline.releaseNow(values);
    else this.link.post({ id: this.#nextId++, method: 'releaseValues', arguments: { values } }, []);
  }

  /** Abandons the instance: all current and later requests fail with `error`. */
  close(error: HloomError): void {
    this.#lose(error);
  }

  #receive(event: EngineEvent): void {
    switch (event.kind) {
      case 'done':
        this.#settle(event.id)?.resolve(event.result as never);
        break;
      case 'failed':
        this.#settle(event.id)?.reject(errorFromJson(event.error));
        break;
      case 'progress':
        this.#pending.get(event.id)?.onProgress?.(event.progress);
        break;
      case 'place':
        this.#pending.get(event.id)?.onPlace?.(event.place);
        break;
      case 'trace':
        void this.#hear(event.id, this.#pending.get(event.id)?.onTrace, event.events);
        break;
      case 'communication':
        void this.#hear(event.id, this.#pending.get(event.id)?.onCommunication, event.events);
        break;
      case 'hostRequest':
        void this.#answer(event.id, event.request);
        break;
      case 'ready':
        break;
      case 'lost':
        this.#lose(errorFromJson(event.error));
        break;
    }
  }

  /** Delivers events, and then notifies the engine, so that it does not produce events faster than they are handled. */
  async #hear<E>(
    id: number,
    tell: ((events: readonly E[]) => Promise<void>) | undefined,
    events: readonly E[],
  ): Promise<void> {
    await tell?.(events);
    if (!this.#pending.has(id)) return;
    this.link.post({ id: this.#nextId++, method: 'heard', arguments: { request: id } }, []);
  }

  /** The run may be over before the function is; its answer is then ignored. */
  async #answer(id: number, request: HostRequest): Promise<void> {
    const answering = this.#pending.get(id)?.onHostRequest?.(request);
    if (answering === undefined) return;
    const answer = answering instanceof Promise ? await answering : answering;
    if (!this.#pending.has(id)) return;
    this.request('answer', { request: id, device: request.device, answer }).promise.catch(() => undefined);
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (this.#pending.delete(id) && this.#pending.size === 0) this.link.keepAlive(false);
    return pending;
  }

  #lose(error: HloomError): void {
    if (this.#lost !== undefined) return;
    this.#lost = error;
    this.memory = undefined;
    this.link.terminate();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(copyOfError(error));
  }
}
