import { called, calledNow, methodOf } from '../../base/call-stack.js';
import { describeValue } from '../../base/describe.js';
import { copyOfError, HloomError, jsError } from '../../base/errors.js';
import { OwnedHandle } from '../../base/finalize.js';
import { disposeSymbol, inspectSymbol, internal } from '../../base/internal.js';
import { textOnly } from '../../base/primitive.js';
import { checkMade, checkOwner, checkReceiver } from '../../base/receiver.js';
import { literalOfResult } from '../../instance/results.js';
import { RunPlan } from '../../instance/run-plan.js';
import type { Literal } from '../../values/literal.js';
import { isArrayShape, type Shape } from '../../values/shape.js';
import type { EngineConnection } from '../worker/connection.js';
import type { EngineSupervisor } from '../worker/engine-supervisor.js';

/** Why an array has no value any more. */
type End = 'disposed' | 'donated' | HloomError;

/** One array that stays on an engine instance. It is given back when it is disposed of, or collected. */
export class DeviceArray {
  readonly connection: EngineConnection;
  /** By which the engine knows it. */
  readonly number: number;
  readonly #owned: OwnedHandle;
  #end: End | undefined;
  #failure: HloomError | undefined;

  constructor(connection: EngineConnection) {
    const number = connection.newValue();
    this.connection = connection;
    this.number = number;
    this.#owned = new OwnedHandle(this, () => {
      connection.releaseValues([number]);
    });
  }

  get end(): End | undefined {
    return this.#end;
  }

  /** Why it could not be put on the engine, if it could not: also where it was given up before that was known. */
  get failure(): HloomError | undefined {
    return this.#failure;
  }

  dispose(): void {
    this.#end ??= 'disposed';
    this.#owned.dispose();
  }

  /** The array is a run's now. */
  giveUp(): void {
    this.#end ??= 'donated';
    this.#owned.forget();
  }

  /** The array could not be put on the engine. */
  fail(error: HloomError): void {
    this.#failure = error;
    this.#end ??= error;
    this.#owned.forget();
  }
}

interface DeviceValueInternals {
  readonly arrays: readonly DeviceArray[];
  /**
   * Checks that the value can be used.
   *
   * @param supervisor - of the client that uses it; left out where it is its own
   * @throws HloomError `js.c2`, `js.c70`, `js.c71`, `js.c72`
   */
  check(op: string, supervisor?: EngineSupervisor): void;
}

/**
 * A value that stays on a client's engine: it can be an argument of runs there again and again, and is not copied for
 * any of them. `client.toDevice(...)` puts one there, and a run with `{ keep: true }` leaves its result there.
 *
 *     const weights = client.toDevice([[1, 2], [3, 4]]);
 *     const y = await executable.run(weights, [1, 1], { keep: true });
 *     (await y.toLiteral()).toArray();
 *     y.dispose();
 *
 * A tuple is nothing but its {@link DeviceValue.elements}: who disposes of it disposes of them, and the other way
 * around. What is forgotten is given back when it is collected.
 */
export class DeviceValue {
  /** The shape, with the layout that the value has on the engine. */
  readonly shape: Shape;
  readonly #supervisor: EngineSupervisor;
  readonly #connection: EngineConnection;
  readonly #arrays: readonly DeviceArray[];
  #elements: readonly DeviceValue[] | undefined;
  /** For what has no arrays. */
  #disposed = false;

  /** @internal Values on the engine come from `Client.toDevice` and runs. */
  constructor(
    supervisor: EngineSupervisor,
    connection: EngineConnection,
    shape: Shape,
    arrays: readonly DeviceArray[],
  ) {
    checkMade(Array.isArray(arrays), 'DeviceValue', 'client.toDevice(value)');
    this.shape = shape;
    this.#supervisor = supervisor;
    this.#connection = connection;
    this.#arrays = arrays;
  }

  /** @internal Whether a value is one of these, which a Proxy of one is not: look-alike.ts says why. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && #supervisor in value;
  }

  /** @internal */
  get [internal](): DeviceValueInternals {
    return {
      arrays: this.#arrays,
      check: (op, supervisor) => {
        this.#check(op, supervisor);
      },
    };
  }

  /** The elements of a tuple, which are values on the engine, too; empty for arrays and tokens. */
  get elements(): readonly DeviceValue[] {
    checkOwner(this instanceof DeviceValue, this, 'value', 'elements');
    let next = 0;
    this.#elements ??= Object.freeze(
      this.shape.tupleShapes.map((shape) => {
        const first = next;
        next += countArrays(shape);
        return new DeviceValue(this.#supervisor, this.#connection, shape, this.#arrays.slice(first, next));
      }),
    );
    return this.#elements;
  }

