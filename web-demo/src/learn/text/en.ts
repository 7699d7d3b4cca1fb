/** The lessons in English. */

import type { Texts } from './texts.js';

const steps: Texts['steps'] = {
  purpose: {
    title: 'What broadcasting is for',
    idea:
      'An addition takes arrays of one shape, element by element. Broadcasting lets you write `X + v` for a matrix and a ' +
      'vector: the smaller array is repeated until it has the shape of the larger one. Here `broadcast_dimensions={1}` ' +
      'matches the vector to dimension 1 of the matrix.',
    why:
      'The vector lies along dimension 1 and is repeated for every row, so each row of the matrix has the whole vector ' +
      'added to it.',
  },
  scalar: {
    title: 'A scalar meets every element',
    idea:
      'A scalar has rank 0: it has no dimension to match to one of the matrix. Nothing is said in ' +
      '`broadcast_dimensions` here.',
    why:
      'A scalar can be repeated in one way only, along every dimension, so it needs no `broadcast_dimensions`; it is the ' +
      'only array that broadcasts to another rank without them.',
  },
  'dimension-1': {
    title: 'A vector along dimension 1',
    idea:
      'A vector of 3 fits a 3x3 matrix in two ways. With `broadcast_dimensions={1}`, dimension 0 of the vector becomes ' +
      'dimension 1 of the result, which runs from column to column.',
    why: 'Each element of the vector becomes a column: the vector is repeated along dimension 0, once for every row.',
  },
  'dimension-0': {
    title: 'The same vector, the other way',
    idea: 'The same matrix and the same vector can be added in the other way, too. Now you say where the vector goes.',
    why: 'On dimension 0 each element of the vector becomes a row: the vector is repeated along dimension 1, once for every column.',
  },
  'nothing-is-guessed': {
    title: 'What NumPy would guess',
    idea:
      'In NumPy you would write this sum without a second thought. XLA is as strict and explicit as it can be, and leaves ' +
      'what is implicit to the libraries above it. Here `broadcast_dimensions` is left out.',
    why:
      'Arrays of different rank are never matched implicitly: a guess would be baked into every program that relies on it, ' +
      'so the program says what it means, or it is refused.',
  },
  'sizes-meet': {
    title: 'Sizes that meet',
    idea:
      '`broadcast_dimensions` can name any dimension of the larger array. Here the vector of 3 goes to dimension 0 of a 2x3 ' +
      'matrix.',
    why: 'Sizes that meet must be equal, or one of them 1: three elements do not fit along two rows.',
  },
  cuboid: {
    title: 'A matrix in a cuboid',
    idea:
      '`broadcast_dimensions` has one entry for each dimension of the array of lower rank. The first entry says where its ' +
      'dimension 0 goes, the second where its dimension 1 goes.',
    why:
      'Each dimension of the matrix goes to one of the same size, and the matrix is repeated along the dimension that is ' +
      'left: once for every slice.',
  },
  'formal-definition': {
    title: 'The formal definition',
    idea:
      'Let the larger array be M x N x P x Q, here 2 x 3 x 4 x 5. A vector T can be matched to any one of these ' +
      'dimensions, a matrix T x V to any two, in their order, wherever the sizes are equal. Here T is 3 and V is 5.',
    why:
      'T and V must equal the sizes of the dimensions that they are matched to; along all other dimensions the values are ' +
      'repeated.',
  },
  'strictly-increasing': {
    title: 'The order of dimensions',
    idea:
      'Let N and P both be 3, so that the sizes fit in any order. This program matches T, dimension 0 of the matrix, to P, ' +
      'and V, its dimension 1, to N.',
    why:
      '`broadcast_dimensions` must be strictly increasing, with one entry for each dimension of the smaller array: a ' +
      'broadcast never transposes, and V goes to N or to P, not to both.',
  },
  degenerate: {
    title: 'Dimensions of size 1',
    idea:
      'Arrays of the same rank need no `broadcast_dimensions`: each dimension meets its own number. A dimension of size 1 is ' +
      'called degenerate.',
    why:
      'Two dimensions are compatible where their sizes are equal or one of them is 1, and the 1 is repeated; arrays are ' +
      'compatible where all their dimensions are.',
  },
  outer: {
    title: 'A column and a row',
    idea: 'A column of 2 and a row of 3. Both have a degenerate dimension, but not the same one.',
    why: 'Each array is repeated along its own dimension of size 1, so every element of one meets every element of the other: an outer operation.',
  },
  composition: {
    title: 'Both at once',
    idea:
      'The two kinds of broadcasting compose. First the array of lower rank gets the dimensions that it does not have; then ' +
      'dimensions of size 1 are repeated. Note that `[[5, 6]]` is a 1x2 matrix here, not a vector.',
    why:
      '`broadcast_dimensions` gives the array of lower rank the dimensions that it does not have; then every dimension of ' +
      'size 1 is repeated to the size that it meets, in either array.',
  },
};

