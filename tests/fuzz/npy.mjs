// The fuzzer of .npy and .npz: node npy.mjs RUNS. Damages files that were written, at random but the same every time,
// and checks that each reads as an array that survives being written, or is refused with an error that has a rule.
import { HloomError, Literal, Shape, readNpy, readNpz, writeNpy, writeNpz } from 'hloom';

const runs = Number(process.argv[2]);
const NPZ_EVERY = 16; // archives are slower

/** Numbers in 0..bound-1, the same everywhere. */
let state = 1;
function below(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

const types = [
  'PRED',
  'S8',
  'S16',
  'S32',
  'S64',
  'U8',
  'U16',
  'U32',
  'U64',
  'F16',
  'F32',
  'F64',
  'C64',
  'C128',
  'BF16',
];
const shapes = ['[]', '[0]', '[1]', '[3]', '[2,3]', '[2,3]{0,1}', '[1,2,2]'];
const seeds = types.flatMap((type) =>
  shapes.map((sizes) => {
    const shape = Shape.parse(`${type.toLowerCase()}${sizes}`);
    return writeNpy(Literal.from(nested(shape.dimensions, type), type));
  }),
);

function nested([size, ...rest], type) {
  if (size === undefined) {
    if (type === 'PRED') return below(2) === 1;
    if (type.startsWith('C')) return { re: below(9), im: below(9) };
    return type.endsWith('64') && !type.startsWith('F') ? BigInt(below(9)) : below(9);
  }
  return Array.from({ length: size }, () => nested(rest, type));
}

/** Texts that headers are made of, and numbers that are trouble in them. */
const words = ["'descr'", "'<f4'", "'>i8'", "'|V2'", "'fortran_order'", 'True', 'False', "'shape'", '(', ')', '{', '}', ',',
  '9223372036854775807', '-1', '1e9', '99999999999999999999', '\\x00', '[', "'", '\0', '\x93NUMPY', '#']; // prettier-ignore

function damaged(bytes) {
  let out = bytes;
  for (let times = 1 + below(3) * below(2); times > 0; times--) out = damageOnce(out);
  return out;
}

function damageOnce(bytes) {
  const at = below(bytes.length + 1);
  const splice = (removed, added) =>
    Uint8Array.from([...bytes.subarray(0, at), ...added, ...bytes.subarray(Math.min(at + removed, bytes.length))]);
  switch (below(5)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return splice(1, [below(256)]);
    case 2:
      return splice(below(8), []);
    case 3:
      return splice(0, [...new TextEncoder().encode(words[below(words.length)])]);
    default: {
      const word = new TextEncoder().encode(words[below(words.length)]);
      return splice(word.length, word);
    }
  }
}

function fail(what, bytes, error) {
  console.error(`${what}: ${Buffer.from(bytes).toString('hex')}`);
  console.error(error);
  process.exit(1);
}

function checkError(error, bytes) {
  if (!(error instanceof HloomError) || !error.rule) fail('not an error of hloom', bytes, error);
}

/** Bit by bit: NaNs are values too. */
const same = (a, b) => a.shape.equals(b.shape) && Buffer.compare(a.bytes(), b.bytes()) === 0;

let read = 0;
for (let i = 0; i < runs; i++) {
  const seed = seeds[below(seeds.length)];
  if (i % NPZ_EVERY === 0) {
    const archive = damaged(await writeNpz({ a: readNpy(seed), b: readNpy(seeds[0]) }));
    try {
      await readNpz(archive);
    } catch (error) {
      checkError(error, archive);
    }
    continue;
  }
  const bytes = damaged(seed);
  let literal;
  try {
    literal = readNpy(bytes);
  } catch (error) {
    checkError(error, bytes);
    continue;
  }
  read++;
  try {
    if (!same(readNpy(writeNpy(literal)), literal))
      fail('written and read it is another array', bytes, literal.toString());
  } catch (error) {
    fail('what was read cannot be written', bytes, error);
  }
}
console.log(`${runs} inputs, of which ${read} are arrays`);
