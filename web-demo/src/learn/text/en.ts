/** The texts of the lessons in English. */

import type { TrapName } from '../exercise.js';
import type { StepId } from '../steps.js';
import type { Task } from '../task.js';

/** Text between backticks is code. */
export interface StepTexts {
  readonly title: string;
  /** What it is good for, and the knowledge that the question needs. It does not give the answer away. */
  readonly idea: string;
  /** After the first miss. */
  readonly hint: string;
  /** After the second miss, and with the answer. */
  readonly rule: string;
}

const steps: Readonly<Record<StepId, StepTexts>> = {
  'reading-a-shape': {
    title: 'Reading a shape',
    idea:
      'Every array has a shape. `f32[2,3]` is a table with 2 rows and 3 columns. `f32` is the type of its numbers: ' +
      'floating-point numbers of 32 bits.',
    hint: 'Counting starts at 0, so `[0,0]` is the first number of the first row.',
    rule: 'The first index counts rows, downwards. It is dimension 0. The second counts columns, to the right. It is dimension 1.',
  },
  purpose: {
    title: 'One vector, every row',
    idea:
      'A layer of a neural network adds the same three numbers, its biases, to every row of a table. lhs, the left array, ' +
      'is the table. rhs, the right one, is a vector: a single row of numbers, `f32[3]`. Broadcasting uses the vector again ' +
      'for each row, without copying it.',
    hint: '`result[1,2]` is in row 1, column 2, and both count from 0. It is made of one number of lhs and one of rhs.',
    rule: '`broadcast_dimensions={1}` puts the vector on dimension 1, so it runs along each row. Nothing in the vector belongs to dimension 0, so it is repeated for every row.',
  },
  scalar: {
    title: 'A scalar goes everywhere',
    idea:
      'Converting a table of prices to another currency multiplies every price by one number. One number alone is a ' +
      'scalar: it has no dimensions, and its shape is `f32[]`. Here a scalar is added to a table.',
    hint: 'A scalar has no size of its own that could change the table.',
    rule: 'A scalar is repeated along every dimension. There is only one way to do it, so `broadcast_dimensions` is not needed.',
  },
  'dimension-1': {
    title: 'A vector along dimension 1',
    idea:
      'Delivery costs 0, 10 or 20 for three customers, one in each row. Three products, one in each column, cost 7, 8 and ' +
      '9. With `broadcast_dimensions={1}` the vector of prices runs in the direction of dimension 1, from column to column.',
    hint: 'Go to row 2, column 0. Which number of the vector is in column 0?',
    rule: 'On dimension 1, each number of the vector belongs to one column. The vector is repeated for every row.',
  },
  'dimension-0': {
    title: 'The vector as a column',
    idea:
      'The same vector can also hold one fee for each customer. Then it must run down the rows. Say so with ' +
      '`broadcast_dimensions`.',
    hint: 'Rows are counted by the first index. The vector must have one number for each of them.',
    rule: 'On dimension 0, each number of the vector belongs to one row. The vector is repeated for every column.',
  },
  'nothing-is-guessed': {
    title: 'What NumPy would guess',
    idea:
      'In NumPy you can write this sum as it is. Here XLA reads it, the compiler behind JAX. The vector has one dimension, ' +
      'the table (a matrix) has two, and nothing says which of the two the vector belongs to.',
    hint: 'Try to say which dimension the vector is on. Where did you read it?',
    rule:
      'XLA never guesses how arrays with different numbers of dimensions line up. A compiler that guesses wrong produces wrong numbers in ' +
      'silence; an error is cheaper.',
  },
  'sizes-meet': {
    title: 'When sizes match',
    idea: 'You can put a vector on any dimension of the larger array. Here a vector of 3 is on dimension 0, which has size 2.',
    hint: 'Lay the vector down the rows, one number for each. How many rows are there?',
    rule: 'Sizes must be equal, or one of them must be 1. Three numbers do not fit along two rows.',
  },
  cuboid: {
    title: 'A matrix in a cube',
    idea:
      'A batch of 2 images adds the same brightness mask to each. The batch has three dimensions, the mask has two, so ' +
      '`broadcast_dimensions` has two numbers: where dimension 0 of the mask goes, and where its dimension 1 goes.',
    hint: 'The mask has sizes 3 and 4. Find the dimensions of the batch with these sizes.',
    rule: 'Each dimension of the mask goes to one of the same size. Along the dimension that is left, the mask is repeated.',
  },
  'formal-definition': {
    title: 'Four dimensions',
    idea:
      'With more dimensions nothing new happens. The larger array is M x N x P x Q, here 2 x 3 x 4 x 5. A matrix of ' +
      '3 x 5 has to go on two of these dimensions, in order.',
    hint: 'Which dimension has size 3? Which has size 5? Dimensions count from 0.',
    rule: 'Every number in `broadcast_dimensions` names the dimension with the same size. Along all others, the values are repeated.',
  },
  'strictly-increasing': {
    title: 'The order of dimensions',
    idea:
      'Now two dimensions have the same size, so the sizes fit in either order. Here dimension 0 of the matrix goes to ' +
      'dimension 2, and dimension 1 goes to dimension 1.',
    hint: 'Do the numbers in `broadcast_dimensions` go up?',
    rule: 'The numbers in `broadcast_dimensions` must increase. A broadcast repeats values; it never turns an array around.',
  },
  degenerate: {
    title: 'Dimensions of size 1',
    idea:
      'A video of one frame and a video of seven frames have the same number of dimensions, so each dimension meets its ' +
      'own number. A dimension of size 1 can be stretched.',
    hint: 'Go dimension by dimension: 1 and 7, then 2 and 2, then 5 and 5.',
    rule: 'Two sizes match when they are equal or when one of them is 1. The 1 is stretched to the other size.',
  },
  outer: {
    title: 'A column and a row',
    idea: 'A multiplication table comes from a column and a row: every number of one meets every number of the other. Here they are added.',
    hint: 'Both have a dimension of size 1, but not the same one. Stretch each of them.',
    rule: 'Each array is stretched along its own dimension of size 1, so every pair of numbers occurs once.',
  },
  composition: {
    title: 'Adding dimensions and stretching together',
    idea:
      'First the array with fewer dimensions gets the missing ones. Then dimensions of size 1 are stretched. `f32[1,2]` is ' +
      'a matrix with one row, not a vector.',
    hint: 'The vector runs down the rows, because it is on dimension 0. The single row is stretched to 4 rows.',
    rule: '`broadcast_dimensions` adds the missing dimensions with size 1. Then every size 1 is stretched to the size it meets.',
  },
};

