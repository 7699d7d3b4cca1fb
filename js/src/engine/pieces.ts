/**
 * Large arguments on their way to a Worker that shares no memory: they are cut into pieces, and while this thread copies
 * one, the Worker copies the one before it to where the run will read it.
 */

import { asHloomError, type HloomError } from '../base/errors.js';
import type { TypedArray } from '../values/element-type.js';
import type { CallPlan } from '../instance/call-plan.js';
import type { ValueRef } from '../instance/call-slot.js';
import type { EngineConnection } from './connection.js';
import type { PieceRequest } from './protocol.js';
import type { CompiledProgram, EngineRun, LentSlot } from './program.js';

/** Arguments of fewer bytes travel as fast in one piece. */
const leastBytes = 4 << 20;
/** Long enough that a message costs little beside it, and short enough that the last one is soon copied. */
const pieceBytes = 1 << 20;

/**
 * Sends arguments ahead of the request of their run.
 *
 * @returns the number by which the request names them; undefined where they cannot travel so
 */
export function sendPieces(
  connection: EngineConnection,
  executable: number,
  plan: CallPlan,
  data: readonly (TypedArray | ValueRef)[],
): { readonly pieces: number } | undefined {
  // Where memory is limited, arguments of a run that waits would count.
  if ((plan.argumentBytes ?? 0) < leastBytes || connection.isLimited) return undefined;
  if (!data.every((array) => ArrayBuffer.isView(array))) return undefined;
  const pieces = connection.newNumber();
  for (const [argument, array] of data.entries()) {
    for (let start = 0; start < array.byteLength; start += pieceBytes) {
      const length = Math.min(pieceBytes, array.byteLength - start);
      const bytes = connection.buffers.take(length);
      new Uint8Array(bytes).set(new Uint8Array(array.buffer, array.byteOffset + start, length));
      connection.tell('piece', { executable, pieces, argument, start, bytes }, [bytes]);
    }
  }
  return { pieces };
}

/** The arguments of a run that is not requested yet. */
interface Arriving {
  readonly program: CompiledProgram;
  readonly slot: LentSlot | undefined;
  /** Why the run cannot begin. */
  failure: HloomError | undefined;
  /** The buffers of the pieces, which go back with the result. */
  readonly spent: ArrayBuffer[];
}

/** The Worker's side: arguments that arrive in pieces, and the runs that begin with them. */
export class ArrivingArguments {
  readonly #arriving = new Map<number, Arriving>();

  /** Copies a piece to its place. What fails is told to the run that asks for it. */
  receive(program: CompiledProgram, { pieces, argument, start, bytes }: PieceRequest): void {
    let found = this.#arriving.get(pieces);
    if (found === undefined) {
      found = begin(program);
      this.#arriving.set(pieces, found);
    }
    found.spent.push(bytes);
    const address = found.slot?.addresses[argument];
    if (address === undefined || found.failure !== undefined) return;
    try {
      const memory = program.core.memory as ArrayBuffer;
      new Uint8Array(memory, address + start, bytes.byteLength).set(new Uint8Array(bytes));
    } catch (thrown) {
      found.failure = asHloomError(thrown);
    }
  }

  /**
   * Begins the run whose arguments have arrived.
   *
   * @throws HloomError `js.c27` where there was no memory for them
   */
  take(
    pieces: number,
    run: (program: CompiledProgram, slot: number) => EngineRun,
  ): { readonly run: EngineRun; readonly spent: readonly ArrayBuffer[] } {
    const { program, slot, failure, spent } = this.#arriving.get(pieces) as Arriving;
    if (failure !== undefined) this.drop(pieces);
    this.#arriving.delete(pieces);
    if (slot === undefined || failure !== undefined) throw failure as HloomError;
    return { run: run(program, slot.slot), spent };
  }

  /** Forgets the arguments of a run that was given up before it was served. */
  drop(pieces: number): void {
    const found = this.#arriving.get(pieces);
    this.#arriving.delete(pieces);
    if (found?.slot !== undefined) found.program.giveBack(found.program.takeBack(found.slot.slot), true);
  }

  /** Forgets all, as the instance is lost. */
  clear(): void {
    this.#arriving.clear();
  }
}

function begin(program: CompiledProgram): Arriving {
  try {
    return { program, slot: program.lendNow(), failure: undefined, spent: [] };
  } catch (thrown) {
    return { program, slot: undefined, failure: asHloomError(thrown), spent: [] };
  }
}
