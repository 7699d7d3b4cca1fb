// Programs from text and bytes.
import { Client, f32, Literal, parseHlo, parseProto, readNpy, s32, XlaBuilder, type XlaComputation } from 'hloom';
import { expectError } from '../support/expect-error.js';

let client: Client;

beforeAll(async () => {
  client = await Client.create();
});

afterAll(() => {
  client.dispose();
});

const factorial = `HloModule factorial, entry_computation_layout={(s32[])->s32[]}

%multiply_down (state: (s32[], s32[])) -> (s32[], s32[]) {
  %state = (s32[], s32[]) parameter(0)
  %n = s32[] get-tuple-element(%state), index=0
  %product = s32[] get-tuple-element(%state), index=1
  %one = s32[] constant(1)
  %less = s32[] subtract(%n, %one)
  %more = s32[] multiply(%product, %n)
  ROOT %next = (s32[], s32[]) tuple(%less, %more)
}

%above_one (now: (s32[], s32[])) -> pred[] {
  %now = (s32[], s32[]) parameter(0)
  %left = s32[] get-tuple-element(%now), index=0
  %limit = s32[] constant(1)
  ROOT %again = pred[] compare(%left, %limit), direction=GT
}

ENTRY %main (start: s32[]) -> s32[] {
  %start = s32[] parameter(0), metadata={op_name="n" source_file="factorial.py" source_line=3}
  %unit = s32[] constant(1)
  %first = (s32[], s32[]) tuple(%start, %unit)
  %last = (s32[], s32[]) while(%first), condition=%above_one, body=%multiply_down
  ROOT %result = s32[] get-tuple-element(%last), index=1
}

`;

async function factorialOf(computation: XlaComputation, n: number): Promise<unknown> {
  const executable = await client.compile(computation);
  const result = await executable.run(n);
  executable.dispose();
  return result.toArray();
}

test('text that was printed is printed again, compiled and run', async () => {
  const computation = parseHlo(factorial);
  expect(computation.toHloText()).toBe(factorial);
  expect(computation.programShape.parameters).toEqual([s32()]);
  expect(computation.programShape.text).toBe('(start: s32[]) -> s32[]');
  expect(await factorialOf(computation, 6)).toBe(720);
  computation.dispose();
});

test('constants that were left out are asked for', async () => {
  await expectError(() => parseHlo('ENTRY e { ROOT c = f32[20] constant({...}) }'), {
    code: 'INVALID_ARGUMENT',
    rule: 'literal.p2',
    message: /printer of this text left them out[^]*print_large_constants=True[^]*elidedConstants[^]*line 1, column 37/,
  });
});

test('programs with buffers are kept, and do not run', async () => {
  const text = `HloModule m

ENTRY %main (x: f32[2]) -> b(f32[2]) {
  %x = f32[2]{0} parameter(0)
  ROOT %b = b(f32[2]{0}) custom-call(%x), custom_call_target="Pin", output_to_operand_aliasing={{}: (0, {})}
}

`;
  const computation = parseHlo(text);
  expect(computation.programShape.result.toStringWithLayout()).toBe('b(f32[2]{0})');
  expect(computation.toHloText().replace(/, entry_computation_layout=.*/, '')).toBe(text);
  expect(parseProto(computation.toProto()).toHloText()).toBe(computation.toHloText());
  const executable = await client.compile(computation);
  await expectError(() => executable.run([1, 2]), {
    code: 'UNIMPLEMENTED',
    rule: 'buffer.c6',
    message: /%b gives b\(f32\[2\]\)/,
  });
  executable.dispose();
});

test('one value stands for a whole constant, and ROOT for an instruction', async () => {
  const computation = parseHlo('ENTRY e { %ROOT = s32[2,2] constant(3) ROOT %nan = s32[2,2] negate(%ROOT) }');
  expect(computation.toHloText({ form: 'short' })).toContain('ROOT %nan = s32[2,2]{1,0} negate(%ROOT)');
  const executable = await client.compile(computation);
  expect((await executable.run()).toArray()).toEqual([
    [-3, -3],
    [-3, -3],
  ]);
  executable.dispose();
});

test('shapes print as they came', async () => {
  const text = `HloModule m

ENTRY %main (x: f32[8,128], y: f32[]) -> f32[8,128] {
  %x = f32[8,128]{1,0:T(8,128)S(1)} parameter(0)
  %y = f32[]{:T(256)} parameter(1)
  ROOT %z = f32[8,128]{1,0:T(8,128)} negate(%x)
}
`;
  const computation = parseHlo(text);
  const { parameters, result } = computation.programShape;
  expect([...parameters, result].map((shape) => shape.toStringWithLayout())).toEqual([
    'f32[8,128]{1,0:T(8,128)S(1)}',
    'f32[]{:T(256)}',
    'f32[8,128]{1,0:T(8,128)}',
  ]);
  // Arguments and results may have other layouts, which do not change values.
  const executable = await client.compile(computation);
  const value = Literal.fromTypedArray(
    Float32Array.from({ length: 1024 }, (_, i) => i),
    f32(8, 128),
  );
  const negated = await executable.run(value, 0);
  expect([...negated.data]).toEqual(Array.from({ length: 1024 }, (_, i) => -i));
  const again = await executable.run(negated, 0);
  expect(again.relayout(f32(8, 128)).equals(value)).toBe(true);
  executable.dispose();
  computation.dispose();
});

test.each(['default', 'short', 'long'] as const)('the %s form is read back', (form) => {
  const computation = parseHlo(factorial);
  const text = computation.toHloText({ form });
  expect(parseHlo(text).toHloText()).toBe(factorial);
  expect(parseHlo(text).toHloText({ form })).toBe(text);
  expect(text.includes('%')).toBe(form !== 'short');
  expect(text.includes('multiply(s32[] %product, s32[] %n)')).toBe(form === 'long');
});

