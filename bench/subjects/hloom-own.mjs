// Workloads that are more than one program: ways to run, arguments on their way, programs that are built and read, training.
import { canKeep, keepsNothing, toDevice } from './hloom-values.mjs';
import { training } from './hloom-training.mjs';
import { constantText } from '../workloads/building.mjs';

/** A program of two parameters of F32[8], on its own client. */
async function awaited({ hloom, create, inputs }, options) {
  const client = await create(options);
  const b = new hloom.XlaBuilder('call');
  const executable = await client.compile(
    b.build(b.add(b.parameter(0, hloom.f32(8), 'a'), b.parameter(1, hloom.f32(8), 'b'))),
  );
  const run = async () => (await executable.run(inputs.a, inputs.b)).data;
  return { run, read: run };
}

/** The builder calls of `building`, each repeated with its last result. */
const repeated = {
  neg: (b, x) => b.neg(x),
  add: (b, y, x) => b.add(y, x),
  addRow: (b, y, _, v) => b.add(y, v, { broadcastDimensions: [1] }),
  // The shape is another one each time, and the first again at the end.
  reshape: (b, y, _x, _v, i) => b.reshape(y, i % 2 === 0 ? [3, 2] : [2, 3]),
};

export const ownWorkloads = {
  mlpTrain: training,
  callAsync: (given) => awaited(given, given.browser ? { worker: false } : {}),
  callWorker: (given) => awaited(given, { worker: true }),

  async arrival({ hloom, create, workload, inputs, browser, place }) {
    const { worker, threads = 1 } = workload.attributes;
    const client = await create({ worker, threads });
    if (client.platform.threads < threads) return { refused: `one thread: ${client.platform.reason}` };
    if (place === 'engine' && !canKeep(client)) return keepsNothing;
    const [count] = workload.parameters[0].shape;
    const b = new hloom.XlaBuilder('arrival');
    const executable = await client.compile(
      b.build(b.slice(b.parameter(0, hloom.f32(count), 'x'), [count - 1], [count])),
    );
    const memory = new WebAssembly.Memory({ initial: (4 * count) / 65_536 });
    const target = new Float32Array(memory.buffer);
    const inline = !worker && !browser;
    const [x] = place === 'engine' ? await toDevice({ hloom, client, workload, inputs }) : [inputs.x];
    return {
      run: inline ? () => executable.runSync(x) : () => executable.run(x),
      read: async () => (await executable.run(x)).data,
      baseline: () => target.set(inputs.x),
      dispose: () => [...(place === 'engine' ? [x] : []), executable].forEach((owned) => owned.dispose()),
      note: 'in units of one copy of the same bytes into warm WebAssembly memory',
    };
  },

  async building({ hloom, create, workload, inputs }) {
    const { op, calls } = workload.attributes;
    await hloom.init();
    const b = new hloom.XlaBuilder(workload.name);
    const [x, v] = workload.parameters.map(({ shape, name }, i) => b.parameter(i, hloom.f32(...shape), name));
    let y = x;
    return {
      run() {
        for (let i = 0; i < calls; i++) y = repeated[op](b, y, x, v, i);
      },
      read: async () => (await (await (await create({})).compile(b.build(y))).run(inputs.x, inputs.v)).data,
    };
  },

  async parse({ hloom, create }) {
    await hloom.init();
    const text = constantText();
    let parsed;
    return {
      run() {
        parsed = hloom.parseHlo(text);
      },
      read: async () => (await (await (await create({})).compile(parsed)).run()).data,
    };
  },
};
