// hloom print, check, bench, explain, serve, help: their other options, and what they cannot do.
import { hloom, makeFiles, save, shell } from './support.js';

beforeAll(makeFiles);

describe('print', () => {
  test('constants left out, and read back', () => {
    save('large.hlo', 'ENTRY main { ROOT c = s32[12] constant({1,2,3,4,5,6,7,8,9,10,11,12}) }');
    const { code, out, err } = hloom(['print', 'large.hlo', '--to', 'hlo', '--elide-large-constants']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('s32[12]{0} constant({...})');
    save('elided.hlo', out);
    for (const words of [['check'], ['run'], ['print', '--to', 'dot'], ['bench', '--runs', '1']]) {
      expect(hloom([...words, 'elided.hlo'])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/literal\.p2[^]*--elided-constants zeros/),
      });
      expect(hloom([...words, 'elided.hlo', '--elided-constants', 'zeros'])).toMatchObject({ code: 0, err: '' });
    }
    expect(hloom(['run', 'elided.hlo', '--elided-constants', 'zeros']).out).toBe(
      's32[12] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}\n',
    );
  });

  test('mixed floating-point types', () => {
    save('mixed.hlo', 'add(bf16[2] x, f32[2] y)');
    expect(hloom(['check', 'mixed.hlo'])).toMatchObject({ code: 1, err: expect.stringMatching(/elementwise\.c2/) });
    expect(hloom(['check', 'mixed.hlo', '--allow-mixed-precision']).out).toMatch(/^mixed.hlo is valid: .*\n.* 4 instr/);
    const run = ['run', 'mixed.hlo', '--arg', '[1, 2]', '--arg', '[3, 4]', '--allow-mixed-precision'];
    expect(hloom(run)).toEqual({ code: 0, out: 'f32[2] {4, 6}\n', err: '' });
    const bytes = hloom(['print', 'mixed.hlo', '--to', 'hlo', '--allow-mixed-precision']).out;
    expect(bytes).toContain('convert(%x)');
  });

  test('names and source lines', () => {
    save('named.hlo', 'ENTRY e { x = f32[2] parameter(0) ROOT y = f32[2] negate(x), metadata={op_name="jit(f)/neg"} }');
    const printed = (...options: string[]) => hloom(['print', 'named.hlo', '--to', 'stablehlo', ...options]).out;
    expect(printed()).not.toContain('loc(');
    expect(printed('--locations')).toContain('stablehlo.negate %arg0 : tensor<2xf32> loc("jit(f)/neg")');
  });

  test('options of another form', () => {
    expect(hloom(['print', 'axis.pb', '--to', 'hlo', '--locations'])).toMatchObject({ code: 2 });
    expect(hloom(['print', 'axis.pb', '--to', 'dot', '--elide-large-constants'])).toMatchObject({ code: 2 });
    expect(hloom(['check', 'axis.pb', '--elided-constants', 'zeros'])).toMatchObject({ code: 2 });
    expect(hloom(['check', 'axis.hlo', '--elided-constants', 'ones'])).toMatchObject({ code: 2 });
  });

  test('from a pipe to a pipe', () => {
    const { code, out, err } = shell('hloom print axis.pb --to proto | hloom print - --to hlo | head -n 1');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^HloModule axis/);
  });

  test('what it needs', () => {
    expect(hloom(['print', 'axis.pb'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs --to\n.*hlo, stablehlo, proto, dot/),
    });
    expect(hloom(['print', 'axis.pb', '--to', 'hol'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/did you mean hlo\?/),
    });
    expect(hloom(['print', 'axis.pb', '--to', 'dot', '--out', 'no/such/x'])).toMatchObject({ code: 3 });
  });
});

