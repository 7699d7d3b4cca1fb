/** Puts a value on the engine, where it stays. */

import { asCalled, jsError } from '../../base/errors.js';
import { describeValue } from '../../base/describe.js';
import { internal } from '../../base/internal.js';
import { isTypedArray } from '../../base/typed-array.js';
import { RunPlan } from '../../instance/run-plan.js';
import { Literal } from '../../values/literal.js';
import { takeTypedArray, typeOfArray } from '../../values/literal-data.js';
import type { NestedArray } from '../../values/nested.js';
import { Shape, shapeHelp } from '../../values/shape.js';
import { gatherLiteral, toLiteral } from './argument.js';
import type { EngineConnection } from '../worker/connection.js';
import { DeviceArray, DeviceValue } from './device-value.js';
import type { EngineSupervisor } from '../worker/engine-supervisor.js';

/**
 * The literal to put on the engine; it may share the data of the given value.
 *
 * @throws HloomError `js.c5` for a value that is already on an engine, or an invalid shape, and the errors of literals
 */
export function deviceLiteral(value: unknown, shape: unknown, op: string): Literal {
  if (value instanceof DeviceValue) {
    throw jsError('argumentKind', `the ${value.shape.toString()} is on an engine already`, {
      op,
      help: 'use it as it is; of the value of another client, put (await value.toLiteral()) here',
    });
  }
  if (shape instanceof Shape) return toLiteral(value, shape, op, '');
  if (shape !== undefined) {
    throw jsError('argumentKind', `the shape is ${describeValue(shape)}`, {
      op,
      help: shapeHelp(shape),
    });
  }
  if (value instanceof Literal) return value;
  return asCalled(op, () => {
    if (!isTypedArray(value)) return Literal.from(value as NestedArray);
    const row = Shape.array(typeOfArray(value, op), [value.length]);
    return Literal[internal](row, takeTypedArray(value, row, op, 'view'));
  });
}

/** Puts a literal on an engine. */
export function putLiteral(
  supervisor: EngineSupervisor,
  connection: EngineConnection,
  literal: Literal,
  op: string,
): DeviceValue {
  const plan = new RunPlan([], literal.shape);
  const arrays = plan.results.map(() => new DeviceArray(connection));
  try {
    connection.put(
      plan,
      arrays.map(({ number }) => number),
      gatherLiteral(literal, op),
      (error) => {
        for (const array of arrays) array.fail(error);
      },
    );
  } catch (thrown) {
    for (const array of arrays) array.giveUp();
    throw thrown;
  }
  return new DeviceValue(supervisor, connection, literal.shape, arrays);
}
