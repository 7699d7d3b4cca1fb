// The examples of the text on Gather, and the way back with Scatter.
import { f32, s32, s64, XlaBuilder } from 'hloom';
import { tabulate } from '../support/run-example.mjs';
import { main } from '../support/main.mjs';

/** The operand of the text, [16,11]: the element [i,j] is 100i + j, so that a value tells where it comes from. */
const elementAt = (i, j) => 100 * i + j;
const operand = tabulate([16, 11], elementAt);

/** The starts of five slices, and of 4 x 5 slices. */
const positions = [[0, 0], [8, 5], [3, 2], [1, 4], [7, 0]]; // prettier-ignore
const grid = tabulate([4, 5], (a, b) => [2 * a, b]);
/** Rows by their numbers. */
const rowNumbers = tabulate([4, 5], (a, b) => [(5 * a + 3 * b) % 16]);

function gathered(indicesShape, numbers, sliceSizes) {
  const b = new XlaBuilder('gather');
  const x = b.parameter(0, s32(16, 11), 'operand');
  return b.build(b.gather(x, b.parameter(1, indicesShape, 'start_indices'), numbers, sliceSizes));
}

/** (s32[], s32[]) -> s32[]: what Scatter does with a value and an update. */
function combiner(operation) {
  const b = new XlaBuilder(operation);
  const [value, update] = [b.parameter(0, s32(), 'value'), b.parameter(1, s32(), 'update')];
  return b.build(operation === 'sum' ? b.add(value, update) : update);
}

function scattered(shape, indicesShape, updatesShape, operation, numbers) {
  const b = new XlaBuilder('scatter');
  const x = b.parameter(0, shape, 'operand');
  const indices = b.parameter(1, indicesShape, 'scatter_indices');
  return b.build(b.scatter(x, indices, b.parameter(2, updatesShape, 'updates'), combiner(operation), numbers));
}

const gathers = [
  {
    id: 'gather-slices',
    title: 'Five slices of [8,6]',
    text:
      'Each row of the indices is a vector (X,Y). The element [G,O0,O1] of the result is the one at [X+O0,Y+O1] of the ' +
      'operand, where (X,Y) is row G: a DynamicSlice for each row.',
    call: 'b.gather(operand, indices, { offsetDims: [1, 2], ... }, [8, 6])',
    build: () => ({
      computation: gathered(
        s64(5, 2),
        { offsetDims: [1, 2], collapsedSliceDims: [], startIndexMap: [0, 1], indexVectorDim: 1 },
        [8, 6],
      ),
      explanation:
        'operand s32[16,11], start_indices s64[5,2], the result s32[5,8,6]\n' +
        'dimension 0 of the result counts the index vectors, 1 and 2 count within a slice (offset_dims)\n' +
        'component 0 of an index vector is X, 1 is Y (start_index_map)',
    }),
    values: () => [operand, positions],
    expected: (g, o0, o1) => elementAt(positions[g][0] + o0, positions[g][1] + o1),
  },
  {
    id: 'gather-batches',
    title: 'Slices at a grid of positions',
    text: 'The indices may have more dimensions: those of [4,5,2] hold 4 x 5 vectors, and the result has a slice for each.',
    call: 'b.gather(operand, indices, { offsetDims: [2, 3], ... indexVectorDim: 2 }, [8, 6])',
    build: () => ({
      computation: gathered(
        s64(4, 5, 2),
        { offsetDims: [2, 3], collapsedSliceDims: [], startIndexMap: [0, 1], indexVectorDim: 2 },
        [8, 6],
      ),
      explanation: 'the element [G0,G1,O0,O1] is the one at [X+O0,Y+O1], where (X,Y) is [G0,G1] of the indices',
    }),
    values: () => [operand, grid],
    expected: (g0, g1, o0, o1) => elementAt(grid[g0][g1][0] + o0, grid[g0][g1][1] + o1),
  },
  {
    id: 'gather-rows',
    title: 'Whole rows: tf.gather_nd',
    text:
      'An index vector may have fewer components than the operand has dimensions: (X) is the start [X,0]. The ' +
      'dimension 0 of the slices has size 1 and is collapsed, so [O0] is [0,O0] in the slice.',
    call: 'b.gather(operand, rows, { offsetDims: [2], collapsedSliceDims: [0], ... }, [1, 11])',
    build: () => ({
      computation: gathered(
        s64(4, 5, 1),
        { offsetDims: [2], collapsedSliceDims: [0], startIndexMap: [0], indexVectorDim: 2 },
        [1, 11],
      ),
      explanation: 'the element [G0,G1,O0] is the one at [X,O0], where (X) is [G0,G1] of the indices: a row for each',
    }),
    values: () => [operand, rowNumbers],
    expected: (g0, g1, o0) => elementAt(rowNumbers[g0][g1][0], o0),
  },
  {
    id: 'gather-outside',
    title: 'Starts outside',
    text: 'A start from which the slice would leave the operand is moved to the nearest from which it does not.',
    call: 'b.gather(operand, indices, numbers, [2, 3])',
    build: () => ({
      computation: gathered(
        s64(2, 2),
        { offsetDims: [1, 2], collapsedSliceDims: [], startIndexMap: [0, 1], indexVectorDim: 1 },
        [2, 3],
      ),
      explanation: '[-4,10] becomes [0,8], [99,1] becomes [14,1]',
    }),
    values: () => [operand, [[-4, 10], [99, 1]]], // prettier-ignore
    expected: [[[8, 9, 10], [108, 109, 110]], [[1401, 1402, 1403], [1501, 1502, 1503]]], // prettier-ignore
  },
];

