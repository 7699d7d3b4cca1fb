import { Ballast } from './ballast.js';
import { checkedOptions } from '../base/checked-options.js';
import { DisposableObject } from '../base/disposable.js';
import { jsError } from '../base/errors.js';
import { CoreInstance } from '../instance/core-instance.js';
import { internal } from '../base/internal.js';
import type { ProgramGraph } from '../base/program-graph.js';
import { addOtherRunNames } from './other-names.js';
import { checkMade, checkReceivers } from '../base/receiver.js';
import { programShapeFromJson, type ProgramShape } from './program-shape.js';
import type { ComputationJson } from '../base/wire.js';

/** Options of {@link XlaComputation.toProto}. */
export interface ProtoOptions {
  /**
   * Keeps the properties that HloModuleProto has no fields for: `replica_count`, `num_partitions` ... False by default.
   */
  readonly config?: boolean;
}

/** Options of {@link XlaComputation.toHloText}. */
export interface HloTextOptions {
  /**
   * `default`: as current XLA prints; `short`: as in XLA's tests, without `%` and the shapes of computations; `long`:
   * with the shapes of operands, as older versions of XLA print.
   */
  readonly form?: 'default' | 'short' | 'long';
  /**
   * True if constants are printed completely. If false, tuples and arrays of more than 10 elements are `{...}`, as XLA
   * prints them by default; `parseHlo(text, { elidedConstants: 'zeros' })` reads that. True by default.
   */
  readonly printLargeConstants?: boolean;
}

/** Options of {@link XlaComputation.toStableHloText}. */
export interface StableHloTextOptions {
  /** True to write the metadata of instructions as locations: `loc("jit(f)/add")`. False by default. */
  readonly locations?: boolean;
}

const hloTextOptions = { form: ['default', 'short', 'long'], printLargeConstants: 'boolean' } as const;

/** A finished program: to be compiled, printed, or called by another program. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- not known: see typed.ts
export class XlaComputation<T = any, D = any> extends DisposableObject {
  /** @internal The name that consoles show: identifiers of the browser's bundle are short. */
  static override readonly name: string = 'XlaComputation';
  /** The shapes of the program's parameters and result. */
  readonly programShape: ProgramShape<T, D>;
  readonly #core: CoreInstance;
  readonly #handle: number;
  #ballast: Ballast | undefined;

  /**
   * @internal Computations come from `XlaBuilder.build`, `parseHlo` and `parseProto`.
   * @param ballast - its memory, if that has already been counted
   */
  constructor(core: CoreInstance, made: ComputationJson, ballast?: Ballast) {
    checkMade(core instanceof CoreInstance, 'XlaComputation', 'builder.build(), parseHlo or parseProto');
    answerToMisuse();
    const { computation, program_shape, held_bytes } = made;
    super(() => {
      core.tryCall('computation.release', { computation });
    });
    // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- see typed.ts
    this.programShape = programShapeFromJson(program_shape);
    this.#core = core;
    this.#handle = computation;
    this.#ballast = ballast ?? new Ballast();
    if (ballast === undefined) this.#ballast.add(Number(held_bytes));
  }

  /**
   * The program as HLO text, in XLA's grammar; `parseHlo` reads it back.
   *
   * @throws HloomError `js.c2` after dispose(), `js.c22` for unknown options, `text.w1` (RESOURCE_EXHAUSTED) for a text
   * that could have more than 134,217,728 characters, before anything is printed
   */
  toHloText(options: HloTextOptions = {}): string {
    const op = 'toHloText';
    const { handle } = this[internal](op);
    const { form = 'default', printLargeConstants = true } = checkedOptions(options, hloTextOptions, op);
    const print = { form, print_large_constants: printLargeConstants };
    return this.#core.call('computation.hlo_text', { computation: handle, ...print }).text;
  }

  /**
   * The program as StableHLO text, which XLA, JAX and other compilers read; `parseStableHlo` reads it back. Layouts and
   * the names of instructions are dropped.
   *
   * @throws HloomError `js.c2` after dispose(), `js.c22` for unknown options, `stablehlo.x1` and the like for a program
   * with instructions or types that StableHLO does not have: the error names all of them
   */
  toStableHloText(options: StableHloTextOptions = {}): string {
    const op = 'toStableHloText';
    const { handle } = this[internal](op);
    const { locations = false } = checkedOptions(options, { locations: 'boolean' }, op);
    return this.#core.call('computation.stablehlo_text', { computation: handle, locations }).text;
  }

  /**
   * The program as the bytes of XLA's HloModuleProto; with `{ config: true }`, of its HloModuleProtoWithConfig, which
   * also keeps `replica_count`, `num_partitions` and the like. `parseProto` reads both.
   *
   * @throws HloomError `js.c2` after dispose(), `js.c22` for unknown options
   */
  toProto(options: ProtoOptions = {}): Uint8Array<ArrayBuffer> {
    const op = 'toProto';
    const { handle } = this[internal](op);
    const { config = false } = checkedOptions(options, { config: 'boolean' }, op);
    const method = config ? 'computation.proto_with_config' : 'computation.proto';
    const { buffer } = this.#core.call(method, { computation: handle });
    return this.#core.takeOut(buffer);
  }

  /**
   * The program as a graph in the language of Graphviz: `dot -Tsvg` draws it. Values are boxes, and each computation
   * has its own frame.
   *
   * @throws HloomError `js.c2` after dispose()
   */
  toDot(): string {
    return this.#core.call('computation.dot', { computation: this[internal]('toDot').handle }).text;
  }

  /**
   * The program as a graph of plain objects.
   *
   * @throws HloomError `js.c2` after dispose()
   */
  toJson(): ProgramGraph {
    return this.#core.call('computation.graph', { computation: this[internal]('toJson').handle }).graph;
  }

  /** Frees the program's memory. Executables compiled from it stay usable. */
  override dispose(): void {
    this.#ballast = undefined;
    super.dispose();
  }

  override toString(): string {
    return `XlaComputation ${this.programShape.text}${this.disposed ? ' (disposed)' : ''}`;
  }

  /** @internal The handle and its instance. */
  [internal](op: string): { readonly core: CoreInstance; readonly handle: number; readonly ballast: Ballast } {
    if (this.#ballast === undefined) throw jsError('disposed', 'the computation was disposed', { op });
    return { core: this.#core, handle: this.#handle, ballast: this.#ballast };
  }
}

let answers = false;

/**
 * This is done with the first computation and not next to the class, so that bundlers can remove the class if it is
 * unused.
 */
function answerToMisuse(): void {
  if (answers) return;
  answers = true;
  checkReceivers(XlaComputation, 'computation');
  addOtherRunNames(XlaComputation.prototype, 'computation');
}
