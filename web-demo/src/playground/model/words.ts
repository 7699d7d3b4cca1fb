/** The meaning of a token of a program, in words. */

import { Shape, type ComputationGraph, type InstructionGraph, type ProgramGraph } from 'hloom';
import { findInstruction } from './find.js';
import { bare } from './scopes.js';
import { fromTensor, hloName } from './stable-text.js';
import { instructionAt, lineOf, shapeAt, wordAt, type TextMap } from './text-map.js';

export interface Operation {
  readonly doc: string;
  readonly operands: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly regions: readonly string[];
  readonly isElementwise: boolean;
}

export type OperationTable = Readonly<Record<string, Operation>>;

export interface Words {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly lines: readonly string[];
}

export interface Told {
  readonly text: string;
  readonly map: TextMap;
  readonly graph: ProgramGraph | undefined;
  readonly operations: OperationTable;
  /** The value of an instruction, once it has been run. */
  readonly valueOf: (name: string) => string | undefined;
}

const keywords: Readonly<Record<string, string>> = {
  HloModule: 'The program. Its name and its properties follow.',
  ENTRY: 'The computation at which the program starts.',
  ROOT: 'The value of this instruction is the result of the computation.',
  metadata: 'The place in the program of the user from which the compiler made this instruction.',
  op_name: 'The name of the operation in the program of the user, with its scopes.',
  op_type: 'The operation in the program of the user.',
  source_file: 'The file of the user’s program.',
  source_line: 'The line in that file.',
  sharding: 'The way in which the value is split over devices.',
  frontend_attributes: 'Notes of the framework that made the program, for the compiler.',
  backend_config: 'Settings for the part of the compiler that makes machine code.',
  is_scheduled: 'The instructions are in the order in which they run.',
  input_output_alias: 'The results that take the memory of parameters.',
  buffer_donor: 'The parameters whose memory results may take.',
  alias_passthrough_params: 'Parameters that are results, too, keep their memory.',
  allow_spmd_sharding_propagation_to_parameters: 'The compiler may choose how these parameters are split over devices.',
  allow_spmd_sharding_propagation_to_output: 'The compiler may choose how these results are split over devices.',
  replica_count: 'The number of devices that run the program, each on its own data.',
  num_partitions: 'The number of devices that share one run of the program.',
  'control-predecessors': 'Instructions that run before this one, although it takes no value of theirs.',
  entry_computation_layout: 'The shapes and layouts of the parameters and of the result.',
  calls: 'The computation that this instruction runs.',
  to_apply: 'The computation that this instruction applies to elements.',
  body: 'The computation that each iteration runs.',
  condition: 'The computation that decides if there is another iteration.',
  module: 'The program.',
  'func.func': 'A function. The one called main is where the program starts.',
  return: 'The result of the function or of the region.',
  loc: 'The place in the program of the user.',
  contracting_dims: 'The dimensions of the left x the right operand whose elements are multiplied and added up.',
  batching_dims: 'The dimensions of the left x the right operand with one product for each index.',
};

/** The names of attributes in the pretty forms of StableHLO, as HLO has them. */
const attributesOfForms: Readonly<Record<string, readonly string[]>> = {
  dim: ['dimensions', 'iota_dimension'],
  dims: ['dimensions'],
};

