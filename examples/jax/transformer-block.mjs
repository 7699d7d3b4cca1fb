// A block of a transformer from JAX, transformer_block.mlir: layer norm, causal attention with two heads, and an MLP. It
// is checked against plain JavaScript, and against the mask: no token sees the tokens after it.
import { readFileSync } from 'node:fs';
import { defaultClient } from 'hloom';
import { add, column, compare, generator, matmul, matrix, sum, transpose } from './plain.mjs';

const [tokens, width, heads, size, units] = [8, 16, 2, 8, 32];

const client = await defaultClient();
const block = await client.compile(readFileSync(new URL('transformer_block.mlir', import.meta.url), 'utf8'));

const random = generator(2);
const weights = (rows, columns) => matrix(rows, columns, () => random() / Math.sqrt(rows));
const vector = (length, middle) => Array.from({ length }, () => middle + random() / 10);
const norm = () => ({ bias: vector(width, 0), scale: vector(width, 1) });
/** The parameters; those of the attention as matrices that have all heads side by side. */
const params = {
  attention: Object.fromEntries(['k', 'o', 'q', 'v'].map((name) => [name, weights(width, width)])),
  mlp: { b1: vector(units, 0), b2: vector(width, 0), w1: weights(width, units), w2: weights(units, width) },
  norm1: norm(),
  norm2: norm(),
};
const x = matrix(tokens, width, random);

// JAX passes the leaves of the tree in the order of their names. k, q and v are [16,2,8], o is [2,8,16].
const { k, o, q, v } = params.attention;
const byHead = (rows) => rows.map((row) => matrix(heads, size, (h, i) => row[h * size + i]));
const leaves = [byHead(k), [o.slice(0, size), o.slice(size)], byHead(q), byHead(v)].concat(
  [params.mlp, params.norm1, params.norm2].flatMap(Object.values),
);
const run = async (input) => (await block.run(...leaves, input)).toArray();

const result = await run(x);
const difference = compare(result, plainBlock(params, x));
console.log(`the block differs from plain JavaScript by ${difference.toExponential(0)} at most`);

const changed = x.map((row, n) => (n === 5 ? row.map((number) => number + 1) : row));
const moved = await run(changed);
const seen = result.map((row, n) => (row.every((number, i) => number === moved[n][i]) ? '.' : 'x')).join(' ');
console.log(`token 5 of 0 to 7 is changed; results that move are x: ${seen}`);
if (seen !== '. . . . . x x x') throw new Error('the mask does not hide later tokens');

/** The block in double precision. */
function plainBlock({ attention, mlp, norm1, norm2 }, x) {
  const after = add(x, plainAttention(attention, layerNorm(norm1, x)));
  const hidden = matmul(layerNorm(norm2, after), mlp.w1).map((row) => row.map((number, j) => gelu(number + mlp.b1[j])));
  const out = matmul(hidden, mlp.w2).map((row) => row.map((number, j) => number + mlp.b2[j]));
  return add(after, out);
}

function layerNorm({ bias, scale }, rows) {
  return rows.map((row) => {
    const mean = sum(row) / row.length;
    const deviation = Math.sqrt(sum(row.map((number) => (number - mean) ** 2)) / row.length + 1e-5);
    return row.map((number, j) => ((number - mean) / deviation) * scale[j] + bias[j]);
  });
}

function plainAttention({ k, o, q, v }, x) {
  const [queries, keys, values] = [q, k, v].map((weights) => matmul(x, weights));
  const together = x.map(() => []);
  for (let h = 0; h < heads; h++) {
    const ofHead = (rows) => rows.map((row) => row.slice(h * size, (h + 1) * size));
    const scores = matmul(ofHead(queries), transpose(ofHead(keys)));
    for (const [n, row] of scores.entries()) {
      const powers = row.slice(0, n + 1).map((score) => Math.exp(score / Math.sqrt(size)));
      const chances = powers.map((power) => power / sum(powers));
      const seen = ofHead(values).slice(0, n + 1);
      for (let i = 0; i < size; i++) together[n].push(sum(column(seen, i).map((value, m) => value * chances[m])));
    }
  }
  return matmul(together, o);
}

function gelu(number) {
  return (number / 2) * (1 + erf(number * Math.SQRT1_2));
}

/** The error function by its Taylor series, whose terms fall fast for the small numbers here. */
function erf(number) {
  let term = number;
  let total = number;
  for (let n = 1; Math.abs(term) > 1e-17; n++) {
    term *= -(number ** 2) / n;
    total += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}
