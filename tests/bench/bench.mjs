// `npm run bench`: how fast runs are in wasm, as ratios to copying the same memory in the same
// process. Figures differ from machine to machine and run to run; the ratios differ less.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const glue = fileURLToPath(new URL('../../dist/wasm/hloom-simd.node.cjs', import.meta.url));
const wasm = fileURLToPath(new URL('../../dist/wasm/hloom-simd.wasm', import.meta.url));
const host = await require(glue)({ wasmBinary: readFileSync(wasm) });

function call(method, args) {
  const answer = JSON.parse(host.call(method, JSON.stringify(args)));
  if (answer.error) throw new Error(answer.error.message);
  return answer.result;
}

/** Builds a computation; `steps` is a list of [function, arguments, overload?], whose ops are 1, 2, 3 ... */
function build(name, steps) {
  const { builder } = call('builder.create', { name });
  for (const [fn, args, overload = 0] of steps) {
    call('builder.call', { builder, function: fn, overload, arguments: args });
  }
  const { computation } = call('builder.build', { builder });
  call('builder.release', { builder });
  return computation;
}

function compile(name, steps) {
  const { buffer } = call('computation.proto', { computation: build(name, steps) });
  return call('engine.compile', { buffer }).executable;
}

const parameter = (number, shape) => ['Parameter', { parameter_number: number, shape, name: `p${number}` }];

function median(times) {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/** Milliseconds of the run alone: arguments are in place before the clock starts. */
function timeRun(executable, shapes) {
  const times = [];
  for (let i = 0; i < 7; i++) {
    const args = shapes.map(([shape, bytes]) => {
      const handle = host.allocate(bytes);
      host.HEAPU8.fill(0, host.address(handle), host.address(handle) + bytes);
      return { shape, leaves: [handle] };
    });
    const { run } = call('engine.start', { executable, arguments: args });
    const start = performance.now();
    while (call('engine.step', { run, milliseconds: 1000 }).state !== 'done');
    times.push(performance.now() - start);
    call('engine.release_run', { run });
  }
  return median(times);
}

function timeCopy(bytes) {
  const from = host.allocate(bytes);
  const times = [];
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    // A fresh destination each time, as an operation's result is.
    const to = host.allocate(bytes);
    host.HEAPU8.copyWithin(host.address(to), host.address(from), host.address(from) + bytes);
    times.push(performance.now() - start);
    host.release(to);
  }
  host.release(from);
  return median(times);
}

const MB64 = 4096 * 4096 * 4;
const copy = timeCopy(MB64);
const report = (name, ms) =>
  console.log(`${name.padEnd(44)} ${ms.toFixed(1).padStart(8)} ms  ${(ms / copy).toFixed(2).padStart(7)} x copy`);

report('copy 64 MB', copy);
const big = 'f32[4096,4096]';
report(
  'add f32[4096,4096]',
  timeRun(compile('add', [parameter(0, big), parameter(1, big), ['Add', { lhs: 1, rhs: 2 }]]), [
    [big, MB64],
    [big, MB64],
  ]),
);
report(
  'add f32[4096,4096] + f32[4096] {1}',
  timeRun(
    compile('add_vector', [
      parameter(0, big),
      parameter(1, 'f32[4096]'),
      ['Add', { lhs: 1, rhs: 2, broadcast_dimensions: [1] }],
    ]),
    [
      [big, MB64],
      ['f32[4096]', 4096 * 4],
    ],
  ),
);
const sum = build('sum', [parameter(0, 'f32[]'), parameter(1, 'f32[]'), ['Add', { lhs: 1, rhs: 2 }]]);
for (const dimension of [0, 1]) {
  report(
    `reduce add f32[4096,4096] dimension ${dimension}`,
    timeRun(
      compile('reduce', [
        parameter(0, big),
        parameter(1, 'f32[]'),
        ['Reduce', { operand: 1, init_value: 2, computation: sum, dimensions_to_reduce: [dimension] }],
      ]),
      [
        [big, MB64],
        ['f32[]', 4],
      ],
    ),
  );
}

const ITERATIONS = 200_000;
const scalar = (value) => {
  const handle = host.allocate(4);
  new Int32Array(host.HEAPU8.buffer, host.address(handle), 1)[0] = value;
  return { shape: 's32[]', leaves: [handle] };
};
const state = '(s32[], s32[])';
const below = build('below', [
  parameter(0, state),
  ['GetTupleElement', { tuple_data: 1, index: 0 }],
  ['GetTupleElement', { tuple_data: 1, index: 1 }],
  ['Lt', { lhs: 2, rhs: 3 }],
]);
const increment = build('increment', [
  parameter(0, state),
  ['GetTupleElement', { tuple_data: 1, index: 0 }],
  ['GetTupleElement', { tuple_data: 1, index: 1 }],
  ['ConstantLiteral', { literal: scalar(1) }],
  ['Add', { lhs: 2, rhs: 4 }],
  ['Tuple', { elements: [5, 3] }],
]);
const loop = compile('loop', [
  ['ConstantLiteral', { literal: scalar(0) }],
  ['ConstantLiteral', { literal: scalar(ITERATIONS) }],
  ['Tuple', { elements: [1, 2] }],
  ['While', { condition: below, body: increment, init: 3 }],
]);
const milliseconds = timeRun(loop, []);
console.log(`while, scalar state: ${((milliseconds * 1e6) / ITERATIONS).toFixed(0)} ns an iteration`);
