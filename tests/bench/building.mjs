// `node tests/bench/building.mjs`: how long ten thousand calls of builder functions take, and reading the text of a large
// constant. Each figure is the median of several fresh processes, whose WebAssembly is not yet optimised.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const calls = 10_000;
const processes = 5;

const package_ = new URL('../../dist/index.node.mjs', import.meta.url).href;

/** Each prepares its operands in a new builder and returns what is done again and again. */
const building = {
  neg: (b, { f32 }) => {
    const x = b.parameter(0, f32(2, 3), 'x');
    return (y) => b.neg(y ?? x);
  },
  'add, equal shapes': (b, { f32 }) => {
    const x = b.parameter(0, f32(2, 3), 'x');
    return (y) => b.add(y ?? x, x);
  },
  'add, a vector to rows': (b, { f32 }) => {
    const x = b.parameter(0, f32(2, 3), 'x');
    const v = b.parameter(1, f32(3), 'v');
    return (y) => b.add(y ?? x, v, { broadcastDimensions: [1] });
  },
  'reshape, to new shapes': (b, { f32 }) => {
    const x = b.parameter(0, f32(2, 3), 'x');
    return () => b.reshape(x, [3, 2]);
  },
};

/** The text of a program with one constant of a million elements, about 10 MB. */
function constantText() {
  const elements = Array.from({ length: 1_000_000 }, (_, i) => ((i * 0.7548776662) % 1) - 0.5).map((x) =>
    x.toPrecision(7),
  );
  return `HloModule big\n\nENTRY main {\n  ROOT c = f32[1000000]{0} constant({${elements.join(', ')}})\n}\n`;
}

async function timeOne(name) {
  const hloom = await import(package_);
  await hloom.init();
  if (name === 'parse') {
    const text = constantText();
    const start = performance.now();
    hloom.parseHlo(text);
    return performance.now() - start;
  }
  const builder = new hloom.XlaBuilder('building');
  const call = building[name](builder, hloom);
  const start = performance.now();
  let y;
  for (let i = 0; i < calls; i++) y = call(y);
  return performance.now() - start;
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

function inProcesses(name) {
  const times = Array.from({ length: processes }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name]);
    if (status !== 0) throw new Error(String(stderr));
    return Number(stdout);
  });
  return `${median(times).toFixed(0).padStart(6)} ms`;
}

const [only] = process.argv.slice(2);
if (only !== undefined) {
  console.log(await timeOne(only));
} else {
  for (const name of Object.keys(building)) console.log(`${name.padEnd(28)} ${inProcesses(name)}`);
  console.log(`${'parse a constant of 10 MB'.padEnd(28)} ${inProcesses('parse')}`);
}
