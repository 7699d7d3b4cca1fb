/** Texts of errors, whose parts are marked, so that each reader gets names in its own words. */

import { javaScriptName } from './function-name.js';

/**
 * A part of a text, in XLA's words: `['list', '{1}', 'broadcast_dimensions']` is broadcast_dimensions={1}.
 * `wasm/README.md` has the kinds. Only JavaScript marks integers, which it writes as bigints.
 */
export type MessagePart = readonly [
  kind: 'argument' | 'function' | 'caller' | 'advice' | 'integer' | ValueKind,
  text: string,
  /** The name of advice, or of the argument that has the value; of a function its HLO operation. */
  name?: string,
];

type ValueKind = 'number' | 'list' | 'record' | 'choice';

/** A text: whole, or in pieces where parts are marked. */
export type Message = string | readonly (string | MessagePart)[];

/** Other words for a part of a text, or `undefined`. */
export type PartWords = (part: MessagePart) => string | undefined;

/** The names of advice that JavaScript gives; the core has others. */
export type AdviceName =
  'read_npy' | 'read_npz' | 'say_type' | 'give_all' | 'give_to_channel' | 'before_close' | 'run_and_feed';

/** Advice to callers of functions: the command line, which has options, finds its own words by the name. */
export function advice(name: AdviceName, text: string): MessagePart {
  return ['advice', text, name];
}

/**
 * The names that a text uses: `broadcast_dimensions={1}` and `ConvertElementType` are XLA's, `broadcastDimensions: [1]`
 * and `convertElementType` JavaScript's; HLO has XLA's arguments, and `convert`.
 */
export type Notation = 'xla' | 'hlo' | 'javascript';

/**
 * Attributes of HLO operations, as errors of shape inference name them, where the argument of the builder function has
 * another name.
 */
const argumentsOfAttributes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  broadcastInDim: { dimensions: 'broadcastDimensions' },
  customCall: { custom_call_target: 'callTargetName', output_to_operand_aliasing: 'outputOperandAliasing' },
  customCallWithComputation: { custom_call_target: 'callTargetName' },
  customCallWithLayout: {
    custom_call_target: 'callTargetName',
    operand_layout_constraints: 'operandShapesWithLayout',
  },
  dynamicSlice: { dynamic_slice_sizes: 'sliceSizes' },
  outfeed: { outfeed_shape: 'shapeWithLayout' },
  outfeedWithToken: { outfeed_shape: 'shapeWithLayout' },
  reduce: { dimensions: 'dimensionsToReduce' },
  transpose: { dimensions: 'permutation' },
};

/**
 * The text of a message.
 *
 * @param op - the function that JavaScript called
 * @param others - comes before the notation
 */
export function textOf(message: Message, notation: Notation, op: string, others?: PartWords): string {
  if (typeof message === 'string') return message;
  const words = wordsOf[notation];
  return message.map((piece) => (typeof piece === 'string' ? piece : (others?.(piece) ?? words(piece, op)))).join('');
}

const wordsOf: Readonly<Record<Notation, (part: MessagePart, op: string) => string>> = {
  xla: inXla,
  hlo: (part) => (part[0] === 'function' ? (part[2] ?? part[1]) : inXla(part)),
  javascript: inJavaScript,
};

function inXla([kind, text, name]: MessagePart): string {
  return Object.hasOwn(valueTexts, kind) && name !== undefined ? `${name}=${text}` : text;
}

function inJavaScript([kind, text, name]: MessagePart, op: string): string {
  const argument = (xla: string): string => argumentsOfAttributes[op]?.[xla] ?? camelCase(xla);
  switch (kind) {
    case 'argument':
      return argument(text);
    case 'number':
    case 'list':
    case 'record':
    case 'choice':
      return `${name === undefined ? '' : `${argument(name)}: `}${valueTexts[kind](text)}`;
    case 'function':
      return javaScriptName(text);
    case 'caller':
      return op;
    case 'advice':
      return text;
    case 'integer':
      return `${text}n`;
  }
}

const valueTexts: Readonly<Record<ValueKind, (text: string) => string>> = {
  number: (text) => text,
  // {{0,1},{2}} becomes [[0, 1], [2]].
  list: (text) => text.replaceAll(',', ', ').replaceAll('{', '[').replaceAll('}', ']'),
  // {tolerance={atol=1,ulps=2}} becomes { tolerance: { atol: 1, ulps: 2 } }.
  record: (text) => text.replaceAll('=', ': ').replaceAll(',', ', ').replaceAll('{', '{ ').replaceAll('}', ' }'),
  choice: (text) => `'${text}'`,
};

function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}
