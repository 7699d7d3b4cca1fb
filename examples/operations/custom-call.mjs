// The texts on CustomCall: functions of the host, which the program knows by their names. The original of the second,
// in C++:
//
//     XlaBuilder b("do_it");
//     Shape shape = ShapeUtil::MakeShape(F32, {128});
//     ...
//     CustomCall(&b, "do_custom_call", {param0, param1}, ShapeUtil::MakeShape(F32, {2048}));
//
//     void do_custom_call(void* out, const void** in) {
//       float* out_buf = reinterpret_cast<float*>(out);
//       const float* in0 = reinterpret_cast<const float*>(in[0]);
//       const float* in1 = reinterpret_cast<const float*>(in[1]);
//       for (int i = 0; i < 2048; ++i) out_buf[i] = in0[i % 128] + in1[i];
//     }
import { f32, Literal, registerCustomCall, XlaBuilder } from 'hloom';
import { main } from '../support/main.mjs';

// The text's one line; it leaves the rest of its z open.
registerCustomCall('myfunc', ([x, y]) => {
  const z = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  z[0][0] = x.toArray()[1] + y.toArray()[1][0];
  return z;
});

registerCustomCall('do_custom_call', ([in0, in1], { shape }) => {
  const x = in0.data;
  const y = in1.data;
  return Literal.fromTypedArray(
    y.map((value, i) => x[i % 128] + value),
    shape,
  );
});

function myfunc() {
  const b = new XlaBuilder('calls_myfunc');
  return b.build(b.customCall('myfunc', [b.parameter(0, f32(2), 'x'), b.parameter(1, f32(2, 3), 'y')], f32(3, 3)));
}

function doIt() {
  const b = new XlaBuilder('do_it');
  const param0 = b.parameter(0, f32(128), 'p0');
  const param1 = b.parameter(1, f32(2048), 'p1');
  return b.build(b.customCall('do_custom_call', [param0, param1], f32(2048)));
}

const range = (length, valueAt) => Array.from({ length }, (_, i) => valueAt(i));

export const examples = [
  {
    id: 'custom-call-myfunc',
    title: 'CustomCall: a function that is not part of the program',
    text: 'The program knows the function by its name, and states the shape of what it gives: f32[3,3].',
    call: "b.customCall('myfunc', [x, y], f32(3, 3))",
    build: () => ({ computation: myfunc(), explanation: 'z[0][0] = x[1] + y[1][0], all else is 0' }),
    values: () => [
      [1, 2],
      [
        [10, 20, 30],
        [40, 50, 60],
      ],
    ],
    expected: [
      [42, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
  },
  {
    id: 'custom-call',
    title: 'CustomCall: a function of JavaScript',
    text:
      'A vector of 128 elements, repeated, is added to one of 2048. No operation does it: the program calls a function ' +
      'that is registered under a name, and states the shape of what it gives.',
    call: "b.customCall('do_custom_call', [param0, param1], f32(2048))",
    build: () => ({
      computation: doIt(),
      explanation:
        'out[i] = in0[i mod 128] + in1[i]\n' +
        'the function gets the operands as literals and returns one of shape f32[2048]',
    }),
    values: () => [range(128, (i) => i), range(2048, (i) => 1000 * i)],
    expected: range(2048, (i) => (i % 128) + 1000 * i),
  },
];

await main(import.meta.url, examples);