const scatters = [
  {
    id: 'scatter-histogram',
    title: 'A histogram',
    text:
      'Scatter is the way back: elements at computed places are updated. One that comes again is updated again, here ' +
      'with a sum.',
    call: 'b.scatter(counts, bins, ones, sum, { insertedWindowDims: [0], ... })',
    build: () => ({
      computation: scattered(s32(4), s32(7), s32(7), 'sum', {
        updateWindowDims: [],
        insertedWindowDims: [0],
        scatterDimsToOperandDims: [0],
        indexVectorDim: 1,
      }),
      explanation:
        'index_vector_dim is the rank of the indices: each is a vector of one component\n' +
        'a window is a single element (inserted_window_dims); the updates have none of its dimensions',
    }),
    values: () => [
      [0, 0, 0, 0],
      [2, 0, 2, 3, 2, 0, 3],
      [1, 1, 1, 1, 1, 1, 1],
    ],
    expected: [2, 0, 3, 2],
  },
  {
    id: 'scatter-rows',
    title: 'Rows that are written',
    text: 'A computation that gives the update writes it: rows 2 and 0 get new values.',
    call: 'b.scatter(x, rows, updates, second, { updateWindowDims: [1], ... })',
    build: () => ({
      computation: scattered(s32(3, 2), s32(2), s32(2, 2), 'update', {
        updateWindowDims: [1],
        insertedWindowDims: [0],
        scatterDimsToOperandDims: [0],
        indexVectorDim: 1,
      }),
      explanation: 'dimension 1 of the updates counts within a window, a row; dimension 0 counts the index vectors',
    }),
    values: () => [[[1, 2], [3, 4], [5, 6]], [2, 0], [[10, 20], [30, 40]]], // prettier-ignore
    expected: [[30, 40], [3, 4], [10, 20]], // prettier-ignore
  },
  {
    id: 'scatter-outside',
    title: 'Windows outside',
    text: 'A window of which any element lies outside is left out as a whole; nothing is moved.',
    call: 'b.scatter(x, starts, pairs, sum, { updateWindowDims: [1], ... })',
    build: () => ({
      computation: scattered(s32(4), s32(3), s32(3, 2), 'sum', {
        updateWindowDims: [1],
        insertedWindowDims: [],
        scatterDimsToOperandDims: [0],
        indexVectorDim: 1,
      }),
      explanation: 'the windows at -1 and 3 are partly outside of s32[4], the one at 2 is inside',
    }),
    values: () => [[0, 0, 0, 0], [-1, 2, 3], [[1, 1], [5, 6], [1, 1]]], // prettier-ignore
    expected: [0, 0, 5, 6],
  },
];

/** Rows that words stand for, as a language model looks them up. */
function embedding() {
  const b = new XlaBuilder('embedding');
  const table = b.parameter(0, f32(4, 3), 'table');
  const numbers = { offsetDims: [1], collapsedSliceDims: [0], startIndexMap: [0], indexVectorDim: 1 };
  return b.build(b.gather(table, b.parameter(1, s32(5), 'tokens'), numbers, [1, 3]));
}

export const examples = [
  ...gathers,
  {
    id: 'gather-embedding',
    title: 'A table of rows, looked up',
    text: 'What a language model does with its words: tokens are numbers of rows, and each gives its row.',
    call: 'b.gather(table, tokens, numbers, [1, 3])',
    build: () => ({ computation: embedding(), explanation: 'table f32[4,3], tokens s32[5], the result f32[5,3]' }),
    values: () => [tabulate([4, 3], (i, j) => i + j / 4), [3, 0, 0, 2, 1]],
    expected: tabulate([5, 3], (g, j) => [3, 0, 0, 2, 1][g] + j / 4),
  },
  ...scatters,
];

await main(import.meta.url, examples);