const traps: Readonly<Record<TrapName, string>> = {
  otherSize: 'The vector has the size of a dimension of the matrix, but not of the one that it was matched to.',
  vectorOfOne: 'A vector with one element is still a vector. Its dimension has to go somewhere.',
  placedScalar: 'A scalar has no dimension to place: an entry is one too many.',
  countedFromOne: 'Dimensions count from 0: a matrix has the dimensions 0 and 1.',
  lowerRankFirst: 'Either array may have fewer dimensions. `broadcast_dimensions` always speaks of that one.',
  equalRanks: 'Both have 2 dimensions, so nothing was left out: the dimension of size 1 is repeated.',
  singleRow:
    'A matrix of one row is not a vector: it has a dimension more, and XLA does not guess, however small the arrays are.',
  sizeOne: 'A size of 1 fits everywhere: it is repeated, whatever it meets.',
  swappedSizes: 'Both sizes exist in the cube, but in the other order.',
  wrongOrder: 'Both sizes occur, but in the other order: only a transpose could bring them there.',
  crossedInCube: 'All sizes are equal, and still the order counts: a broadcast never transposes.',
  twiceInCube: 'All sizes are equal, but two dimensions cannot become the same one.',
  multiple: 'Twice 2 is 4, but only a size of 1 is repeated.',
  zero: 'A size of 1 becomes whatever it meets, and so 0: a result without elements is legal.',
  twoVectors: 'Both have one dimension, so these two meet each other. To add every pair, you need a column and a row.',
  twoColumns: 'Dimension 1 has size 1 in both; in dimension 0 the sizes meet, and neither is 1.',
  composedElsewhere: 'On dimension 0 the vector would meet a size of 1; here it meets another size.',
  countedFromZero: 'Rows and columns both count from 0, so the last of 3 is number 2.',
  composedTooEarly: 'On dimensions 1 and 2 it would fit; here two sizes meet of which neither is 1.',
};

