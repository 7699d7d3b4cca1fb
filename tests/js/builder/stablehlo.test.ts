// StableHLO text in and out. jax-programs.test.ts has programs of JAX, and the tests of the core every operation and rule.
import { Client, f32, parseHlo, parseProto, parseStableHlo, s32, tuple, XlaBuilder } from 'hloom';
import { expectError } from '../support/expect-error.js';

let client: Client;
beforeAll(async () => {
  client = await Client.create();
});
afterAll(() => {
  client.dispose();
});

const scaled = `module @jit_scaled attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xf32>, %arg1: tensor<f32>) -> tensor<3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}
`;

const headed = `HloModule scaled

ENTRY main {
  x = f32[3] parameter(0)
  y = f32[] parameter(1)
  ROOT z = multiply(x, f32[3] broadcast(y))
}`;

/** A function @main of one argument, whose body these lines are. */
const main = (argument: string, result: string, ...lines: string[]): string =>
  [`func.func @main(%x: ${argument}) -> ${result} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n');

describe('parseStableHlo', () => {
  test('text that was printed is printed again, and runs', async () => {
    const computation = parseStableHlo(scaled);
    expect(computation.programShape.parameters).toEqual([f32(3), f32()]);
    expect(computation.toStableHloText()).toBe(scaled);
    const executable = await client.compile(computation);
    expect((await executable.run([1, 2, 3], 4)).toArray()).toEqual([4, 8, 12]);
    executable.dispose();
    computation.dispose();
  });

  test('several results are a tuple, and none an empty one', () => {
    const pair = parseStableHlo(
      main('tensor<f32>', '(tensor<f32>, tensor<i32>)', '%c = stablehlo.constant dense<7> : tensor<i32>', 'return %x, %c : tensor<f32>, tensor<i32>'), // prettier-ignore
    );
    expect(pair.programShape.result).toEqual(tuple(f32(), s32()));
    expect(parseStableHlo('func.func @main() { return }').programShape.result).toEqual(tuple());
  });

  test('parameters have the names that the text gives them, or arg0, arg1 ...', () => {
    const text = (x: string, y: string): string =>
      `func.func @main(%arg0: tensor<f32>${x}, %arg1: tensor<f32>${y}) -> tensor<f32> {
        %0 = call @inner(%arg0, %arg1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        return %0 : tensor<f32>
      }
      func.func private @inner(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
        return %0 : tensor<f32>
      }`;
    const signature = (x: string, y: string): string => parseStableHlo(text(x, y)).programShape.text;
    expect(signature('', '')).toBe('(arg0: f32[], arg1: f32[]) -> f32[]');
    expect(signature(' {jax.arg_info = "x"}', ' {jax.arg_info = "weights"}')).toBe(
      '(x: f32[], weights: f32[]) -> f32[]',
    );
    expect(signature(' loc("x")', ' loc("f.py":1:2)')).toBe('(x: f32[], arg1: f32[]) -> f32[]');
  });

  test('open sizes are those of argumentShapes', async () => {
    const text = main('tensor<?x3xf32>', 'tensor<?x3xf32>', '%0 = stablehlo.tanh %x : tensor<?x3xf32>', 'return %0 : tensor<?x3xf32>'); // prettier-ignore
    for (const shape of [f32(2, 3), 'f32[2,3]']) {
      expect(parseStableHlo(text, { argumentShapes: [shape] }).programShape.result).toEqual(f32(2, 3));
    }
    const wrong: readonly (readonly [options: object, rule: string | RegExp, message: RegExp])[] = [
      [{}, 'stablehlo.c8', /the size of dimension 0 of tensor<\?x3xf32> is not known/],
      [{ argumentShapes: [] }, /stablehlo\.c[89]/, /./],
      [{ argumentShapes: [f32(2, 4)] }, 'stablehlo.c9', /declared tensor<\?x3xf32>, and f32\[2,4\] is given/],
      [{ argumentShapes: [f32(2, 3), f32()] }, 'stablehlo.c9', /2 argument shapes for 1 argument/],
      [{ argumentShapes: ['f32[2,'] }, 'js.c21', /parseStableHlo: .*"f32\[2,"/],
      [{ argumentShapes: 'f32[2,3]' }, 'js.c22', /argumentShapes is "f32\[2,3\]"[^]*pass an array/],
      [{ argumentShape: [f32(2, 3)] }, 'js.c22', /did you mean argumentShapes\?/],
    ];
    for (const [options, rule, message] of wrong) {
      await expectError(() => parseStableHlo(text, options), { code: 'INVALID_ARGUMENT', rule, message });
    }
  });

  test.each([
    [
      'a character',
      'func.func @main( {',
      'mlir.p1',
      /\n {2}func\.func @main\( \{\n {2} {17}\^\n[^]*line 1, column 18$/,
    ],
    [
      'an operand',
      main('tensor<2xf32>', 'tensor<2xf32>', '%0 = stablehlo.add %x, %y : tensor<2xf32>', 'return %0 : tensor<2xf32>'),
      'mlir.p5',
      /%y is not defined\n {4}%0 = stablehlo\.add %x, %y : tensor<2xf32>\n {4} {23}\^\n[^]*line 2, column 26$/,
    ],
    [
      'a type',
      main('tensor<2x3xf32>', 'tensor<2x3xf32>', '%0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>', 'return %0 : tensor<2x3xf32>'), // prettier-ignore
      'stablehlo.c3',
      /declared tensor<2x3xf32>, but tensor<3x2xf32> follows[^]*\n {4} {5}\^\n[^]*line 2, column 8$/,
    ],
    [
      'an attribute, by the rule of the operation',
      main('tensor<3xf32>', 'tensor<3xf32>', '%0 = stablehlo.transpose %x, dims = [1] : (tensor<3xf32>) -> tensor<3xf32>', 'return %0 : tensor<3xf32>'), // prettier-ignore
      'transpose.c1',
      /stablehlo\.transpose: f32\[3\] cannot be transposed with \{1\}\n {4}%0 = [^]*line 2, column 8/,
    ],
    ['no function', 'module {}', 'stablehlo.c7', /./],
    ['another language', 'hello', /^mlir\.p/, /line 1, column 1$/],
    ['nothing', '', 'mlir.p1', /the end of the text/],
  ] as const)('names the line and points at it: %s', async (_, text, rule, message) => {
    await expectError(() => parseStableHlo(text), { code: /INVALID_ARGUMENT|UNIMPLEMENTED/, rule, message });
  });

  test('operations without a meaning in HLO are listed together', async () => {
    const text = main(
      'tensor<3xf32>',
      'tensor<3xf32>',
      '%0 = "stablehlo.frobnicate"(%x) : (tensor<3xf32>) -> tensor<3xf32>',
      '%1 = stablehlo.custom_call @tpu_custom_call(%0) : (tensor<3xf32>) -> tensor<3xf32>',
      '%2 = "tosa.add"(%1, %1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>',
      'return %2 : tensor<3xf32>',
    );
    await expectError(() => parseStableHlo(text), {
      code: 'UNIMPLEMENTED',
      rule: 'stablehlo.c1',
      message: /line 2, column 8: stablehlo\.frobnicate\n.*line 3, column 8: .*tpu_custom_call: .*TPU.*\n.*line 4, column 8: tosa\.add/, // prettier-ignore
    });
  });

  // The stack of WebAssembly has 1 MB.
  test('regions nest up to 128 deep, and deeper ones are an error', async () => {
    const nested = (depth: number): string => {
      const loops = Array.from({ length: depth }, (_, i) => ({ value: `%a${i}`, init: i > 0 ? `%a${i - 1}` : '%x' }));
      return [
        'func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {',
        ...loops.map(
          ({ value, init }, i) => `%r${i} = stablehlo.while(${value} = ${init}) : tensor<f32>
            cond { stablehlo.return %p : tensor<i1> } do {`,
        ),
        `stablehlo.return %a${depth - 1} : tensor<f32>`,
        ...loops.map((_, i) => `} ${i + 1 < depth ? 'stablehlo.return' : 'return'} %r${depth - 1 - i} : tensor<f32>`),
        '}',
      ].join('\n');
    };
    const deepest = parseStableHlo(nested(128));
    expect(parseStableHlo(deepest.toStableHloText()).toStableHloText()).toBe(deepest.toStableHloText());
    await expectError(() => parseStableHlo(nested(129)), { code: 'INVALID_ARGUMENT', rule: 'stablehlo.c11' });
    await expectError(() => parseStableHlo(nested(20_000)), { code: 'INVALID_ARGUMENT', rule: 'mlir.p9' });
    const list = `module attributes {a = ${'['.repeat(100_000)}${']'.repeat(100_000)}} {}`;
    await expectError(() => parseStableHlo(list), { code: 'INVALID_ARGUMENT', rule: 'mlir.p9' });
  });

  test('a region of reduce may use constants of the function, and no other values', async () => {
    const sum = (factor: string): string =>
      `func.func @main(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32> {
        %c = stablehlo.constant dense<2.0> : tensor<f32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
         reducer(%a: tensor<f32>, %b: tensor<f32>) {
          %1 = stablehlo.multiply %b, ${factor} : tensor<f32>
          %2 = stablehlo.add %a, %1 : tensor<f32>
          stablehlo.return %2 : tensor<f32>
        }
        return %0 : tensor<f32>
      }`;
    const executable = await client.compile(sum('%c'));
    expect((await executable.run([1, 2, 3, 4], 9)).toArray()).toBe(20);
    await expectError(() => parseStableHlo(sum('%y')), { code: 'INVALID_ARGUMENT', rule: 'region.c1' });
  });

  test('anything but a text and options', async () => {
    for (const [wrong, message] of [
      [42, /the program is 42, not a string/],
      [['module {}'], /the program is an array/],
      [undefined, /the program is undefined/],
    ] as const) {
      await expectError(() => parseStableHlo(wrong as unknown as string), { code: 'INVALID_ARGUMENT', rule: 'js.c5', message }); // prettier-ignore
    }
    const two = `${scaled}// -----\n${scaled}`;
    await expectError(() => parseStableHlo(two), { code: 'INVALID_ARGUMENT', message: /the text has 2 modules/ });
    await expectError(() => parseHlo(scaled), { code: 'INVALID_ARGUMENT', message: /this is MLIR.*not HLO text/ });
    const bytecode = new Uint8Array([0x4d, 0x4c, 0xef, 0x52, 13]);
    await expectError(() => parseProto(bytecode), {
      code: 'INVALID_ARGUMENT',
      message: /StableHLO, not an HloModuleProto/,
    });
  });
});

