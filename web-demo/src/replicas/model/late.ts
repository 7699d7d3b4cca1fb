/** A device that is late: it goes around an empty loop before the program, so that the others wait for it. */

import { whileLoop, XlaBuilder, type XlaComputation } from 'hloom';

/** Rounds of the loop; they take some milliseconds. */
const rounds = 20_000;

/** The program, called with its parameters after a loop that only the late device executes. */
export function withLateDevice(computation: XlaComputation, device: number): XlaComputation {
  const b = new XlaBuilder('late');
  try {
    const { parameters, parameterNames } = computation.programShape;
    const [first, ...others] = parameters.map((shape, number) =>
      b.parameter(number, shape, parameterNames[number] ?? `arg${number}`),
    );
    if (first === undefined) throw new Error('the program has no parameter');
    const isLate = b.eq(b.convertElementType(b.replicaId(), 'S32'), b.constant(device, 'S32'));
    const left = b.select(isLate, b.constant(rounds, 'S32'), b.constant(0, 'S32'));
    // The operand goes through the loop, because the program must not begin before it ends.
    const after = whileLoop(
      (state) => b.gt(state.left, b.constant(0, 'S32')),
      (state) => ({ left: b.sub(state.left, b.constant(1, 'S32')), x: state.x }),
      { left, x: first },
    );
    return b.build(b.call(computation, [after.x, ...others]));
  } finally {
    b.dispose();
  }
}
