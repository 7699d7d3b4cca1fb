import { only, variants, type Examples } from './examples.js';

const matrix = 'f32[2,3] 1 2 3 4 5 6';

const asynchronous = `HloModule m
double {
  a = f32[3] parameter(0)
  ROOT s = f32[3] add(a, a)
}
ENTRY main {
  x = f32[3] parameter(0)
  start = ((f32[3]), f32[3]) async-start(x), calls=double
  step = ((f32[3]), f32[3]) async-update(start)
  ROOT y = f32[3] async-done(step)
}`;
const awaited = only({ $hlo: asynchronous, x: 'f32[3] 1 2 3' });

/** A function that makes a computation, within a reduction that uses it. */
const folding = (maker: string, first: string, operand = matrix) =>
  only({ $program: `reduce(x, first, ${maker}, [1])`, x: operand, first });

export const control: Examples = {
  while: variants(
    { condition: '(s) => lt(s, 100)', body: '(s) => mul(s, 2)', init: 'f32[] 3' },
    {
      'square roots': { condition: '(s) => gt(s, 1.01)', body: '(s) => sqrt(s)', init: 'f32[] 1000' },
      'of a whole array': {
        condition: '(s) => lt(reduce(s, 0, (a, v) => add(a, v), [0]), 50)',
        body: '(s) => add(s, s)',
        init: 'f32[3] 1 2 3',
      },
      never: { condition: '(s) => lt(s, 0)' },
      'a state of another type': { body: '(s) => lt(s, 2)' },
    },
  ),
  conditional: variants(
    {
      predicate: 'pred[] true',
      trueOperand: 'f32[3] 1 2 3',
      trueComputation: '(x) => mul(x, 10)',
      falseOperand: 'f32[3] 4 5 6',
      falseComputation: '(x) => neg(x)',
    },
    {
      'the other branch': { predicate: 'pred[] false' },
      'results that differ': { falseComputation: '(x) => lt(x, 2)' },
    },
  ),
  call: only({ $program: 'call((x, y) => add(mul(x, x), y), [x, y])', x: 'f32[3] 1 2 3', y: 'f32[3] 10 20 30' }),
  createScalarAddComputation: folding("createScalarAddComputation('F32')", 'f32[] 0'),
  createScalarMultiplyComputation: folding("createScalarMultiplyComputation('F32')", 'f32[] 1'),
  createScalarMaxComputation: folding("createScalarMaxComputation('F32')", 'f32[] -inf'),
  createScalarMinComputation: folding("createScalarMinComputation('F32')", 'f32[] inf'),
  createScalarAndComputation: folding(
    "createScalarAndComputation('PRED')",
    'pred[] true',
    'pred[2,3] true false true true true true',
  ),
  createScalarOrComputation: folding(
    "createScalarOrComputation('PRED')",
    'pred[] false',
    'pred[2,3] true false true false false false',
  ),
  createScalarGeComputation: only({
    $program:
      "selectAndScatter(x, createScalarGeComputation('F32'), [3], [1], 'VALID', source, first, createScalarAddComputation('F32'))",
    x: 'f32[5] 7 8 9 1 2',
    source: 'f32[3] 10 20 30',
    first: 'f32[] 0',
  }),
  createScalarIdentityWithZeroComputation: folding(
    "createScalarIdentityWithZeroComputation('F32')",
    'f32[] 0',
    'f32[2,3] 0 7 0 0 0 5',
  ),
  createScalarLtComputation: only({ $program: "sort([x], createScalarLtComputation(['F32']))", x: 'f32[5] 3 1 4 1 5' }),
  createScalarGtComputation: only({ $program: "sort([x], createScalarGtComputation(['F32']))", x: 'f32[5] 3 1 4 1 5' }),
  createScalarComparisonComputation: only({
    $program: "sort([x, y], createScalarComparisonComputation('order', ['S32', 'F32'], ['LT', 'GT']))",
    x: 's32[4] 2 1 2 1',
    y: 'f32[4] 7 8 9 6',
  }),
  'async-start': awaited,
  'async-update': awaited,
  'async-done': awaited,
  fusion: only({
    $hlo: `HloModule m
fused {
  p = f32[2,3] parameter(0)
  e = f32[2,3] exponential(p)
  ROOT s = f32[2,3] add(e, p)
}
ENTRY main {
  x = f32[2,3] parameter(0)
  ROOT y = f32[2,3] fusion(x), kind=kLoop, calls=fused
}`,
    x: 'f32[2,3] 0 1 2 3 4 5',
  }),
};
