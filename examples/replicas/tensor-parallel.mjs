// A tensor-parallel block: two layers of weights that no device has whole. Four partitions have two rows of the input
// each, eight columns of the first weights, and eight rows of the second ones.
//
//     x [2,16]  --all-gather-->  [8,16]  --w1 [16,8]-->  [8,8]  --w2 [8,16]-->  [8,16]  --reduce-scatter-->  [2,16]
import { Client, f32, jit, nn, np } from 'hloom';

const [rows, width, hidden, partitions] = [8, 16, 32, 4];

const layers = jit((x, w1, w2) => np.matmul(nn.relu(np.matmul(x, w1)), w2));

/** The same on the parts of one device, which meets the others before and after. */
const block = jit((x, w1, w2) => {
  // The ids are those of devices: a replica of the block would have a group of its own.
  const group = { replicaGroups: [[0, 1, 2, 3]], channelId: 1, useGlobalDeviceIds: true };
  const gathered = x.allGather(0, partitions, group);
  return layers(gathered, w1, w2).reduceScatter('add', 0, partitions, { ...group, channelId: 2 });
});

const client = await Client.create();
const whole = { x: integers(rows, width, 3), w1: integers(width, hidden, 5), w2: integers(hidden, width, 7) };
const plain = await layers(whole.x, whole.w1, whole.w2);
const results = await runInParts();
report();
client.dispose();

/** Small integers, whose sums are exact in any order. */
function integers(height, width, seed) {
  return Array.from({ length: height }, (_, i) =>
    Array.from({ length: width }, (_, j) => ((i * 31 + j * 17 + seed * (i ^ j)) % 5) - 2),
  );
}

/** The arguments and the result of each partition. */
async function runInParts() {
  const shapes = [f32(rows / partitions, width), f32(width, hidden / partitions), f32(hidden / partitions, width)];
  const { computation } = await block.lower(...shapes);
  const executable = await client.compile(computation, { partitions });
  const part = (all, device) => {
    const size = all.length / partitions;
    return all.slice(device * size, (device + 1) * size);
  };
  const lists = Array.from({ length: partitions }, (_, device) => [
    part(whole.x, device),
    whole.w1.map((row) => part(row, device)),
    part(whole.w2, device),
  ]);
  return executable.runReplicated(lists);
}

function report() {
  const short = (row) =>
    `${row
      .slice(0, 7)
      .map((value) => String(value).padStart(5))
      .join('')} ...`;
  console.log('row  on one device                            on four partitions');
  let equal = true;
  for (const [device, result] of results.entries()) {
    for (const [i, row] of result.toArray().entries()) {
      const number = (device * rows) / partitions + i;
      const expected = plain.toArray()[number];
      equal &&= row.every((value, j) => value === expected[j]);
      console.log(`${String(number).padStart(3)} ${short(expected)}  ${short(row)}  of partition ${device}`);
    }
  }
  console.log(`\nAll ${rows * width} elements are ${equal ? 'equal' : 'NOT equal'}.`);
  if (!equal) throw new Error('the parts do not give what the whole gives');
}