const traps: Texts['traps'] = {
  otherSize: 'The vector has the size of a dimension of the matrix, but not of the one that it was matched to.',
  vectorOfOne: 'A vector of one element is not a scalar: it has rank 1, and its dimension needs a place.',
  placedScalar: 'A scalar has no dimension to place: an entry is one too many.',
  countedFromOne: 'Dimensions count from 0: a matrix has the dimensions 0 and 1.',
  lowerRankFirst: 'Either operand may have the lower rank. `broadcast_dimensions` always speaks of the lower one.',
  equalRanks: 'Both have rank 2, so nothing was left out: the dimension of size 1 is repeated.',
  singleRow:
    'A matrix of one row is not a vector: the ranks differ, and XLA does not guess, however small the arrays are.',
  sizeOne: 'A size of 1 fits everywhere: it is repeated, whatever it meets.',
  swappedSizes: 'Both sizes occur in the cuboid, but the entries match them in the given order.',
  wrongOrder: 'Both sizes occur, but in the other order: only a transpose could bring them there.',
  crossedInCube: 'All sizes are equal, and still the order counts: a broadcast never transposes.',
  twiceInCube: 'All sizes are equal, but two dimensions cannot become the same one.',
  multiple: 'Twice 2 is 4, but only a size of 1 is repeated.',
  zero: 'A size of 1 becomes whatever it meets, and so 0: a result without elements is legal.',
  twoVectors: 'Both have rank 1, so their only dimensions meet each other. An outer sum needs a column and a row.',
  twoColumns: 'Dimension 1 is degenerate in both; in dimension 0 the sizes meet, and neither is 1.',
  composedElsewhere: 'On dimension 0 the vector would meet a size of 1; here it meets another size.',
  composedTooEarly: 'On dimensions 1 and 2 it would fit; here two sizes meet of which neither is 1.',
};

/** The texts of the page around the lessons. */
const page = {
  site: 'Learn – hloom',
  lessons: 'Lessons',
  allLessons: 'All lessons',
  count: (number: number, all: number) => `Lesson ${number} of ${all}`,
  knots: { untied: 'not begun', begun: 'begun', tied: 'done' },
  previous: 'Previous',
  next: 'Next',
  complete: 'Every knot is tied. The lab answers the remaining questions: try your own shapes.',
  loading: 'Loading WebAssembly …',
};

const tasks = {
  predict: 'Predict',
  prompts: {
    shape: 'Which shape does the result have?',
    cell: (index: string) => `What is \`result[${index}]\`?`,
    dims: (wanted: string) => `Which \`broadcast_dimensions\` give \`${wanted}\`?`,
    dimsForCell: (index: string, value: string) => `Which \`broadcast_dimensions\` make \`result[${index}]\` ${value}?`,
    size: 'Which size in place of `?` makes it legal?',
  },
  withoutDimensions: 'without broadcast_dimensions',
  refusals: {
    shape: 'None: it is illegal',
    cell: 'It has none: it is illegal',
    dims: 'None of these',
    size: 'No size does',
  },
  value: 'Value',
  valueHint: 'A number, such as 12',
  size: 'Size',
  sizeHint: 'A whole number, such as 3',
  give: 'Answer',
  leftOutOption: 'left out',
};

const answers = {
  yours: 'Your answer',
  notYet: 'It is drawn here first, as if it were right. Then the engine shows what it does.',
  saidShape: (shape: string) => `The result is \`${shape}\`.`,
  saidCell: (index: string, value: string) => `\`result[${index}]\` is ${value}.`,
  saidDims: (dims: string, shape: string) => `With \`broadcast_dimensions=${dims}\`, \`${shape}\` lies here:`,
  saidLeftOut: '`broadcast_dimensions` is left out, and the result is:',
  saidSize: (shape: string) => `The array is \`${shape}\`.`,
  saidIllegal: {
    shape: 'It is illegal and has no result.',
    cell: 'It is illegal and has no result.',
    dims: 'None of these gives it.',
    size: 'It is illegal with every size.',
  },
  empty: 'nothing is computed yet',

  shown: 'What the engine does',
  asPredicted: 'As you predicted.',
  notAsPredicted: (said: string, truth: string) => `You predicted ${said}. The engine says: ${truth}.`,
  scenes: 'Also',
  why: 'Why',
  lowering: 'Step by step: what it is lowered to',
  openInLab: 'Change it in the lab',
  numpy: 'And NumPy?',
  nothingIs: 'illegal',
};

const exercises = {
  exercises: 'Exercises',
  exerciseIntro: 'Three questions, made at random. The engine checks your answers; you can try as often as you like.',
  exercise: (number: number) => `Exercise ${number}`,
  solved: 'solved',
  right: 'Right.',
  wrong: 'Not so.',
  givenUp: 'Try again, now that you know.',
  showAnswer: 'Show the answer',
  engineAnswer: (answer: string) => `The engine says: ${answer}.`,
  otherExercises: 'Other exercises',
  set: (seed: number) => `Exercise set ${seed}`,
  setLink: 'Link to this set',
  lessonDone: 'The knot is tied.',

  table: {
    caption: 'T and T x V on M x N x P x Q: choose a row to see it.',
    vectors: 'T',
    matrices: 'T x V',
    row: (dims: string) => `dim ${dims}`,
  },
};

export const en: Texts = { steps, traps, ...page, ...tasks, ...answers, ...exercises };
