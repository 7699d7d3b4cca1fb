// The hloom of this checkout.
import { canKeep, keepsNothing, toDevice } from './hloom-values.mjs';
import { ownWorkloads } from './hloom-own.mjs';
import { lacking, programs } from './hloom-programs.mjs';

/** The value of a run: the numbers of the array, or of the first of a tuple. */
const numbersOf = (literal) => (literal.elements?.length ? literal.elements[0] : literal).data;

function compile(hloom, client, workload, isConstant, inputs) {
  const b = new hloom.XlaBuilder(workload.name);
  const kept = workload.parameters.filter((parameter) => !isConstant(parameter));
  const ops = workload.parameters.map((parameter) => {
    const shape = hloom.Shape.array(parameter.type, parameter.shape);
    if (!isConstant(parameter)) return b.parameter(kept.indexOf(parameter), shape, parameter.name);
    return b.constant(hloom.Literal.fromTypedArray(inputs[parameter.name], shape));
  });
  return client.compile(b.build(programs[workload.op](b, ops, workload, hloom)));
}

/** Runs that take typed arrays and give them. Weights and tables are constants of the program. */
async function fromJavaScript({ hloom, client, workload, inputs, inline }) {
  const executable = await compile(hloom, client, workload, ({ constant }) => constant === true, inputs);
  const values = workload.parameters.filter(({ constant }) => !constant).map(({ name }) => inputs[name]);
  const run = inline
    ? () => numbersOf(executable.runSync(...values))
    : async () => numbersOf(await executable.run(...values));
  return {
    run,
    read: run,
    dispose: () => executable.dispose(),
  };
}

/** Runs on values that are already on the engine, and whose results stay there. */
async function onTheEngine({ hloom, client, workload, inputs, inline }) {
  if (!canKeep(client)) return keepsNothing;
  const executable = await compile(hloom, client, workload, () => false, inputs);
  const values = await toDevice({ hloom, client, workload, inputs });
  const run = inline
    ? () => executable.runSync(...values, { keep: true }).dispose()
    : async () => (await executable.run(...values, { keep: true })).dispose();
  return {
    run,
    read: async () => numbersOf(await executable.run(...values)),
    dispose: () => [...values, executable].forEach((owned) => owned.dispose()),
  };
}

export const hloom = {
  name: 'hloom',
  title: 'hloom',
  flags: [],
  threads: () => [1, 2],
  refuses({ op }) {
    if (op in lacking) return `hloom has no ${lacking[op]} yet`;
    return op in programs || op in ownWorkloads ? undefined : `hloom: nobody has written ${op}`;
  },
  async open({ threads, browser }) {
    const hloom = await import(
      browser ? '/dist/index.browser.mjs' : new URL('../../dist/index.node.mjs', import.meta.url)
    );
    const clients = [];
    const create = async (options) => {
      clients.push(await hloom.Client.create(options));
      return clients.at(-1);
    };
    return {
      async prepare(workload, inputs, place) {
        const own = ownWorkloads[workload.op];
        if (own) return own({ hloom, create, threads, workload, inputs, browser, place });
        // With one thread the engine runs in this thread, as every peer does. With more it runs in its default place: in
        // browsers in a Worker, because a page's thread cannot wait for others.
        const inline = !browser || threads === 1;
        const client = clients[0] ?? (await create(inline ? { threads, worker: false } : { threads }));
        const prepare = place === 'js' ? fromJavaScript : onTheEngine;
        return prepare({ hloom, client, workload, inputs, inline });
      },
      close: () => clients.forEach((client) => client.dispose()),
    };
  },
};