/** Finds the token at a position of the text; `undefined` if nothing can be said of it. */
export function wordsAt(told: Told, position: number): Words | undefined {
  const { text, map, graph, operations } = told;
  const shape = shapeAt(text, position);
  if (shape !== undefined) return { from: shape.from, to: shape.to, ...shapeWords(shape.text) };
  const arrow = [position, position - 1].find((from) => text.startsWith('->', from));
  if (arrow !== undefined) {
    return {
      from: arrow,
      to: arrow + 2,
      title: '->',
      lines: ['Takes what is on the left, and returns what is on the right.'],
    };
  }
  const word = wordAt(text, position);
  if (word === undefined) return undefined;
  const place = { from: word.isName ? word.from - 1 : word.from, to: word.to };
  const instruction = instructionAt(map, text, position);
  const isNamed = instruction?.written === word.text && (word.isName || map.language === 'hlo');
  if (isNamed) {
    const made = findInstruction(graph, instruction.name);
    if (made !== undefined) return { ...place, ...instructionWords(made, told) };
  }
  const bareWord = word.text.replace(/^(?:stablehlo|chlo)\./, '');
  const after = text.slice(word.to, word.to + 2);
  const operation = operations[bareWord] ?? operations[hloName(bareWord)];
  if (operation !== undefined && !after.startsWith('=')) {
    return { ...place, title: bareWord, lines: [operation.doc, operandText(operation)].filter((line) => line !== '') };
  }
  const line = lineOf(map, position);
  const attributes = operations[line?.opcode ?? '']?.attributes ?? {};
  const own = attributeWords(word.text, attributes);
  if (own !== undefined) return { ...place, ...own };
  const computation = graph?.computations.find(({ name }) => name === word.text);
  if (computation !== undefined) return { ...place, ...computationWords(computation) };
  const before = text.slice(line?.nameTo ?? text.lastIndexOf('\n', position - 1) + 1, word.from);
  const named = /(?:\b(HloModule) |\b(module) @|\b(func)\b[^(]*@)$/.exec(before)?.find((one, at) => at > 0 && one);
  if (named !== undefined) return { ...place, title: word.text, lines: [headNames[named] ?? ''] };
  // A number or a name in a value says what the attribute says.
  for (const name of attributesAround(before)) {
    const found = attributeWords(name, attributes);
    if (found !== undefined) return { ...place, ...found };
  }
  // A parameter in the head of its computation, the value that a function returns, or another part of an instruction.
  const other = line === undefined ? map.instructions.find(({ written }) => written === word.text) : line;
  const made = findInstruction(graph, other?.name);
  return made === undefined ? undefined : { ...place, ...instructionWords(made, told) };
}

/** Names after a keyword. */
const headNames: Readonly<Record<string, string>> = {
  HloModule: 'The name of the program.',
  module: 'The name of the program.',
  func: 'A function. The one called main is where the program starts.',
};

function attributeWords(
  name: string,
  attributes: Readonly<Record<string, string>>,
): Omit<Words, 'from' | 'to'> | undefined {
  const doc = [name, ...(attributesOfForms[name] ?? [])].map((one) => attributes[one]).find((one) => one !== undefined);
  const said = doc === undefined ? keywords[name] : sentence(doc);
  return said === undefined ? undefined : { title: name, lines: [said] };
}

function computationWords({ name, instructions: { length } }: ComputationGraph): Omit<Words, 'from' | 'to'> {
  return { title: name, lines: [`A computation of ${length} instruction${length === 1 ? '' : 's'}.`] };
}

/** The attributes around the end of a text, from inside outwards: `window={size=3x3 pad=1` ends in `pad` and `window`. */
function attributesAround(text: string): string[] {
  const open: string[] = [];
  let name = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[\w.-]+\s*=|[{([\])},]/g)) {
    if (token.endsWith('=')) name = token.slice(0, -1).trim();
    else if ('{(['.includes(token)) {
      open.push(name);
      name = '';
    } else if ('})]'.includes(token)) name = open.pop() ?? '';
    else if (token === ',') name = '';
  }
  return [name, ...open.reverse()].filter((one) => one !== '');
}

const operandText = ({ operands }: Operation): string =>
  operands.length === 0 ? '' : `Operands: ${operands.join(', ')}.`;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Values longer than this are cut in words. */
const longestValue = 240;

function instructionWords(one: InstructionGraph, { operations, valueOf }: Told): Omit<Words, 'from' | 'to'> {
  const value = valueOf(one.name);
  const short = value !== undefined && value.length > longestValue ? `${value.slice(0, longestValue)} …` : value;
  const lines = [operations[one.opcode]?.doc ?? '', ...shapeWords(one.shape).lines];
  if (one.op_name !== undefined) lines.push(`From ${one.op_name}${one.source === undefined ? '' : `, ${one.source}`}.`);
  lines.push(short === undefined ? 'It has no value yet.' : `Value: ${short}`);
  return { title: `%${one.name} = ${bare(one.shape)} ${one.opcode}`, lines: lines.filter((line) => line !== '') };
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^PRED$/, 'booleans'],
  [/^BF16$/, '16-bit brain floats'],
  [/^F(\d+)$/, '$1-bit floats'],
  [/^S(\d+)$/, 'signed $1-bit integers'],
  [/^U(\d+)$/, 'unsigned $1-bit integers'],
  [/^C(\d+)$/, 'complex numbers of $1 bits'],
];

/** `f32[2,3]{1,0}`: a 2 by 3 matrix of 32-bit floats, 24 bytes. */
export function shapeWords(text: string): Omit<Words, 'from' | 'to'> {
  const hlo = text.startsWith('tensor<') ? fromTensor(text) : text;
  let shape: Shape;
  try {
    shape = Shape.parse(hlo);
  } catch {
    return { title: text, lines: [] };
  }
  if (shape.isTuple) return { title: bare(text), lines: [`A tuple of ${shape.tupleShapes.length} values.`] };
  if (!shape.isArray) return { title: text, lines: [] };
  const kind = kinds.find(([pattern]) => pattern.test(shape.type));
  const elements = kind === undefined ? `${shape.type} numbers` : shape.type.replace(...kind);
  const { rank, dimensions } = shape;
  const names = ['A scalar', 'A vector', 'A matrix'];
  const name = names[rank] ?? `An array of ${rank} dimensions`;
  const sizes = rank === 0 ? '' : `, ${dimensions.join(' × ')}`;
  const lines = [`${name} of ${elements}${sizes}: ${shape.byteLength.toLocaleString('en')} bytes.`];
  const layout = shape.layout?.minorToMajor;
  if (rank > 1 && layout !== undefined) {
    const first = layout[0] ?? 0;
    lines.push(
      shape.hasDefaultLayout
        ? 'Row-major: neighbors along the last dimension are stored next to each other.'
        : `Layout {${layout.join()}}: neighbors along dimension ${first} are stored next to each other.`,
    );
  }
  return { title: text, lines };
}
