/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-return -- see typed.ts */

import { iterateBy } from '../../base/iterate.js';
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
import type { IteratorOf } from '../../values/typed.js';
import type { EngineConnection } from '../worker/connection.js';
import type { EngineSupervisor } from '../worker/engine-supervisor.js';

/** Why an array has no value any more. */
type End = 'disposed' | 'donated' | HloomError;

/** One array that stays on an engine instance. It is freed when it is disposed of, or collected. */
export class DeviceArray {
  readonly connection: EngineConnection;
  /** Its number in the engine. */
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

  /**
   * The reason why it could not be put on the engine, if it could not, even if it was released before that was known.
   */
  get failure(): HloomError | undefined {
    return this.#failure;
  }

  dispose(): void {
    this.#end ??= 'disposed';
    this.#owned.dispose();
  }

  /** Marks the array as owned by a run. */
  giveUp(): void {
    this.#end ??= 'donated';
    this.#owned.forget();
  }

  /** Marks the array as not put on the engine. */
  fail(error: HloomError): void {
    this.#failure = error;
    this.#end ??= error;
    this.#owned.forget();
  }
}

/**
 * A value that stays on a client's engine: it can be an argument of any number of runs there, without copies.
 * `client.toDevice(...)` puts a value on the engine, and a run with `{ keep: true }` leaves its result there.
 *
 *     const weights = client.toDevice([[1, 2], [3, 4]]);
 *     const y = await executable.run(weights, [1, 1], { keep: true });
 *     (await y.toLiteral()).toArray();
 *     y.dispose();
 *
 * A tuple consists of its {@link DeviceValue.elements}: disposing of it disposes of them, and vice versa. Other values
 * are freed when they are garbage-collected.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export class DeviceValue<T = any, D = any> {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static readonly name: string = 'DeviceValue';
  /** The elements of a tuple, in order: `const [values, indices] = result`. Only tuples have it. */
  declare readonly [Symbol.iterator]: IteratorOf<T, DeviceValue>;
  /** The shape, with the layout that the value has on the engine. */
  readonly shape: Shape<T, D>;
  readonly #supervisor: EngineSupervisor;
  readonly #connection: EngineConnection;
  readonly #arrays: readonly DeviceArray[];
  #elements: readonly DeviceValue[] | undefined;
  /** For values without arrays. */
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
    if (shape.isTuple) iterateBy(this, (tuple) => tuple.elements.values());
  }

  /** @internal Returns whether a value is a `DeviceValue`, which a Proxy of one is not: see look-alike.ts. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && #supervisor in value;
  }

  /**
   * @internal The arrays of the value, which can be used.
   *
   * @param supervisor - the supervisor of the client that uses it
   * @throws HloomError `js.c2`, `js.c70`, `js.c71`, `js.c72`
   */
  [internal](op: string, supervisor: EngineSupervisor | undefined): readonly DeviceArray[] {
    this.#check(op, supervisor);
    return this.#arrays;
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

  /** True if the value, or a part of it, was released: by dispose(), or because it was donated to a run. */
  get disposed(): boolean {
    checkOwner(this instanceof DeviceValue, this, 'value', 'disposed');
    return this.#disposed || this.#arrays.some(({ end }) => end !== undefined);
  }

  /**
   * A copy of the value.
   *
   * @throws HloomError (as a rejection) `js.c2` after dispose(), `js.c70` after it was donated, `js.c71` if it was lost
   * with its engine instance
   */
  toLiteral(): Promise<Literal<T, D>> {
    return called(methodOf(DeviceValue, 'toLiteral'), async () => {
      checkReceiver(this instanceof DeviceValue, this, 'value', 'toLiteral');
      const op = 'DeviceValue.toLiteral';
      this.#check(op);
      try {
        const plan = new RunPlan([], this.shape);
        return literalOfResult(plan, await this.#connection.fetch(plan, this.#numbers()));
      } catch (thrown) {
        // The value may not have reached the engine.
        const failure = this.#arrays.find((array) => array.failure !== undefined)?.failure;
        if (failure !== undefined) throw copyOfError(failure);
        this.#check(op);
        throw thrown;
      }
    });
  }

  /**
   * Returns a copy of the value synchronously, if the engine lives in this thread.
   *
   * @throws HloomError what {@link DeviceValue.toLiteral} rejects with, and `js.c19` where the engine lives in a Worker
   */
  toLiteralSync(): Literal<T, D> {
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

  /** Frees its memory as soon as no run needs it; a second call does nothing. */
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
   * The text of {@link DeviceValue.toString}, in `${value}`.
   *
   * @throws HloomError `js.c84` if JavaScript would compute with it, as in `value * 2`, which would be NaN
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
    // Every run checks its values: loops are faster than functions here.
    let ended: End | undefined;
    for (const array of this.#arrays) ended ??= array.end;
    const { lost } = this.#connection;
    const isGood = ended === undefined && lost === undefined && !this.#disposed && supervisor === this.#supervisor;
    if (isGood) return;
    const shape = this.shape.toString();
    const parts = { op, operands: [shape] };
    if (supervisor !== this.#supervisor)
      throw jsError('foreignValue', `the ${shape} is on the engine of another client`, parts);
    if (ended instanceof HloomError) throw copyOfError(ended);
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
