/** `hloom explain`: explains the broadcast of two shapes, and the origin of an element of a program. */

import { explainBroadcast, HloomError, init, Shape, type Explanation } from '../index.node.js';
import { sharedOptions, type Command, type Given } from './command.js';
import { explainProgram, onSeveral } from './explain-program.js';
import { asFailure, exitCodes, usageFailure } from './failure.js';
import { optionOf } from './options.js';

export const explain: Command = {
  name: 'explain',
  summary: 'explain how two shapes broadcast, or where an element comes from',
  usage: "'f32[2,3] + f32[3] {1}' [--json], or FILE --at 'NAME[INDEX]' [--arg VALUE]... [--reach]",
  operands: { name: "two shapes, as in 'f32[2,3] + f32[3] {1}', or a program and --at", min: 1, max: 16 },
  options: [
    {
      name: 'at',
      value: 'ELEMENT',
      doc: "the element of the program FILE to explain: 'add.3[1,2]'; in a part of a tuple, 'sort.5{1}[0]'",
    },
    { name: 'reach', doc: 'tell what the element reaches, instead of where it comes from' },
    { name: 'round', value: 'N', doc: 'which time around the innermost loop is meant, from 0; the first if not given' },
    sharedOptions.arg,
    sharedOptions.seed,
    sharedOptions.json,
    sharedOptions.customCalls,
    sharedOptions.limit,
    sharedOptions.limitMs,
    sharedOptions.from,
    sharedOptions.mixedPrecision,
    sharedOptions.elidedConstants,
    sharedOptions.argumentShapes,
  ],
  withoutOptions: Object.fromEntries(
    ['replicas', 'partitions', 'arg-each', 'comm-trace', 'wait-ms'].map((name) => [
      name,
      `an element is explained on one device: ${onSeveral}`,
    ]),
  ),
  details: [
    'Between the shapes stands any binary operation: all of them broadcast alike. In braces at the end are the\nbroadcast_dimensions: for each dimension of the shape of lower rank, which dimension of the other it is matched to.',
    'For an illegal broadcast, the exit code is 1.',
    'With --at, the program runs up to the element, with arguments as for hloom run, on one device.',
  ],
  examples: [
    ["hloom explain 'f32[2,3] + f32[3] {1}'", 'a vector along the rows of a matrix'],
    ["hloom explain add.hlo --at 'add.3[1,2]' --seed 1", 'the origin of an element of a program'],
  ],
  async run(given, io) {
    if (optionOf(given, 'at') !== undefined) return explainProgram(given, io);
    checkNoProgram(given);
    const { lhs, rhs, dimensions } = parse(given.operands.join(' '));
    await init();
    const explanation = explainBroadcast(lhs, rhs, dimensions);
    io.print(optionOf(given, 'json') === undefined ? explanation.text : JSON.stringify(asJson(explanation)));
    return explanation.ok ? exitCodes.ok : exitCodes.program;
  },
};

/** Refuses options that only programs have. */
function checkNoProgram({ options }: Given): void {
  for (const name of options.keys()) {
    if (name === 'json') continue;
    throw usageFailure(`--${name} is about a program, and two shapes are to be explained`, "add --at 'NAME[INDEX]'");
  }
}

// A tuple or a buffer is read up to its last bracket, so that the error describes it.
const shapeText = String.raw`(?:[a-z]\w*\s*\[[^\]]*\](?:\{[^}]*\})?|b?\(.*\))`;
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
    throw usageFailure(`{${text}} is not a list of dimension numbers`, 'write {1}, or {0,2}');
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
