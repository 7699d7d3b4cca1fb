// A small convolutional network, forward: it reads digits that are drawn in 12 x 8 dots. Its weights are not learned
// but designed, so that each number has a meaning. examples/cpp/convolutional_network.cc is the same in C++.
import { jit, nn, np } from 'hloom';

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

/**
 * Pictures [n,12,8] -> the maps of strokes that go across and down [n,12,8], the strokes [n,7], and the chances of the
 * digits [n,10].
 */
const network = jit((pictures) => {
  // The kernels are drawn above as output, input, rows and columns; the features come last.
  const kernels = np.transpose(np.array(strokeKernels), [2, 3, 1, 0]);
  const found = nn.conv(np.expandDims(pictures, -1), kernels);

  // A stroke has at least two dots: 3 becomes 2, 2 becomes 1, and all other counts become 0.
  const [across, down] = np.split(nn.relu(found.sub(1)), 2, -1);

  // Pooling keeps the most certain stroke of each part of a picture: horizontal ones of each third, vertical ones of
  // each quarter.
  const thirds = nn.maxPool(across, [4, 8], { strides: [4, 8] });
  const quarters = nn.maxPool(down, [6, 4], { strides: [6, 4] });
  const strokes = np.concatenate([thirds.reshape([-1, 3]), quarters.reshape([-1, 4])], 1).div(2);

  // A stroke that a digit has counts for it, one that it has not against it. The score of a digit is then -2 times the
  // number of strokes that are missing or too many.
  const digits = np.array(strokesOfDigits);
  const weights = digits.mul(4).sub(2);
  const scores = np.subtract(np.matmul(strokes, np.transpose(weights)), digits.sum(1).mul(2));
  const maps = [across, down].map((map) => np.squeeze(map, -1));
  return { maps, strokes, chances: nn.softmax(scores) };
});

const pictures = [0, 1, 2].map((picture) => {
  const rows = drawn.trim().split('\n');
  return rows.map((row) => [...row.trim().split(/ +/)[picture]].map((dot) => (dot === '#' ? 1 : 0)));
});
const results = await network(pictures);
const maps = results.maps.map((map) => map.toArray());
const [strokes, chances] = [results.strokes.toArray(), results.chances.toArray()];

console.log(pictures.map(() => 'picture   across    down').join('        '));
for (let y = 0; y < 12; y++) {
  const drawings = pictures.map((picture, i) => {
    const row = [dots(picture[y], '.#'), ...maps.map((map) => dots(map[i][y], '.+#'))];
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
