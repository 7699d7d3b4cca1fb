/** `hloom explain`: why two shapes broadcast, or do not. */

import { explainBroadcast, HloomError, init, Shape, type Explanation } from '../index.node.js';
import { sharedOptions, type Command } from './command.js';
import { asFailure, exitCodes, usageFailure } from './failure.js';
import { optionOf } from './options.js';

export const explain: Command = {
  name: 'explain',
  summary: 'explain how two shapes broadcast',
  usage: "'f32[2,3] + f32[3] {1}' [--json]",
  operands: { name: "two shapes, as in 'f32[2,3] + f32[3] {1}'", min: 1, max: 16 },
  options: [sharedOptions.json],
  details: [
    'Between the shapes stands any binary operation: all of them broadcast alike. In braces at the end are the\nbroadcast_dimensions: for each dimension of the shape of lower rank, which dimension of the other it is matched to.',
    'A broadcast that is not legal ends the command with exit code 1.',
  ],
  examples: [["hloom explain 'f32[2,3] + f32[3] {1}'", 'a vector along the rows of a matrix']],
  async run(given, io) {
    const { lhs, rhs, dimensions } = parse(given.operands.join(' '));
    await init();
    const explanation = explainBroadcast(lhs, rhs, dimensions);
    io.print(optionOf(given, 'json') === undefined ? explanation.text : JSON.stringify(asJson(explanation)));
    return explanation.ok ? exitCodes.ok : exitCodes.program;
  },
};

const shapeText = String.raw`[a-z]\w*\s*\[[^\]]*\](?:\{[^}]*\})?`;
const pattern = new RegExp(
  String.raw`^\s*(${shapeText})\s*([^\s\w[\]{}]+|[a-z-]+|)\s*(${shapeText})\s*(?:(?:,?\s*(?:broadcast_)?dimensions\s*=\s*)?\{([0-9,\s-]*)\})?\s*$`,
);

function parse(text: string): { lhs: Shape; rhs: Shape; dimensions: number[] } {
  const [, lhs = '', , rhs = '', dimensions] = pattern.exec(text) ?? [];
  if (lhs === '') {
    throw usageFailure(
      `${JSON.stringify(text)} is not two shapes with an operation between them`,
      "write it like this, in quotes: hloom explain 'f32[2,3] + f32[3] {1}'",
    );
  }
  const left = shapeOf(lhs);
  if (dimensions !== undefined) return { lhs: left, rhs: shapeOf(rhs), dimensions: numbers(dimensions) };
  // Braces right after the second shape are its layout only if they can be.
  try {
    return { lhs: left, rhs: Shape.parse(rhs), dimensions: [] };
  } catch (thrown) {
    const [, bare, braces] = /^(.*)\{([^}]*)\}$/.exec(rhs) ?? [];
    if (bare === undefined || !(thrown instanceof HloomError)) throw asFailure(exitCodes.usage, thrown, rhs);
    return { lhs: left, rhs: shapeOf(bare), dimensions: numbers(braces ?? '') };
  }
}

function shapeOf(text: string): Shape {
  try {
    return Shape.parse(text);
  } catch (thrown) {
    throw asFailure(exitCodes.usage, thrown, text);
  }
}

function numbers(text: string): number[] {
  const words = text.trim() === '' ? [] : text.split(',');
  return words.map((word) => {
    if (/^\s*-?[0-9]+\s*$/.test(word)) return Number(word);
    throw usageFailure(`{${text}} is no list of dimension numbers`, 'write {1}, or {0,2}');
  });
}

/** Shapes as text. */
function asJson({ lhs, rhs, result, error, ...rest }: Explanation): object {
  const { code, rule, help, message } = error ?? {};
  return {
    ...rest,
    lhs: lhs.toString(),
    rhs: rhs.toString(),
    ...(result === undefined ? {} : { result: result.toString() }),
    ...(error === undefined ? {} : { error: { code, rule, help, message } }),
  };
}
