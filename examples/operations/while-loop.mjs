// The loop of the text on While: a counter and a vector, to which a constant vector is added 1000 times.
//
//     init = {0, zero_vector[10]}
//     result = init
//     while (result(0) < 1000) {
//       iteration = result(0) + 1
//       new_vector = result(1) + constant_vector[10]
//       result = {iteration, new_vector}
//     }
import { f32, s32, tuple, XlaBuilder } from 'hloom';
import { main } from '../support/main.mjs';

const state = tuple(s32(), f32(10));
const constantVector = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** T -> pred[]: whether to go on. */
function condition() {
  const b = new XlaBuilder('condition');
  const iteration = b.getTupleElement(b.parameter(0, state, 'state'), 0);
  return b.build(b.lt(iteration, 1000));
}

/** T -> T: the next state. */
function body() {
  const b = new XlaBuilder('body');
  const previous = b.parameter(0, state, 'state');
  const iteration = b.add(b.getTupleElement(previous, 0), 1);
  const vector = b.add(b.getTupleElement(previous, 1), b.constant(constantVector));
  return b.build(b.tuple([iteration, vector]));
}

function loop() {
  const b = new XlaBuilder('while_loop');
  const init = b.tuple([b.constant(0, 'S32'), b.zeros(f32(10))]);
  return b.build(b.while(condition(), body(), init));
}

export const examples = [
  {
    id: 'while-loop',
    title: 'A While loop of 1000 iterations',
    text:
      'The state T is a tuple (s32[], f32[10]): the number of iterations and an accumulator. Its shape stays the ' +
      'same in every iteration, and the last state is the result.',
    call: 'b.while(condition, body, init)',
    build: () => ({
      computation: loop(),
      explanation:
        'condition: T -> pred[] is whether the count is below 1000\n' +
        'body: T -> T adds 1 to the count and the constant vector to the accumulator\n' +
        'both are computations of their own, which While calls with the state',
    }),
    values: () => [],
    expected: [1000, constantVector.map((value) => 1000 * value)],
  },
];

await main(import.meta.url, examples);
