// The texts on ReduceWindow and SelectAndScatter. The snippet of the first is older than the interface: its builder
// took a client, functions were methods, and the computation was passed as *max. The C++ twin is
// examples/cpp/reduce_window.cc; the original:
//
//     builder.ReduceWindow(
//         input,
//         /*init_val=*/builder.ConstantLiteral(LiteralUtil::MinValue(F32)),
//         *max,
//         /*window_dimensions=*/{2, 3},
//         /*window_stride_dimensions=*/{2, 3},
//         Padding::kValid);
import { f32, XlaBuilder } from 'hloom';
import { main } from '../support/main.mjs';

/** (f32[], f32[]) -> T of two scalars, by the builder's method of this name. */
function binary(method) {
  const b = new XlaBuilder(method);
  return b.build(b[method](b.parameter(0, f32(), 'y'), b.parameter(1, f32(), 'x')));
}

/** A program of one input that is folded in windows. */
function reduceWindow(name, sizes, init, method, ...window) {
  const b = new XlaBuilder(name);
  const input = b.parameter(0, f32(...sizes), 'input');
  return b.build(b.reduceWindow(input, init, binary(method), ...window));
}

function selectAndScatter() {
  const b = new XlaBuilder('select_and_scatter_2x3');
  const operand = b.parameter(0, f32(4, 5), 'operand');
  const source = b.parameter(1, f32(2, 2), 'source');
  const args = [operand, binary('ge'), [2, 3], [2, 2], 'VALID', source, 0, binary('add')];
  return b.build(b.selectAndScatter(...args));
}

const matrix = [
  [1, 2, 3, 4, 5, 6],
  [7, 8, 9, 10, 11, 12],
  [24, 23, 22, 21, 20, 19],
  [18, 17, 16, 15, 14, 13],
];
const falling = [10000, 1000, 100, 10, 1];
const text =
  'The minimum in windows of 3 that move by 2 over [10000, 1000, 100, 10, 1]. The fold starts from the largest f32; ' +
  'what lies in padding is left out.';
const largest = 3.4028234663852886e38;

export const examples = [
  {
    id: 'reduce-window-2x3',
    title: 'ReduceWindow: the largest element in each window of 2x3',
    text: 'A 4x6 matrix. Strides as large as the window: no two windows overlap.',
    call: "b.reduceWindow(input, -Infinity, max, [2, 3], [2, 3], 'VALID')",
    build: () => ({
      computation: reduceWindow('reduce_window_2x3', [4, 6], -Infinity, 'max', [2, 3], [2, 3], 'VALID'),
      explanation: 'rows 0 and 1, 2 and 3; columns 0 to 2, 3 to 5: four windows',
    }),
    values: () => [matrix],
    expected: [
      [9, 12],
      [24, 21],
    ],
  },
  {
    id: 'reduce-window-valid',
    title: 'ReduceWindow without padding',
    text,
    call: "b.reduceWindow(input, largest, min, [3], [2], 'VALID')",
    build: () => ({
      computation: reduceWindow('min_valid', [5], largest, 'min', [3], [2], 'VALID'),
      explanation: 'two windows lie inside: [10000, 1000, 100] and [100, 10, 1]',
    }),
    values: () => [falling],
    expected: [100, 1],
  },
  {
    id: 'reduce-window-same',
    title: "ReduceWindow with padding 'SAME'",
    text,
    call: "b.reduceWindow(input, largest, min, [3], [2], 'SAME')",
    build: () => ({
      computation: reduceWindow('min_same', [5], largest, 'min', [3], [2], 'SAME'),
      explanation:
        'ceil(5 / 2) = 3 windows, one padded place at each end: [., 10000, 1000], [1000, 100, 10], [10, 1, .]',
    }),
    values: () => [falling],
    expected: [1000, 10, 1],
  },
  {
    id: 'select-and-scatter',
    title: 'SelectAndScatter: an element that two windows pick',
    text:
      'Windows of 2x3 that move by 2 overlap. The largest element of both upper windows is the same 9; the values 2 ' +
      'and 6 of the source are added where it lies, which gives 8.',
    call: "b.selectAndScatter(operand, ge, [2, 3], [2, 2], 'VALID', source, 0, add)",
    build: () => ({
      computation: selectAndScatter(),
      explanation: 'picked are 9 at (1,2), twice, 8 at (2,0) and 7 at (2,4)',
    }),
    values: () => [
      [
        [1, 4, 3, 2, 0],
        [5, 6, 9, 7, 8],
        [8, 1, 2, 3, 7],
        [0, 5, 4, 6, 1],
      ],
      [
        [2, 6],
        [3, 1],
      ],
    ],
    expected: [
      [0, 0, 0, 0, 0],
      [0, 0, 8, 0, 0],
      [3, 0, 0, 0, 1],
      [0, 0, 0, 0, 0],
    ],
  },
];

await main(import.meta.url, examples);
