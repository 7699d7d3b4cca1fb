// A pipeline: each of four replicas has one stage of a computation, and hands what it has made to the next one by a
// collective-permute, in a While. So all stages are at work at a time, each on another micro-batch:
//
//     round      0  1  2  3  4  5  6  7  8
//     replica 0  a  b  c  d  e  f
//     replica 1     a  b  c  d  e  f
//     replica 2        a  b  c  d  e  f
//     replica 3           a  b  c  d  e  f
import { Client, f32, foriLoop, jit, nn, np } from 'hloom';

const [stages, batches, width] = [4, 6, 4];
const rounds = batches + stages - 1;

/** (the weights of a stage, all micro-batches) -> what the stage has made of each, on each replica. */
const pipeline = jit((w, x) => {
  const isFirst = w.builder.replicaId().eq(0);
  const round = (number, { output, results }) => {
    const arrived = output.collectivePermute([[0, 1], [1, 2], [2, 3]]); // prettier-ignore
    // The first replica takes the next micro-batch; no device sends to it, so it would get zeros.
    const next = np.take(x, np.minimum(number, batches - 1), 0);
    const made = nn.relu(np.matmul(np.where(isFirst, next, arrived), w));
    // The output of the last replica in a round belongs to the micro-batch that began three rounds before.
    const place = np.maximum(number.sub(stages - 1), 0);
    return { output: made, results: results.dynamicUpdateSlice(np.expandDims(made, 0), [place, 0]) };
  };
  return foriLoop(0, rounds, round, { output: np.zeros(width), results: np.zeros([batches, width]) }).results;
});

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

/** The results that the last replica has. */
async function runPipeline() {
  const { computation } = await pipeline.lower(f32(width, width), f32(batches, width));
  const executable = await client.compile(computation, { replicas: stages });
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
