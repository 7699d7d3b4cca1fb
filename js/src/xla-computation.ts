import { builderHost } from './builder-instance.js';
import { describeValue } from './describe.js';
import { isTypedArray } from './element-type.js';
import { jsError } from './errors.js';
import { DisposableObject } from './disposable.js';
import type { Host } from './host.js';
import { internal } from './internal.js';
import type { ProgramGraph } from './program-graph.js';
import { programShapeFromJson, type ProgramShape } from './program-shape.js';
import type { ProgramShapeJson } from './wire.js';

/** A finished program: to be compiled, printed, or called by another program. */
export class XlaComputation extends DisposableObject {
  /** What the program takes and gives. */
  readonly programShape: ProgramShape;
  readonly #host: Host;
  readonly #handle: number;

  /** @internal Computations come from `XlaBuilder.build`. */
  constructor(host: Host, handle: number, programShape: ProgramShapeJson) {
    super(() => {
      host.tryCall('computation.release', { computation: handle });
    });
    this.programShape = programShapeFromJson(programShape);
    this.#host = host;
    this.#handle = handle;
  }

  /**
   * Reads the bytes of XLA's HloModuleProto, as {@link toProto} writes them and JAX does
   * (`as_serialized_hlo_module_proto()`).
   *
   * @throws HloomError `js.c1` before init(), `js.c5` for what is not bytes, and the core's errors for bytes that are no
   * valid module
   */
  static fromProto(bytes: Uint8Array): XlaComputation {
    const op = 'XlaComputation.fromProto';
    if (!isTypedArray(bytes)) {
      throw jsError('argumentKind', `the program is ${describeValue(bytes)}`, {
        op,
        help: 'pass the bytes of an HloModuleProto as a Uint8Array',
      });
    }
    const host = builderHost(op);
    const buffer = host.copyIn(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const { computation, program_shape } = host.call('computation.from_proto', { buffer });
    return new XlaComputation(host, computation, program_shape);
  }

  /**
   * The program as HLO text, in XLA's grammar.
   *
   * @throws HloomError `js.c2` after dispose()
   */
  toHloText(): string {
    return this.#host.call('computation.hlo_text', { computation: this[internal]('toHloText').handle }).text;
  }

  /**
   * The program as the bytes of XLA's HloModuleProto.
   *
   * @throws HloomError `js.c2` after dispose()
   */
  toProto(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#host.call('computation.proto', { computation: this[internal]('toProto').handle });
    return this.#host.takeOut(buffer);
  }

  /**
   * The program as a graph in the language of Graphviz: `dot -Tsvg` draws it. Values are boxes, and each computation has
   * a frame of its own.
   *
   * @throws HloomError `js.c2` after dispose()
   */
  toDot(): string {
    return this.#host.call('computation.dot', { computation: this[internal]('toDot').handle }).text;
  }

  /**
   * The program as a graph of plain objects.
   *
   * @throws HloomError `js.c2` after dispose()
   */
  toJson(): ProgramGraph {
    return this.#host.call('computation.graph', { computation: this[internal]('toJson').handle }).graph;
  }

  /** Gives the program's memory back. Executables compiled from it live on. */
  override dispose(): void {
    super.dispose();
  }

  override toString(): string {
    return `XlaComputation ${this.programShape.text}${this.disposed ? ' (disposed)' : ''}`;
  }

  /** @internal The handle and the instance it is of. */
  [internal](op: string): { readonly host: Host; readonly handle: number } {
    if (this.disposed) throw jsError('disposed', 'the computation was disposed', { op });
    return { host: this.#host, handle: this.#handle };
  }
}
