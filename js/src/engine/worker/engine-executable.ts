import type { EngineConnection } from './connection.js';
import { jsError } from '../../base/errors.js';
import type { EngineSupervisor } from './engine-supervisor.js';
import type { CompiledProgram } from './program.js';
import type { CompileRequest } from './protocol.js';
import type { LentMemory } from './wire-arrays.js';

/** An executable of one engine instance. */
export interface Binding {
  readonly connection: EngineConnection;
  readonly handle: number;
  /** The program itself, if the engine lives in this thread. */
  readonly program: CompiledProgram | undefined;
  /** Run memories of the engine, if its memory is shared, for the arguments of later runs. */
  readonly lent: LentMemory[];
}

export function boundTo(connection: EngineConnection, handle: number): Binding {
  return { connection, handle, program: connection.link.inline?.program(handle), lent: [] };
}

/**
 * The engine's side of an Executable: the bytes of its program and its devices, and their handle in the client's
 * current engine instance. If that instance is lost, the next use compiles the bytes again in the new instance.
 */
export class EngineExecutable {
  readonly #supervisor: EngineSupervisor;
  readonly #request: CompileRequest;
  #bound: Binding | undefined;
  #pending: { readonly connection: EngineConnection; readonly binding: Promise<Binding> } | undefined;
  #released = false;
  #users = 0;

  constructor(supervisor: EngineSupervisor, request: CompileRequest, bound: Binding) {
    this.#supervisor = supervisor;
    this.#request = request;
    this.#bound = bound;
  }

  /** The compiled form if it is ready to run. */
  get ready(): Binding | undefined {
    const bound = this.#bound;
    return bound === undefined || bound.connection !== this.#supervisor.running ? undefined : bound;
  }

  /** The compiled form, compiled again if necessary. */
  async bind(): Promise<Binding> {
    const connection = await this.#supervisor.connection();
    if (this.#bound?.connection === connection) return this.#bound;
    if (this.#pending?.connection !== connection) {
      this.#pending = { connection, binding: this.#compile(connection) };
    }
    return this.#pending.binding;
  }

  /**
   * Does the same at once, where the engine lives in this thread.
   *
   * @throws HloomError `js.c19` where it does not, `js.c14` where it is lost and must be started again first
   */
  bindNow(op: string): Binding {
    const connection = this.#supervisor.running;
    if (connection === undefined) {
      throw jsError('instanceLost', 'the engine instance is lost', {
        op,
        help: 'await executable.run(...) once: it starts a new instance',
      });
    }
    const engine = connection.link.inline;
    if (engine === undefined) throw jsError('runSync', 'the engine of this client lives in a Worker', { op });
    if (this.#bound?.connection !== connection) {
      this.#bound = boundTo(connection, engine.compile(this.#request).executable);
    }
    return this.#bound;
  }

  /** Holds the compiled form for a run under way, even if it is released meanwhile. */
  hold(): void {
    this.#users += 1;
  }

  /** Releases the hold of an ended run. */
  letGo(): void {
    this.#users -= 1;
    if (this.#released) this.release();
  }

  /** Frees the compiled form, at the end of the last run that holds it. */
  release(): void {
    this.#released = true;
    if (this.#users > 0) return;
    const bound = this.#bound;
    this.#bound = undefined;
    if (bound !== undefined) releaseIn(bound);
  }

  async #compile(connection: EngineConnection): Promise<Binding> {
    const { executable } = await connection.request('compile', this.#request).promise;
    const bound = boundTo(connection, executable);
    if (this.#released && this.#users === 0) releaseIn(bound);
    else this.#bound = bound;
    return bound;
  }
}

function releaseIn({ connection, handle }: Binding): void {
  if (connection.lost !== undefined) return;
  connection.request('releaseExecutable', { executable: handle }).promise.catch(() => undefined);
}
