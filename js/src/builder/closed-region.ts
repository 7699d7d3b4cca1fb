import type { Ballast } from './ballast.js';
import type { CoreInstance } from '../instance/core-instance.js';
import { internal } from '../base/internal.js';
import type { Shape } from '../values/shape.js';
import type { ComputationJson } from '../base/wire.js';
import type { XlaBuilder } from './xla-builder.js';
import { XlaComputation } from './xla-computation.js';
import { XlaOp } from './xla-op.js';

/** A computation with captured operations, which its last parameters stand for. */
export class ClosedRegion extends XlaComputation {
  /** The operations of the builder around the region. */
  readonly captures: readonly XlaOp[];

  /**
   * @internal
   * @param captures - the ids of the operations in `parent`
   */
  constructor(
    core: CoreInstance,
    made: ComputationJson,
    ballast: Ballast,
    parent: XlaBuilder,
    captures: readonly number[],
  ) {
    super(core, made, ballast);
    const { parameters } = this.programShape;
    const own = parameters.length - captures.length;
    this.captures = captures.map((id, i) => new XlaOp(internal, parent, id, parameters[own + i] as Shape, undefined));
  }
}
