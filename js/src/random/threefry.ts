/**
 * ThreeFry-2x32 with 20 rounds, the generator of jax.random: a function of a key of two words and a position, which
 * returns two random words (Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, SC 2011).
 *
 * The position of an element is its number in row-major order, and takes 64 bits, the upper word first. Arrays of 2^32
 * elements do not fit the memory of an engine, so that the upper word is always 0 here.
 *
 * Map applies the function to all positions: it takes its about hundred steps for a block of elements after the other,
 * which stay in the cache.
 */

import { internal } from '../base/internal.js';
import { XlaBuilder } from '../builder/xla-builder.js';
import type { XlaComputation } from '../builder/xla-computation.js';
import type { XlaOp } from '../builder/xla-op.js';

/** The distances of the rotations, of four rounds in turn. */
const rotations = [
  [13, 15, 26, 6],
  [17, 29, 16, 24],
] as const;

/** ThreeFry's constant, which makes the third word of a key. */
const parity = 0x1bd11bda;

/** The forms of the two words: `xor` joins them to one of 32 bits, `pair` to one of 64, the first word the upper half. */
export type WordForm = 'xor' | 'pair';

/** The computations of each instance of the core. */
const computations = new WeakMap<object, Map<WordForm, XlaComputation>>();

/**
 * The words of the first `count` positions, u32[count] or u64[count].
 *
 * @param key - u32[2]
 */
export function threefryWords(b: XlaBuilder, key: XlaOp, count: number, form: WordForm): XlaOp {
  return threefryAt(b, key, b.iota('U32', count), form);
}

/**
 * The words of some positions.
 *
 * @param positions - u32[n]
 */
export function threefryAt(b: XlaBuilder, key: XlaOp, positions: XlaOp, form: WordForm): XlaOp {
  const words = [0, 1].map((word) => b.reshape(b.slice(key, [word], [word + 1]), []));
  return b.map([positions], computationOf(b, form), [0], { staticOperands: words });
}

function computationOf(b: XlaBuilder, form: WordForm): XlaComputation {
  const { core } = b[internal]('random');
  let known = computations.get(core);
  if (known === undefined) computations.set(core, (known = new Map<WordForm, XlaComputation>()));
  let computation = known.get(form);
  if (computation === undefined) known.set(form, (computation = buildThreefry(form)));
  return computation;
}

/** (position, first word of the key, second word of the key) -> the two words in their form */
function buildThreefry(form: WordForm): XlaComputation {
  const b = new XlaBuilder(`threefry_${form}`);
  const word = (number: number, name: string): XlaOp => b.parameter(number, 'u32[]', name);
  const [position, first, second] = [word(0, 'position'), word(1, 'key0'), word(2, 'key1')] as const;
  const keys = [first, second, b.xor(b.xor(first, second), parity)] as const;
  // x0 begins with the upper word of the position, which is 0.
  let x0: XlaOp = first;
  let x1 = b.add(position, second);
  for (let group = 0; group < 5; group++) {
    for (const distance of rotations[group % 2] as (typeof rotations)[number]) {
      x0 = b.add(x0, x1);
      x1 = b.or(b.shiftLeft(x1, distance), b.shiftRightLogical(x1, 32 - distance));
      x1 = b.xor(x0, x1);
    }
    // After group 0 the words 1 and 2 of the key are added, after group 1 the words 2 and 0, and so on.
    x0 = b.add(x0, keys[(group + 1) % 3] as XlaOp);
    x1 = b.add(b.add(x1, keys[(group + 2) % 3] as XlaOp), group + 1);
  }
  const wide = (x: XlaOp): XlaOp => b.convertElementType(x, 'U64');
  const root = form === 'xor' ? b.xor(x0, x1) : b.or(b.shiftLeft(wide(x0), 32), wide(x1));
  const computation = b.build(root);
  b.dispose();
  return computation;
}
