// Makes an example of two shapes that meet in an addition. Here is how such a program is written.
import { explainBroadcast, Shape, XlaBuilder } from 'hloom';
import { tabulate } from './run-example.mjs';

/**
 * @param {object} definition
 * @param {string} definition.id
 * @param {string} definition.title
 * @param {string} definition.text
 * @param {string} definition.lhs - the shape of the left operand
 * @param {string} definition.rhs
 * @param {number[]} [definition.broadcastDimensions]
 * @param {unknown[]} [definition.values] - the operands; left out, x counts from 0 and y in thousands from 1000
 * @param {unknown} [definition.expected] - the sum as nested arrays, or a function from an index to the element
 * @param {string} [definition.rule] - the rule that it breaks, if it is illegal
 */
export function broadcastExample(definition) {
  const { id, lhs, rhs, broadcastDimensions = [] } = definition;
  const options =
    broadcastDimensions.length > 0 ? `, { broadcastDimensions: [${broadcastDimensions.join(', ')}] }` : '';
  return {
    ...definition,
    broadcastDimensions,
    call: `b.add(x, y${options})   with x: ${lhs}, y: ${rhs}`,

    build() {
      const b = new XlaBuilder(id.replaceAll('-', '_'));
      const x = b.parameter(0, lhs, 'x');
      const y = b.parameter(1, rhs, 'y');
      const sum = b.add(x, y, { broadcastDimensions });
      const computation = b.build(sum);
      b.dispose();
      return { computation, explanation: sum.explanation.text };
    },

    explain() {
      const { dimensions } = explainBroadcast(lhs, rhs, broadcastDimensions);
      return dimensions.map(({ sentence }) => sentence).join('\n');
    },

    values() {
      return definition.values ?? [counting(lhs, 0, 1), counting(rhs, 1000, 1000)];
    },
  };
}

function counting(shape, start, step) {
  let next = start - step;
  return tabulate(Shape.parse(shape).dimensions, () => (next += step));
}
