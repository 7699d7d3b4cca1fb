// A small convolutional network, forward: it reads digits that are drawn in 12 x 8 dots. Its weights are not learned
// but designed, so that each number has a meaning. examples/cpp/convolutional_network.cc is the same in C++.
import { Client, f32, XlaBuilder } from 'hloom';

// Three pictures, side by side. The last might be a 5 or a 6.
const drawn = `
  ........  ........  .......#
  .#....#.  ..####..  ..#####.
  .#....#.  .#....#.  .#......
  .#....#.  ......#.  .#......
  .#....#.  ......#.  .#......
  .######.  .....#..  .#####..
  ......#.  ..###...  ......#.
  ......#.  .#......  .#....#.
  ...#..#.  .#......  .#....#.
  ......#.  .#....#.  ......#.
  ......#.  .######.  .#####..
  ........  ........  ........`;

// Layer 1, a convolution: two kernels, each of which finds the middle of a stroke in one direction. A dot on the
// stroke counts for it, a dot next to it against it; three in a row give 3.
const strokeKernels = [
  [[[-1, -1, -1], [1, 1, 1], [-1, -1, -1]]],
  [[[-1, 1, -1], [-1, 1, -1], [-1, 1, -1]]],
]; // prettier-ignore

// Layer 2, a dense one: digits are made of seven strokes, as on a pocket calculator, and these are the strokes of each.
const strokeNames = ['top', 'middle', 'bottom', 'upper left', 'upper right', 'lower left', 'lower right'];
const strokesOfDigits = [
  [1, 0, 1, 1, 1, 1, 1],
  [0, 0, 0, 0, 1, 0, 1],
  [1, 1, 1, 0, 1, 1, 0],
  [1, 1, 1, 0, 1, 0, 1],
  [0, 1, 0, 1, 1, 0, 1],
  [1, 1, 1, 1, 0, 0, 1],
  [1, 1, 1, 1, 0, 1, 1],
  [1, 0, 0, 0, 1, 0, 1],
  [1, 1, 1, 1, 1, 1, 1],
  [1, 1, 1, 1, 1, 0, 1],
];

/** (f32[], f32[]) -> f32[]: the greater of two numbers. */
function greater() {
  const b = new XlaBuilder('greater');
  return b.build(b.max(b.parameter(0, f32(), 'x'), b.parameter(1, f32(), 'y')));
}

/** f32[n,1,12,8] -> the maps of strokes f32[n,2,12,8], the strokes f32[n,7], and the chances of the digits f32[n,10]. */
function network(n) {
  const b = new XlaBuilder('network');
  const pictures = b.parameter(0, f32(n, 1, 12, 8), 'pictures');

  // A stroke has at least two dots: 3 becomes 2, 2 becomes 1, and all other counts become 0.
  const found = b.conv(pictures, b.constant(strokeKernels), [1, 1], 'SAME');
  const maps = b.max(b.sub(found, 1), 0);

  // Pooling keeps the most certain stroke of each part of a picture: horizontal ones of each third, vertical ones of
  // each quarter.
  const across = b.sliceInDim(maps, 0, 1, 1, 1);
  const down = b.sliceInDim(maps, 1, 2, 1, 1);
  const thirds = b.reduceWindow(across, 0, greater(), [1, 1, 4, 8], [1, 1, 4, 8], 'VALID');
  const quarters = b.reduceWindow(down, 0, greater(), [1, 1, 6, 4], [1, 1, 6, 4], 'VALID');
  const strokes = b.div(b.concatInDim([b.reshape(thirds, [n, 3]), b.reshape(quarters, [n, 4])], 1), 2);

  // A stroke that a digit has counts for it, one that it has not against it. The score of a digit is then -2 times the
  // number of strokes that are missing or too many.
  const weights = b.mul(b.sub(b.mul(b.constant(strokesOfDigits), 2), 1), 2);
  const bias = b.mul(b.sum(b.constant(strokesOfDigits), [1]), -2);
  const scores = b.add(b.dot(strokes, b.transpose(weights, [1, 0])), bias, { broadcastDimensions: [1] });
  return b.build(b.tuple([maps, strokes, b.softmax(scores, [1])]));
}

const pictures = [0, 1, 2].map((picture) => {
  const rows = drawn.trim().split('\n');
  return [rows.map((row) => [...row.trim().split(/ +/)[picture]].map((dot) => (dot === '#' ? 1 : 0)))];
});
const client = await Client.create();
const executable = await client.compile(network(pictures.length));
const [maps, strokes, chances] = (await executable.run(pictures)).elements.map((value) => value.toArray());
client.dispose();

console.log(pictures.map(() => 'picture   across    down').join('        '));
for (let y = 0; y < 12; y++) {
  const drawings = pictures.map(([picture], i) => {
    const row = [dots(picture[y], '.#'), ...maps[i].map((map) => dots(map[y], '.+#'))];
    return row.join('  ');
  });
  console.log(drawings.join('    '));
}
console.log();
for (const i of pictures.keys()) {
  console.log(`picture ${i + 1}: ${strokesText(strokes[i])}`);
  console.log(`  ${chancesText(chances[i])}`);
}

/** A row of small numbers, each as its character. */
function dots(row, characters) {
  return row.map((value) => characters[value]).join('');
}

/** The strokes that were found; behind one that was not certain, how certain it was. */
function strokesText(values) {
  const texts = strokeNames.map((name, i) => (values[i] === 1 ? name : `${name} (${values[i]})`));
  return texts.filter((_, i) => values[i] > 0).join(', ');
}

/** The digits that have a chance of at least one per cent, the most likely first. */
function chancesText(values) {
  const digits = [...values.keys()].filter((digit) => values[digit] >= 0.01);
  const texts = digits.sort((a, b) => values[b] - values[a]).map((d) => `${d} ${(100 * values[d]).toFixed(0)}%`);
  return `it is ${texts.join(', ')}`;
}