test('bytes keep names', async () => {
  const read = parseProto(parseHlo(factorial).toProto());
  expect(read.toHloText()).toContain('%more = s32[] multiply(%product, %n)');
  expect(await factorialOf(read, 5)).toBe(120);
});

test('what a builder built', () => {
  const b = new XlaBuilder('square');
  const x = b.parameter(0, f32(3), 'x');
  const text = b.build(b.mul(x, x)).toHloText();
  expect(parseHlo(text).toHloText()).toBe(text);
});

test('a parsed program is called by a built one', async () => {
  const square = parseHlo('x = f32[3] parameter(0) ROOT y = multiply(x, x)');
  const b = new XlaBuilder('twice');
  const x = b.parameter(0, f32(3), 'x');
  const executable = await client.compile(b.build(b.call(square, [b.call(square, [x])])));
  expect((await executable.run([1, 2, 3])).toArray()).toEqual([1, 16, 81]);
});

test('mistakes are answered with their place', async () => {
  const error = await expectError(() => parseHlo('ENTRY main {\n  x = f32[3] parametre(0)\n}'), {
    code: 'INVALID_ARGUMENT',
    rule: 'text.p14',
    help: /did you mean parameter\?/,
  });
  expect(error.message.split('\n').slice(1, 3)).toEqual(['    x = f32[3] parametre(0)', '               ^']);
  expect(error).toMatchObject({ location: 'line 2, column 14' });
  await expectError(() => parseHlo(''), { code: 'INVALID_ARGUMENT', rule: 'text.p1' });
  await expectError(() => parseHlo('ENTRY \ud800 {}'), { code: 'INVALID_ARGUMENT', rule: 'text.p1' });
  await expectError(() => parseHlo(7 as unknown as string), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
  await expectError(() => parseProto(new Uint8Array([1, 2, 3])), { code: 'INVALID_ARGUMENT', rule: /^proto\./ });
  await expectError(() => parseProto('x' as unknown as Uint8Array), { code: 'INVALID_ARGUMENT', rule: 'js.c5' });
  const computation = parseHlo(factorial);
  await expectError(() => computation.toHloText({ form: 'tall' as 'long' }), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c22',
    message: /form is "tall"\n {2}help: use "default", "short" or "long"/,
  });
});

test('options that there are not', async () => {
  const computation = parseHlo('ENTRY e { ROOT x = f32[] parameter(0) }');
  const text = (options: unknown): string => computation.toHloText(options as object);
  const proto = (options: unknown): Uint8Array => computation.toProto(options as object);
  const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c22' } as const;
  for (const options of [null, 1, 'long', [], { from: 'long' }, { form: 5 }]) {
    await expectError(() => text(options), refused);
  }
  for (const options of [null, true, { confg: true }, { config: 1 }]) {
    await expectError(() => proto(options), refused);
  }
  expect(text({ form: undefined })).toBe(computation.toHloText());
  expect(proto({ config: false })).toEqual(computation.toProto());
});

test('options of reading that there are not', async () => {
  const text = 'ENTRY e { ROOT x = f32[] parameter(0) }';
  const bytes = parseHlo(text).toProto();
  const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c22' } as const;
  for (const options of [null, 5, { elided: 'zeros' }, { elidedConstants: 'ones' }, { allowMixedPrecision: 1 }]) {
    await expectError(() => parseHlo(text, options as object), refused);
    await expectError(() => parseProto(bytes, options as object), refused);
  }
  await expectError(() => parseProto(bytes, { elidedConstants: 'zeros' } as object), {
    ...refused,
    message: /unknown option "elidedConstants"\n {2}help: the option is allowMixedPrecision/,
  });
  expect(parseHlo(text, { elidedConstants: undefined, allowMixedPrecision: false }).programShape.text).toBe(
    '(x: f32[]) -> f32[]',
  );
});

test('mixed floating-point types', async () => {
  const text = 'ENTRY e { x = bf16[2] parameter(0)\n y = f32[2] parameter(1)\n ROOT z = f32[2] add(x, y) }';
  await expectError(() => parseHlo(text), {
    code: 'INVALID_ARGUMENT',
    rule: 'elementwise.c2',
    message: /bf16\[2\] and f32\[2\][^]*allowMixedPrecision/,
  });
  const computation = parseHlo(text, { allowMixedPrecision: true });
  expect(computation.toHloText()).toContain('%x.f32 = f32[2]{0} convert(%x)');
  const executable = await client.compile(computation);
  // 1 + 2^-7 is a bfloat16, and the sum needs more digits than one has.
  const result = await executable.run(Literal.from([1.0078125, 2], 'BF16'), [2 ** -12, 1]);
  expect(result.toArray()).toEqual([1.0078125 + 2 ** -12, 3]);
  executable.dispose();
});

test('bytes that were transferred away leave everything else alone', async () => {
  const computation = parseHlo('ENTRY e { ROOT x = f32[] parameter(0) }');
  const gone = computation.toProto();
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  const refused = {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c5',
    message: /memory of the Uint8Array was transferred/,
  } as const;
  await expectError(() => parseProto(gone), refused);
  await expectError(() => client.compile(gone), refused);
  await expectError(() => readNpy(gone), refused);
  await expectError(() => parseProto(computation.toProto().buffer as unknown as Uint8Array), {
    code: 'INVALID_ARGUMENT',
    rule: 'js.c5',
    help: /pass new Uint8Array\(buffer\)/,
  });
  // The instance, and what was built in it, are still there.
  expect(computation.toHloText()).toContain('parameter(0)');
});
