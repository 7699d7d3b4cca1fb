import { EngineConnection } from './connection.js';
import { copyOfError, HloomError, jsError } from '../../base/errors.js';
import { wasmSource, type GivenFiles } from '../../instance/loader.js';
import type { Platform } from '../../instance/platform.js';
import type { EngineConfig } from './protocol.js';
import { citedRules } from '../../base/rules.js';
import { single, type VariantChoice } from '../../instance/variant.js';

/** The options with which a client's instances start. */
export type EngineSettings = Pick<EngineConfig, 'memoryLimit' | 'seed'>;

/** Manages a client's engine instance: starts one when it is needed, and a new one when it was lost. */
export class EngineSupervisor {
  /** The variant that runs; if its pool does not start, it changes permanently to one thread. */
  choice: VariantChoice;
  readonly #platform: Platform;
  readonly #worker: boolean;
  readonly #given: GivenFiles;
  readonly #settings: EngineSettings;
  #connection: Promise<EngineConnection> | undefined;
  #running: EngineConnection | undefined;
  #closed: HloomError | undefined;
  readonly #owned = new Set<WeakRef<{ dispose(): void }>>();
  /** Rejects when the supervisor is closed, which ends waits for an instance that is starting. */
  readonly #closing: Promise<never>;
  #tellClosed: (error: HloomError) => void = () => undefined;

  constructor(platform: Platform, choice: VariantChoice, worker: boolean, given: GivenFiles, settings: EngineSettings) {
    this.#platform = platform;
    this.choice = choice;
    this.#worker = worker;
    this.#given = given;
    this.#settings = settings;
    this.#closing = new Promise((_, reject) => {
      this.#tellClosed = reject;
    });
    this.#closing.catch(() => undefined);
  }

  /** The running instance, if there is one. */
  get running(): EngineConnection | undefined {
    return this.#running?.lost === undefined ? this.#running : undefined;
  }

  /**
   * The instance, started if none runs; concurrent calls share one start.
   *
   * @throws HloomError if it does not start, or the client was disposed
   */
  async connection(): Promise<EngineConnection> {
    if (this.#closed !== undefined) throw copyOfError(this.#closed);
    const { running } = this;
    if (running !== undefined) return running;
    this.#connection ??= this.#start().finally(() => {
      this.#connection = undefined;
    });
    return Promise.race([this.#connection, this.#closing]);
  }

  /**
   * Disposes of something when the supervisor is closed, unless it is collected before.
   *
   * @returns what ends that
   */
  endsWith(owned: { dispose(): void }): () => void {
    const reference = new WeakRef(owned);
    this.#owned.add(reference);
    return () => {
      this.#owned.delete(reference);
    };
  }

  /** Ends the instance; runs under way fail. */
  close(): void {
    this.#closed ??= jsError('disposed', 'the client was disposed', { op: 'Client' });
    this.#running?.close(this.#closed);
    this.#tellClosed(copyOfError(this.#closed));
    for (const reference of this.#owned) reference.deref()?.dispose();
    this.#owned.clear();
  }

  async #start(): Promise<EngineConnection> {
    const connection = await this.#open();
    // The supervisor was closed while the instance was starting.
    if (this.#closed !== undefined) {
      connection.close(this.#closed);
      throw copyOfError(this.#closed);
    }
    this.#running = connection;
    return connection;
  }

  async #open(): Promise<EngineConnection> {
    if (this.choice.variant === 'simd-threads') {
      try {
        return await this.#openThreaded();
      } catch (thrown) {
        // The Worker of one thread would have the same script.
        if (thrown instanceof HloomError && thrown.rule === citedRules.workerScript.id) throw thrown;
        const why = thrown instanceof HloomError ? [thrown.headline, ...thrown.details].join('; ') : String(thrown);
        this.choice = single(`the pool of ${this.choice.threads} threads did not start: ${why}`);
      }
    }
    return this.#openVariant();
  }

  async #openThreaded(): Promise<EngineConnection> {
    const connection = await this.#openVariant();
    const threads = connection.version?.threads ?? 1;
    if (threads > 1) {
      this.choice = { ...this.choice, threads };
      return connection;
    }
    const error = jsError('load', 'no thread of the pool answered');
    connection.close(error);
    throw error;
  }

  async #openVariant(): Promise<EngineConnection> {
    const { variant, threads } = this.choice;
    const source = await wasmSource(this.#platform, variant, this.#given);
    const home = { worker: this.#worker, script: this.#given.worker };
    return EngineConnection.open(this.#platform, home, { ...source, ...this.#settings, threads });
  }
}