/** Sentences about wrong answers. */
const diagnoses = {
  otherElement: (said: string, element: string, index: readonly number[]) =>
    `${said} is \`${element}\`. ${countingText(index)}`,
  nothingAdded: (said: string, element: string) => `${said} is \`${element}\` itself: nothing was added to it.`,
  otherDimensions: (said: string, dims: string) => `You would get ${said} with \`broadcast_dimensions=${dims}\`.`,
  otherPair: (said: string, left: string, right: string, index: readonly number[]) =>
    `${said} is \`${left}\` + \`${right}\`. ${countingText(index)}`,
  noSum: (said: string) => `No number of lhs and number of rhs add up to ${said}.`,
  nowhere: (said: string, name: string) => `${said} is not in ${name}.`,
  isLegal: 'These shapes are accepted. There is a result.',
  checkSizes: 'Before you add, check that the sizes match on every dimension.',
  checkDimensions: 'Something here does not match. Go dimension by dimension.',
  /** Where no sizes differ. */
  checkPlacement: 'The sizes are not the problem. Look at `broadcast_dimensions`.',
  otherRank: (said: number, truth: number) =>
    `Your shape has ${counted(said)}. The larger array has ${truth}, and so has the result.`,
  otherSize: (dimension: number, said: number, lhs: number | undefined, rhs: number | undefined) =>
    `In your shape, dimension ${dimension} has size ${said}. There ${has('lhs', lhs)}, and ${has('rhs', rhs)}.`,
  otherShape: (sizes: readonly number[], rank: number) =>
    sizes.length === rank
      ? `${shapeInWords(sizes)} Count the rows first.`
      : `Your shape has ${counted(sizes.length)}. The picture has rows and columns: two dimensions.`,
  oneFits: 'At least one of these is accepted. Compare the sizes.',
  someSize: 'There is a size that fits.',
  without: 'Without `broadcast_dimensions`',
  with: (dims: string) => `With \`broadcast_dimensions=${dims}\``,
  refused: (chosen: string) => `${chosen} it is an error.`,
  otherValues: (chosen: string) => `${chosen} the shape is right, but the numbers are not.`,
  otherResult: (chosen: string, result: string) => `${chosen} the result is \`${result}\`.`,
};

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** `Indices count from 0, so [1,2] is the second row and the third column.` */
function countingText(index: readonly number[]): string {
  const names = index.length === 2 ? ['row', 'column'] : index.length === 1 ? ['number'] : [];
  if (names.length === 0) return 'Indices count from 0.';
  const parts = index.map((i, d) => `the ${ordinals[i] ?? `${i + 1}th`} ${names[d]}`);
  return `Indices count from 0, so \`[${index.join(',')}]\` is ${parts.join(' and ')}.`;
}

const has = (side: string, size: number | undefined): string =>
  size === undefined ? `${side} has none` : `${side} has size ${size}`;

const counted = (count: number): string => (count === 1 ? '1 dimension' : `${count} dimensions`);

const shapeInWords = ([rows = 0, columns = 0]: readonly number[]): string =>
  `That would be ${rows} rows of ${columns} numbers.`;

