// Softmax regression learns from which of three clouds a point is. A cloud's score is a weighed sum of 1, x and y.
import { Client, f32, s32, XlaBuilder } from 'hloom';

const client = await Client.create();
const clouds = Array.from({ length: 300 }, (_, i) => i % 3);
const points = clouds.map((c, i) => [1, [-2, 2, 0][c] + 2 * Math.sin(i * i), [-1, -1, 2][c] + 2 * Math.sin(i ** 3)]);
const b = new XlaBuilder('step');
const [weights, x, y] = [f32(3, 3), f32(300, 3), s32(300)].map((shape, i) => b.parameter(i, shape, 'wxy'[i]));
const [chances, truth] = [b.softmax(b.dot(x, weights), [1]), b.oneHot(y, 3)];
const loss = b.neg(b.mean(b.log(b.sum(b.mul(chances, truth), [1]))));
const accuracy = b.mean(b.convertElementType(b.eq(b.argMax(chances, 1), y), 'F32'));
const gradient = b.dot(b.transpose(x, [1, 0]), b.div(b.sub(chances, truth), 300));
const step = await client.compile(b.build(b.tuple([b.sub(weights, gradient), loss, accuracy])));
let learned = Array(3).fill([0, 0, 0]);
for (let n = 0; n <= 100; n++) {
  const [next, error, right] = (await step.run(learned, points, clouds)).elements;
  if (n % 20 === 0) console.log(`step ${n}: loss ${error.item().toFixed(4)}, accuracy ${right.item().toFixed(2)}`);
  learned = next;
}
console.log(`weights of 1, x and y in the scores of the clouds: ${learned}`);
