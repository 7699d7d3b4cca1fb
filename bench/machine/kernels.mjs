// A WebAssembly module with only the machine's peak operations: passes over memory, and multiplications and additions
// in registers. It is assembled here, so that the measurement needs no compiler.

const op = {
  loop: [0x03, 0x40],
  branchIf: (depth) => [0x0d, depth],
  end: [0x0b],
  get: (local) => [0x20, local],
  set: (local) => [0x21, local],
  tee: (local) => [0x22, local],
  i32: (value) => [0x41, ...signed(value)],
  f32: (value) => [0x43, ...new Uint8Array(new Float32Array([value]).buffer)],
  addI32: [0x6a],
  subI32: [0x6b],
  belowI32: [0x49],
  load: (offset) => [0xfd, 0x00, 4, ...unsigned(offset)],
  store: (offset) => [0xfd, 0x0b, 4, ...unsigned(offset)],
  splat: [0xfd, 0x13],
  lane: (index) => [0xfd, 0x1f, index],
  add: [0xfd, 0xe4, 0x01],
  addF32: [0x92],
  mul: [0xfd, 0xe6, 0x01],
  relaxedMadd: [0xfd, 0x85, 0x02],
};

function unsigned(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

function signed(value) {
  const bytes = [];
  for (let rest = value; ; rest >>= 7) {
    if (rest >= -64 && rest < 64) return [...bytes, rest & 127];
    bytes.push((rest & 127) | 128);
  }
}

const [i32, f32, v128] = [0x7f, 0x7d, 0x7b];
const list = (items) => [...unsigned(items.length), ...items.flat()];
const name = (text) => list([...text].map((c) => c.charCodeAt(0)));
const section = (id, content) => [id, ...unsigned(content.length), ...content];
const body = (locals, code) => {
  const content = [
    ...list(locals.map(([count, type]) => [...unsigned(count), type])),
    ...code.flat(Infinity),
    ...op.end,
  ];
  return [...unsigned(content.length), ...content];
};

// The parameters of a pass: the destination, two sources, and the end of the destination.
const [to, a, b, end] = [0, 1, 2, 3];

/** A loop over vectors, `bytes` in a step; the sources go along with the destination. */
const pass = (bytes, step) => [
  op.loop,
  step,
  ...[a, b].map((source) => [op.get(source), op.i32(bytes), op.addI32, op.set(source)]),
  [op.get(to), op.i32(bytes), op.addI32, op.tee(to), op.get(end), op.belowI32, op.branchIf(0)],
  op.end,
];
const offsets = (count) => Array.from({ length: count }, (_, i) => 16 * i);

const copy = body(
  [],
  [
    pass(
      64,
      offsets(4).map((at) => [op.get(to), op.get(a), op.load(at), op.store(at)]),
    ),
    op.f32(0),
  ],
);

const three = 4;
const triad = body(
  [[1, v128]],
  [
    [op.f32(3), op.splat, op.set(three)],
    pass(
      64,
      offsets(4).map((at) =>
        [
          op.get(to),
          op.get(a),
          op.load(at),
          op.get(b),
          op.load(at),
          op.get(three),
          op.mul,
          op.add,
          op.store(at),
        ].flat(),
      ),
    ),
    op.f32(0),
  ],
);

/** The sum of all lanes of vectors in the locals from `first` on. */
const laneSum = (first, count) => [
  ...Array.from({ length: count }, (_, i) => (i === 0 ? op.get(first) : [...op.get(first + i), ...op.add])),
  op.set(first),
  [op.get(first), op.lane(0)],
  ...[1, 2, 3].map((lane) => [...op.get(first), ...op.lane(lane), ...op.addF32]),
];

// More accumulators, or more loads before the additions, would not fit into registers.
const read = body(
  [[4, v128]],
  [
    pass(
      128,
      offsets(8).map((at, i) => [op.get(4 + (i % 4)), op.get(a), op.load(at), op.add, op.set(4 + (i % 4))]),
    ),
    laneSum(4, 4),
  ],
);

/** Independent chains of a = a * m + c, enough to hide the latency; the parameter counts the rounds. */
export const chains = 12;
const peak = (madd) => {
  const [m, c, first] = [1, 2, 3];
  const each = (code) => Array.from({ length: chains }, (_, i) => code(first + i)).flat();
  return body(
    [[2 + chains, v128]],
    [
      [op.f32(0.999), op.splat, op.set(m), op.f32(0.001), op.splat, op.set(c)],
      each((acc) => [op.f32(acc / 1000), op.splat, op.set(acc)]),
      op.loop,
      each((acc) => [op.get(acc), op.get(m), madd(c), op.set(acc)].flat()),
      [op.get(0), op.i32(1), op.subI32, op.tee(0), op.branchIf(0)],
      op.end,
      laneSum(first, chains),
    ],
  );
};
const mulAdd = peak((c) => [...op.mul, ...op.get(c), ...op.add]);
const relaxed = peak((c) => [...op.get(c), ...op.relaxedMadd]);

const passType = [0x60, ...list([i32, i32, i32, i32].map((type) => [type])), ...list([[f32]])];
const peakType = [0x60, ...list([[i32]]), ...list([[f32]])];

/** The bytes of the module. It imports `env.memory`, shared or not; with `relaxedSimd` it exports `relaxed` beside `peak`. */
export function machineModule({ shared, relaxedSimd }) {
  const functions = [
    ['copy', 0, copy],
    ['triad', 0, triad],
    ['read', 0, read],
    ['peak', 1, mulAdd],
    ...(relaxedSimd ? [['relaxed', 1, relaxed]] : []),
  ];
  const limits = shared ? [0x03, 1, ...unsigned(65536)] : [0x00, 1];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([passType, peakType])),
    ...section(2, list([[...name('env'), ...name('memory'), 0x02, ...limits]])),
    ...section(3, list(functions.map(([, type]) => [type]))),
    ...section(7, list(functions.map(([text], i) => [...name(text), 0x00, ...unsigned(i)]))),
    ...section(10, list(functions.map(([, , code]) => code))),
  ]);
}

/** True if this engine has relaxed SIMD: Node.js before 22 only with a flag. */
export const hasRelaxedSimd = () => WebAssembly.validate(machineModule({ shared: false, relaxedSimd: true }));