const question = {
  prompts: {
    shape: 'What is the shape of the result?',
    cell: (index: string) => `What is \`result[${index}]\`?`,
    read: (index: string) => `What is \`lhs[${index}]\`?`,
    name: 'Which shape does this array have?',
    dims: (wanted: string) => `Which \`broadcast_dimensions\` give \`${wanted}\`?`,
    dimsForCell: (index: string, value: string) => `Which \`broadcast_dimensions\` make \`result[${index}]\` ${value}?`,
    size: 'Which size fits in place of `?` (there may be two)',
  },
  /** The answer that nothing is legal, by the kind of task. */
  refusals: {
    shape: 'It is an error',
    cell: 'It is an error',
    dims: 'None of these',
    size: 'No size fits',
    read: '',
    name: '',
  } satisfies Record<Task['kind'], string>,
  withoutDimensions: '`broadcast_dimensions` is not given.',
  notNeeded: '`broadcast_dimensions` is not needed.',
  value: 'Your answer',
  valueHint: 'A number, such as 12',
  sizeHint: 'A whole number, such as 3',
  answer: 'Answer',
  leftOutOption: 'left out',
  startsHere: 'Your answer appears here. Then watch what really happens.',
  correct: 'Correct.',
  notQuite: 'Not quite.',
  truth: (truth: string) => `Not quite: it is ${truth}.`,
  orOne: (size: string) => `${size}, or 1`,
  /** The truth where nothing is legal. */
  nothingLegal: {
    shape: 'an error',
    cell: 'an error',
    dims: 'none of these',
    size: 'no size',
    read: '',
    name: '',
  } satisfies Record<Task['kind'], string>,
  hint: 'Hint',
  rule: 'The rule',
  replay: 'Replay',
  openInLab: 'Open in the lab',
  onDimension: (dimension: number, reason: string) => `On dimension ${dimension}: ${reason}`,
  bytes: (own: number, copied: number, many: number) =>
    `In memory, rhs takes ${own} bytes. Copied for both rows it would take ${copied}; for a thousand rows, ` +
    `${many.toLocaleString('en')}.`,
};

const page = {
  site: 'Learn – hloom',
  allLessons: 'All lessons',
  lessons: 'Lessons',
  count: (number: number, all: number) => `${number} / ${all}`,
  states: { open: 'not begun', begun: 'begun', done: 'done' },
  practice: 'Practice: 3 questions',
  /** Hints for questions made at random, by the kind of task. */
  practiceHints: {
    shape: 'Write the dimensions that meet under each other, and compare their sizes. Is it said which ones meet?',
    cell: 'Find the number of lhs first. Then find the one of rhs that meets it.',
    dims: 'Find the dimensions of the larger array that have the same sizes, in order.',
    size: 'Equal sizes match, and a size of 1 matches everything.',
    read: 'The first index is the row, the second one is the column. Both count from 0.',
    name: 'Count the rows, then the columns.',
  } satisfies Record<Task['kind'], string>,
  practiceCount: (number: number) => `Practice ${number} of 3`,
  nextQuestion: 'Next question',
  puzzle: 'The puzzle',
  toPuzzle: 'To the puzzle',
  nextLesson: 'Next lesson',
  toEnd: 'To the end of the course',
  back: 'Back to the question',
  otherExercises: 'Other questions',
  lessonDone: 'Lesson complete.',
  loading: 'Loading WebAssembly …',
  setLink: (seed: number) => `Link to these questions (set ${seed})`,
};

const puzzle = {
  prompt: {
    dims: 'Type `broadcast_dimensions` until your picture is the same.',
    rhs: 'Type the shape of rhs until your picture is the same.',
  },
  /** Where the puzzle is about a single array, whose shape is the answer. */
  alone: {
    prompt: 'Type the shape of the array below.',
    mistake: 'Write it as `f32[rows,columns]`, with two numbers.',
    differs: 'The array below has other sizes. Count its rows first.',
    array: 'The array',
  },
  unplaced: 'These arrays have different numbers of dimensions, and nothing here says how they meet.',
  wanted: 'Wanted',
  yours: 'Yours',
  solved: 'Correct. Both pictures are the same.',
  shapeDiffers: (yours: string, wanted: string) => `Yours is \`${yours}\`, wanted is \`${wanted}\`.`,
  valuesDiffer: 'The shape is right, but the numbers differ.',
};

const end = {
  title: 'What you can read now',
  idea:
    'This is a layer of a neural network, `relu(x @ w + b)`, as JAX hands it to XLA. Each line is one operation. You know ' +
    'every part of the two broadcasts.',
  complete: 'Course complete. Now try your own shapes in the lab.',
  toLab: 'Open the lab',
  layouts: 'Next: how arrays are stored',
  reference: 'Reference: every placement on four dimensions',
  table: {
    caption: 'T and T x V on M x N x P x Q. Choose a row to see it in the lab.',
    vectors: 'T',
    matrices: 'T x V',
    row: (dims: string) => `dim ${dims}`,
  },
};

export const texts = { steps, traps, diagnoses, ...question, ...page, puzzleTexts: puzzle, end };
