// Softmax regression learns from which of three clouds a point is. A cloud's score is a weighed sum of 1, x and y.
import { jit, nn, np } from 'hloom';

const step = jit((weights, x, y) => {
  const [chances, truth] = [nn.softmax(np.matmul(x, weights)), nn.oneHot(y, 3)];
  const loss = chances.mul(truth).sum(-1).log().mean().neg();
  const accuracy = np.mean(np.astype(chances.argMax(-1).eq(y), 'F32'));
  const gradient = np.matmul(np.transpose(x), chances.sub(truth)).div(np.size(y));
  return { next: weights.sub(gradient), loss, accuracy };
});
const clouds = Int32Array.from({ length: 300 }, (_, i) => i % 3);
const [xs, ys] = [[-2, 2, 0], [-1, -1, 2]]; // prettier-ignore
const points = Array.from(clouds, (c, i) => [1, xs[c] + 2 * Math.sin(i * i), ys[c] + 2 * Math.sin(i ** 3)]);
let weights = Array(3).fill([0, 0, 0]);
for (let n = 0; n <= 100; n++) {
  const { next, loss, accuracy } = await step(weights, points, clouds);
  if (n % 20 === 0) console.log(`step ${n}: loss ${loss.item().toFixed(4)}, accuracy ${accuracy.item().toFixed(2)}`);
  weights = next;
}
console.log(`weights of 1, x and y in the scores of the clouds: ${weights}`);