describe('client.compile', () => {
  test.each([
    ['StableHLO', scaled],
    ['StableHLO after comments', `// jit_scaled\n\n// of today\n${scaled}`],
    ['a function alone', scaled.slice(scaled.indexOf('  func'), scaled.lastIndexOf('}'))],
    ['aliases and locations', `#loc = loc("x")\n${scaled.trimEnd()} loc(#loc)\n`],
    ['HLO', 'ENTRY e { x = f32[3] parameter(0)  y = f32[] parameter(1)  ROOT z = multiply(x, f32[3] broadcast(y)) }'],
    ['HLO with a header', headed],
  ])('takes text: %s', async (_, text) => {
    const executable = await client.compile(text);
    expect((await executable.run([1, 2, 3], 4)).toArray()).toEqual([4, 8, 12]);
    executable.dispose();
  });

  test('rejects with the error of the language that the text begins as', async () => {
    await expectError(() => client.compile('module @m {'), { code: 'INVALID_ARGUMENT', rule: 'mlir.p1' });
    await expectError(() => client.compile('HloModule m'), { code: 'INVALID_ARGUMENT', rule: /^text\./ });
  });
});

describe('toStableHloText', () => {
  test('has the locations of instructions, if they are asked for', async () => {
    const b = new XlaBuilder('located');
    const x = b.parameter(0, f32(3), 'x');
    b.setOneShotOpMetadata({ opName: 'twice', sourceFile: 'model.js', sourceLine: 7 });
    const computation = b.build(b.add(x, x));
    expect(computation.toStableHloText()).not.toContain('loc(');
    const text = computation.toStableHloText({ locations: true });
    expect(text).toContain('stablehlo.add %arg0, %arg0 : tensor<3xf32> loc("twice"("model.js":7:0))');
    expect(parseStableHlo(text).toHloText()).toMatch(/metadata=\{op_name="twice" source_file="model.js" source_line=7/);
    for (const wrong of [{ location: true }, { locations: 1 }]) {
      await expectError(() => computation.toStableHloText(wrong as object), {
        code: 'INVALID_ARGUMENT',
        rule: 'js.c22',
      });
    }
  });

  test('regions, tuples and called computations come back with the same values', async () => {
    const b = new XlaBuilder('loop');
    const limit = b.parameter(0, s32(), 'limit');
    const state = { i: b.constant(0, 'S32'), v: b.constant([1, 2]) };
    const end = b.while(({ i }) => i.lt(limit), ({ i, v }) => ({ i: i.add(1), v: v.mul(2) }), state); // prettier-ignore
    const computation = b.build(b.tuple([end.v, b.sort([end.v], (l, r) => l.gt(r))]));
    const again = parseStableHlo(computation.toStableHloText());
    expect(again.programShape.result).toEqual(computation.programShape.result);
    const executable = await client.compile(again);
    expect((await executable.run(5)).elements.map((element) => element.toArray())).toEqual([[32, 64], [64, 32]]); // prettier-ignore
  });

  test('a program that StableHLO cannot say is refused, and every instruction of it named', async () => {
    const computation = parseHlo(`ENTRY e {
      a = u64[2] rng-get-and-update-state(), delta=1
      b = u64[2] rng-get-and-update-state(), delta=1
      ROOT c = add(a, b) }`);
    await expectError(() => computation.toStableHloText(), {
      code: 'UNIMPLEMENTED',
      rule: 'stablehlo.x1',
      message: /2 instructions cannot be written as StableHLO[^]*%a: [^]*%b: [^]*help: write the program as HLO text/,
    });
    computation.dispose();
    await expectError(() => computation.toStableHloText(), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
  });
});
