// "Formal definition": T and TxV matched to the dimensions of MxNxPxQ, here 2x3x4x5.
import { broadcastExample } from '../support/broadcast-example.mjs';
import { main } from '../support/main.mjs';

/** The element of the 2x3x4x5 array that counts from 0. */
const element = (m, n, p, q) => 60 * m + 20 * n + 5 * p + q;

const sizes = { M: 2, N: 3, P: 4, Q: 5 };
const names = Object.keys(sizes);

const vectors = [3, 2, 1, 0].map((dimension) =>
  broadcastExample({
    id: `vector-dim-${dimension}`,
    title: `T on dimension ${dimension} of MxNxPxQ`,
    text: `T is ${names[dimension]}: the vector meets dimension ${dimension} and is repeated along all the others.`,
    lhs: 'f32[2,3,4,5]',
    rhs: `f32[${Object.values(sizes)[dimension]}]`,
    broadcastDimensions: [dimension],
    expected: (...index) => element(...index) + 1000 * (index[dimension] + 1),
  }),
);

const matrices = [
  [2, 3],
  [1, 2],
  [0, 3],
].map(([first, second]) => {
  const [t, v] = [first, second].map((dimension) => Object.values(sizes)[dimension]);
  return broadcastExample({
    id: `matrix-dims-${first}-${second}`,
    title: `TxV on dimensions ${first},${second} of MxNxPxQ`,
    text: `T is ${names[first]} and V is ${names[second]}; the matrix is repeated along the other two.`,
    lhs: 'f32[2,3,4,5]',
    rhs: `f32[${t},${v}]`,
    broadcastDimensions: [first, second],
    expected: (...index) => element(...index) + 1000 * (v * index[first] + index[second] + 1),
  });
});

// N and P have the same size here, so that nothing but the order or the number of the dimensions is wrong.
const illegal = [
  broadcastExample({
    id: 'crossed',
    title: 'Illegal: T matched to P, and V to N',
    text: 'broadcast_dimensions must be strictly increasing: a broadcast never transposes.',
    lhs: 'f32[2,3,3,5]',
    rhs: 'f32[3,3]',
    broadcastDimensions: [2, 1],
    rule: 'broadcast.c4',
  }),
  broadcastExample({
    id: 'twice',
    title: 'Illegal: V matched to both N and P',
    text: 'Each dimension of the lower-rank array meets exactly one dimension of the higher-rank one.',
    lhs: 'f32[2,3,3,5]',
    rhs: 'f32[2,3]',
    broadcastDimensions: [0, 1, 2],
    rule: 'broadcast.c7',
  }),
];

export const examples = [...vectors, ...matrices, ...illegal];

await main(import.meta.url, examples);