describe('bench', () => {
  test('JSON for programs', () => {
    const report = JSON.parse(hloom(['bench', 'count.pb', '--runs', '7', '--arg', '9', '--json']).out) as Record<
      string,
      number
    >;
    expect(report).toMatchObject({ runs: 7, instructions: 14 });
    const { minMs = NaN, medianMs = NaN, p90Ms = NaN, maxMs = NaN, firstMs = NaN, compileMs = NaN } = report;
    expect(0 < minMs && minMs <= medianMs && medianMs <= p90Ms && p90Ms <= maxMs).toBe(true);
    expect(firstMs > 0 && compileMs > 0).toBe(true);
  });

  test('several threads', () => {
    const words = ['bench', 'axis.pb', '--runs', '3', '--threads', '2'];
    expect(hloom(words).out).toMatch(/^axis\.pb: 4 instructions per run, 2 threads\n/);
    expect(JSON.parse(hloom([...words, '--json']).out)).toMatchObject({ runs: 3, threads: 2 });
  });

  test('a limit stops it', () => {
    expect(hloom(['bench', 'endless.pb', '--limit', '1000'])).toMatchObject({ code: 4, out: '' });
    expect(hloom(['bench', 'axis.pb', '--runs', '0'])).toMatchObject({ code: 2 });
  });
});

test('a program from another command', () => {
  const { code, out } = shell('hloom check <(cat axis.hlo); hloom check /dev/stdin < axis.pb');
  expect(code).toBe(0);
  expect(out).toMatch(/^\/dev\/fd\/\d+ is valid: .*\n.*\n\/dev\/stdin is valid: /);
});

describe('explain', () => {
  test('an element of a program', () => {
    const words = ['explain', 'axis.hlo', '--arg', '[[1, 2, 3], [4, 5, 6]]', '--arg', '[7, 8, 9]', '--at'];
    const { code, out, err } = hloom([...words, 'x[1,2]', '--reach']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^x\[1,2\] reaches \S+\[1,2\] in one step\./);
    expect(hloom([...words, 'y[1,2]'])).toMatchObject({ code: 1, err: expect.stringMatching(/explain\.c1/) });
    expect(hloom([...words, 'x(1,2)'])).toMatchObject({ code: 2, err: expect.stringMatching(/in quotes/) });
    expect(hloom(['explain', 'f32[2] + f32[2]', '--seed', '1'])).toMatchObject({ code: 2 });
  });

  test('what is no question', () => {
    expect(hloom(['explain', 'f32[2,3]'])).toMatchObject({ code: 2, err: expect.stringMatching(/in quotes/) });
    expect(hloom(['explain'])).toMatchObject({ code: 2, err: expect.stringMatching(/needs two shapes/) });
    expect(hloom(['explain', 'f33[2] + f32[2]'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/"f33" is not an element type/),
    });
    expect(hloom(['explain', 'f32[2] + f32[2] {x}']).code).toBe(2);
    // The shapes are written as errors write them.
    const { out } = hloom(['explain', 'f32[2,3] + f32[3] {1}']);
    expect(hloom(['explain', 'f32[2,3] + f32[3], broadcast_dimensions={1}'])).toEqual({ code: 0, out, err: '' });
    expect(hloom(['explain', 'f32[2,3] + f32[3] dimensions={1}'])).toEqual({ code: 0, out, err: '' });
  });
});

describe('serve', () => {
  test('what cannot be served', () => {
    expect(hloom(['serve', 'public'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/"public" does not exist/),
    });
    expect(hloom(['serve', '.', '--port', '70000'])).toMatchObject({ code: 2 });
    expect(hloom(['serve', '.', '--port', 'x'])).toMatchObject({ code: 2 });
  });
});

describe('help', () => {
  const names = ['run', 'print', 'check', 'bench', 'explain', 'serve'];

  test.each(names)('%s', (name) => {
    const { code, out } = hloom(['help', name]);
    expect(code).toBe(0);
    expect(out).toContain(`usage: hloom ${name} `);
    expect(out).toContain('--help');
    expect(hloom([name, '--help']).out).toBe(out);
    expect(out.split('\n').filter((line) => line.length > 122)).toEqual([]);
  });
});
