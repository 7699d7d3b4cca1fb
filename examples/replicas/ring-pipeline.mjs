// A pipeline: each of four replicas has one stage of a computation, and hands what it has made to the next one by a
// collective-permute, in a While. So all stages are at work at a time, each on another micro-batch:
//
//     round      0  1  2  3  4  5  6  7  8
//     replica 0  a  b  c  d  e  f
//     replica 1     a  b  c  d  e  f
//     replica 2        a  b  c  d  e  f
//     replica 3           a  b  c  d  e  f
import { Client, f32, s32, tuple, XlaBuilder } from 'hloom';

const [stages, batches, width] = [4, 6, 4];
const rounds = batches + stages - 1;
const state = tuple(s32(), f32(width), f32(batches, width), f32(width, width), f32(batches, width));

const client = await Client.create();
const weights = Array.from({ length: stages }, (_, stage) => matrix(stage));
const inputs = Array.from({ length: batches }, (_, batch) => [batch + 1, batch, -1, 1]);
report(await runPipeline());
client.dispose();

/** The weights of a stage: each moves the elements by one place and mixes a little. */
function matrix(stage) {
  return Array.from({ length: width }, (_, i) =>
    Array.from({ length: width }, (_, j) => (j === (i + 1) % width ? 1 : 0) + ((i + stage) % 3 === j ? 1 : 0)),
  );
}

/** (round, what came out last, results, weights, inputs) -> whether there is another round */
function condition() {
  const b = new XlaBuilder('condition');
  return b.build(b.lt(b.getTupleElement(b.parameter(0, state, 'state'), 0), rounds));
}

/** One round of one replica. */
function body() {
  const b = new XlaBuilder('body');
  const all = b.parameter(0, state, 'state');
  const [round, carried, results, w, x] = [0, 1, 2, 3, 4].map((i) => b.getTupleElement(all, i));
  const arrived = b.collectivePermute(carried, [[0, 1], [1, 2], [2, 3]]); // prettier-ignore
  // The first replica takes the next micro-batch; no device sends to it, so it would get zeros.
  const next = b.dynamicSlice(x, [b.min(round, batches - 1), b.constant(0, 'S32')], [1, width]);
  const isFirst = b.broadcast(b.eq(b.convertElementType(b.replicaId(), 'S32'), 0), [width]);
  const input = b.select(isFirst, b.reshape(next, [width]), arrived);
  const output = b.max(b.dot(input, w), 0);
  // The output of the last replica in a round belongs to the micro-batch that began three rounds before.
  const place = b.max(b.sub(round, stages - 1), 0);
  const written = b.dynamicUpdateSlice(results, b.reshape(output, [1, width]), [place, b.constant(0, 'S32')]);
  return b.build(b.tuple([b.add(round, 1), output, written, w, x]));
}

/** The results that the last replica has. */
async function runPipeline() {
  const b = new XlaBuilder('pipeline');
  const w = b.parameter(0, f32(width, width), 'w');
  const x = b.parameter(1, f32(batches, width), 'x');
  const init = b.tuple([b.constant(0, 'S32'), b.zeros(f32(width)), b.zeros(f32(batches, width)), w, x]);
  const last = b.getTupleElement(b.while(condition(), body(), init), 2);
  const executable = await client.compile(b.build(last), { replicas: stages });
  const results = await executable.runReplicated(weights.map((own) => [own, inputs]));
  return results[stages - 1].toArray();
}

/** All stages, one after the other. */
function expectedOf(input) {
  return weights.reduce(
    (value, w) =>
      w[0].map((_, j) =>
        Math.max(
          0,
          value.reduce((sum, element, i) => sum + element * w[i][j], 0),
        ),
      ),
    input,
  );
}

function report(results) {
  console.log('micro-batch       through the pipeline   stage after stage');
  let equal = true;
  for (const [batch, result] of results.entries()) {
    const expected = expectedOf(inputs[batch]);
    equal &&= result.every((value, i) => value === expected[i]);
    const cells = [inputs[batch], result, expected].map((row) =>
      row.map((value) => String(value).padStart(5)).join(''),
    );
    console.log(`${'abcdef'[batch]} ${cells[0].slice(1)}  ${cells[1]}  ${cells[2]}`);
  }
  console.log(
    `\n${batches} micro-batches through ${stages} stages took ${rounds} rounds, and the results are ${equal ? 'equal' : 'NOT equal'}.`,
  );
  if (!equal) throw new Error('the pipeline does not give what its stages give');
}