  /** Whether the value, or a part of it, was given up: by dispose(), or because it was donated to a run. */
  get disposed(): boolean {
    checkOwner(this instanceof DeviceValue, this, 'value', 'disposed');
    return this.#disposed || this.#arrays.some(({ end }) => end !== undefined);
  }

  /**
   * A copy of the value.
   *
   * @throws HloomError (as a rejection) `js.c2` after dispose(), `js.c70` after it was donated, `js.c71` where it was
   * lost with its engine instance
   */
  toLiteral(): Promise<Literal> {
    return called(methodOf(DeviceValue, 'toLiteral'), async () => {
      checkReceiver(this instanceof DeviceValue, this, 'value', 'toLiteral');
      const op = 'DeviceValue.toLiteral';
      this.#check(op);
      try {
        const plan = new RunPlan([], this.shape);
        return literalOfResult(plan, await this.#connection.fetch(plan, this.#numbers()));
      } catch (thrown) {
        // A value may not have got there, or been lost on the way.
        const failure = this.#arrays.find((array) => array.failure !== undefined)?.failure;
        if (failure !== undefined) throw copyOfError(failure);
        this.#check(op);
        throw thrown;
      }
    });
  }

  /**
   * The same at once, where the engine lives in this thread.
   *
   * @throws HloomError what {@link DeviceValue.toLiteral} rejects with, and `js.c19` where the engine lives in a Worker
   */
  toLiteralSync(): Literal {
    return calledNow(methodOf(DeviceValue, 'toLiteralSync'), () => {
      checkReceiver(this instanceof DeviceValue, this, 'value', 'toLiteralSync');
      const op = 'DeviceValue.toLiteralSync';
      this.#check(op);
      const engine = this.#connection.link.inline;
      if (engine === undefined) {
        throw jsError('runSync', 'the engine of this client lives in a Worker', {
          op,
          help: 'use await value.toLiteral(), or create the client with { worker: false }',
        });
      }
      const plan = new RunPlan([], this.shape);
      return literalOfResult(plan, engine.fetchNow(plan, this.#numbers()));
    });
  }

  /** Gives its memory back, as soon as no run needs it; a second time does nothing. */
  dispose(): void {
    checkReceiver(this instanceof DeviceValue, this, 'value', 'dispose');
    this.#disposed = true;
    for (const array of this.#arrays) array.dispose();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  toString(): string {
    return `DeviceValue ${this.shape.toString()}${this.disposed ? ' (disposed)' : ''}`;
  }

  /**
   * The text of {@link DeviceValue.toString} where text is wanted, in `${value}`.
   *
   * @throws HloomError `js.c84` where JavaScript computes, as in `value * 2`: that would be NaN
   */
  [Symbol.toPrimitive](hint: string): string {
    const help = 'take the value out: (await value.toLiteral()).item() is the number of a scalar';
    return textOnly(this, hint, methodOf(DeviceValue, Symbol.toPrimitive), 'a value on an engine', help);
  }

  [inspectSymbol](): string {
    return this instanceof DeviceValue ? this.toString() : describeValue(this);
  }

  #numbers(): readonly number[] {
    return this.#arrays.map(({ number }) => number);
  }

  #check(op: string, supervisor = this.#supervisor): void {
    const shape = this.shape.toString();
    const parts = { op, operands: [shape] };
    if (supervisor !== this.#supervisor)
      throw jsError('foreignValue', `the ${shape} is on the engine of another client`, parts);
    const ended = this.#arrays.find(({ end }) => end !== undefined)?.end;
    if (ended instanceof HloomError) throw copyOfError(ended);
    const { lost } = this.#connection;
    if (ended === 'donated') throw jsError('donated', `the ${shape} was donated to a run`, parts);
    if (ended === 'disposed' || this.#disposed) {
      throw jsError('disposed', `the ${shape} on the engine was disposed`, parts);
    }
    if (lost === undefined) return;
    if (lost.rule !== 'js.c14') throw jsError('disposed', 'the client of the value was disposed', parts);
    throw jsError('valueLost', `the ${shape} was lost with its engine instance`, {
      ...parts,
      details: [lost.headline],
    });
  }
}

function countArrays(shape: Shape): number {
  return isArrayShape(shape) ? 1 : shape.tupleShapes.reduce((count, element) => count + countArrays(element), 0);
}
