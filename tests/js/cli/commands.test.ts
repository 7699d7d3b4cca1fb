// hloom print, check, bench, explain, serve, help: what each prints, and how it ends. commands.long.test.ts has their other
// options.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { parseProto } from 'hloom';
import { folder, hloom, makeFiles, programs, save, shell, startHloom } from './support.js';

beforeAll(makeFiles);

const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));

describe('print', () => {
  test('hlo', () => {
    const { code, out, err } = hloom(['print', 'axis.pb', '--to', 'hlo']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trimEnd()).toBe(programs.axis().toHloText().trimEnd());
  });

  test('proto, to the standard output and to a file', () => {
    expect(shell('hloom print axis.pb --to proto > again.pb')).toEqual({ code: 0, out: '', err: '' });
    expect(bytesOf('again.pb')).toEqual(bytesOf('axis.pb'));
    expect(hloom(['print', 'axis.pb', '--to=proto', '--out', 'third.pb'])).toEqual({ code: 0, out: '', err: '' });
    expect(bytesOf('third.pb')).toEqual(bytesOf('axis.pb'));
    expect(parseProto(bytesOf('third.pb')).programShape.text).toBe('(x: f32[2,3], v: f32[3]) -> f32[2,3]');
  });

  test('stablehlo, which print, run and check read, from a file and from a pipe', () => {
    const { code, out, err } = hloom(['print', 'axis.pb', '--to', 'stablehlo']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(programs.axis().toStableHloText());
    save('axis.mlir', out);
    expect(hloom(['check', 'axis.mlir']).out).toMatch(
      /^axis\.mlir is valid: \(.*: f32\[2,3\], .*: f32\[3\]\) -> f32\[2,3\]\n/,
    );
    expect(shell('hloom print axis.mlir --to stablehlo | hloom run - --arg @x.npy --arg @v.npy')).toEqual({
      code: 0,
      out: 'f32[2,3] {\n  { 8, 10, 12 },\n  { 11, 13, 15 }\n}\n',
      err: '',
    });
  });

  test('StableHLO with open sizes, whose shapes an option gives', () => {
    const type = 'tensor<?x3xf32>';
    save(
      'open.mlir',
      `func.func @main(%x: ${type}) -> ${type} {\n  %0 = stablehlo.negate %x : ${type}\n  return %0 : ${type}\n}\n`,
    );
    const { code, out, err } = hloom(['print', 'open.mlir', '--to', 'stablehlo', '--argument-shapes', 'f32[2,3]']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('stablehlo.negate %arg0 : tensor<2x3xf32>');
    expect(hloom(['check', 'open.mlir'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\[stablehlo\.c8\]/) as string,
    });
  });

  test('dot', () => {
    const { code, out } = hloom(['print', 'count.pb', '--to', 'dot']);
    expect(code).toBe(0);
    expect(out.startsWith('digraph "count" {')).toBe(true);
    expect(out.match(/subgraph cluster_/g)).toHaveLength(3);
    expect(out.match(/style=dashed/g)).toHaveLength(2);
  });

  test('json', () => {
    const { code, out } = hloom(['print', 'axis.pb', '--to', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(programs.axis().toJson());
  });
});

/** The bytes of a program whose addition has lost its second operand. */
function broken(): Uint8Array {
  const bytes = bytesOf('axis.pb');
  // instructions.operand_ids = [1, 3], packed: field 36.
  const at = Buffer.from(bytes).indexOf(Buffer.from([0xa2, 0x02, 0x02, 0x01, 0x03]));
  expect(at).toBeGreaterThan(0);
  bytes[at + 4] = 1;
  bytes[at + 3] = 2;
  return bytes;
}

describe('check', () => {
  test('a valid program', () => {
    expect(hloom(['check', 'count.pb'])).toEqual({
      code: 0,
      out: 'count.pb is valid: (start: s32[]) -> s32[]\n3 computations, 8 instructions\n',
      err: '',
    });
    expect(JSON.parse(hloom(['check', 'count.pb', '--json']).out)).toEqual({
      ok: true,
      signature: '(start: s32[]) -> s32[]',
      computations: 3,
      instructions: 8,
    });
  });

  test('a program of many large parameters: a line for each, and no run', () => {
    const parameters = Array.from({ length: 30 }, (_, i) => `  weights_${i} = f32[4096,32768] parameter(${i})`);
    save(
      'large.hlo',
      `HloModule large\nENTRY e {\n${parameters.join('\n')}\n  ROOT y = f32[4096,32768] negate(weights_0)\n}\n`,
    );
    const { code, out } = hloom(['check', 'large.hlo']);
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines.slice(0, 2)).toEqual(['large.hlo is valid: (', '  weights_0: f32[4096,32768],']);
    expect(lines.slice(30, 33)).toEqual([
      '  weights_29: f32[4096,32768],',
      ') -> f32[4096,32768]',
      '1 computation, 31 instructions',
    ]);
    for (const words of [
      ['run', 'large.hlo', '--seed', '1'],
      ['bench', 'large.hlo'],
      ['explain', 'large.hlo', '--at', 'y[0,0]', '--seed', '1'],
    ]) {
      expect(hloom(words)).toMatchObject({
        code: 4,
        err: expect.stringMatching(
          /^hloom \w+: the program cannot fit: its arguments take 16\.1 GB, its constants and instructions 9\.30 KB, and its result 537 MB; WebAssembly addresses 4\.29 GB\n/,
        ) as string,
      });
    }
  });

  test('devices that leave no room: those that the options or the module ask for', () => {
    const program = 'ENTRY e { ROOT x = f32[200000000] parameter(0) }\n';
    save('devices.hlo', program);
    save('states.hlo', `HloModule m, replica_count=3\n\n${program}`);
    for (const words of [['devices.hlo', '--replicas', '3'], ['states.hlo']]) {
      const { code, err } = hloom(['run', ...words, '--seed', '1']);
      expect(code).toBe(4);
      expect(err).toMatch(
        /cannot fit on 3 devices: its arguments take 2\.40 GB, .* 300 bytes, and its result 2\.40 GB;/,
      );
    }
  });

  test.each(['run', 'bench'])('constants that leave no room for the arguments: no hloom %s', (name) => {
    save(
      'constant.hlo',
      `ENTRY e {
        x = f32[1073000000] parameter(0)
        c = f32[1000000] constant({...})
        ROOT y = f32[1] slice(c), slice={[0:1]} }`,
    );
    const { code, out, err } = hloom([name, 'constant.hlo', '--seed', '1', '--elided-constants', 'zeros']);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(
      /: its arguments take 4\.29 GB, its constants and instructions 4\.00 MB, and its result 4 bytes; /,
    );
  });

  test('a program that breaks a rule: exit code 1, the rule and the place', () => {
    save('broken.pb', broken());
    const { code, out, err } = hloom(['check', 'broken.pb']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^hloom check: INVALID_ARGUMENT \[[a-z-]+\.[a-z]+\d+\].*\n[^]*in broken\.pb\n$/);
    const json = hloom(['check', 'broken.pb', '--json']);
    expect(json).toMatchObject({ code: 1, err: '' });
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_ARGUMENT', rule: /\[([^\]]*)\]/.exec(err)?.[1] },
    });
  });

  test('each module of a file that is parted by // -----', () => {
    const good = 'HloModule good\nENTRY main { ROOT x = f32[2] parameter(0) }\n';
    const bad = 'HloModule bad\nENTRY main { ROOT x = negte(f32[2] parameter(0)) }\n';
    save('parted.hlo', `// two programs\n\n// -----\n\n${good}\n// -----\n${bad}`);
    const { code, out, err } = hloom(['check', 'parted.hlo']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(
      /^module 1 of 2: parted\.hlo is valid: \(x: f32\[2\]\) -> f32\[2\]\n1 computation, 1 instruction\nmodule 2 of 2: INVALID_ARGUMENT \[text\.p14\] [^]*did you mean negate\?\n {2}at line 10, column 23, in parted\.hlo\n$/,
    );
    const lines = hloom(['check', 'parted.hlo', '--json']).out.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { ok: boolean }).ok)).toEqual([true, false]);
    expect(hloom(['run', 'parted.hlo']).err).toMatch(/\[text\.p19\] a second module begins here/);
  });

  test('StableHLO: each module of a file, and all operations that it cannot run', () => {
    const main = (body: string): string =>
      `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n${body}  return %0 : tensor<2xf32>\n}\n`;
    const bad = main(
      '  %1 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) : (tensor<2xf32>) -> tensor<2xf32>\n' +
        '  %0 = "stablehlo.frobnicate"(%1) : (tensor<2xf32>) -> tensor<2xf32>\n',
    );
    save('parted.mlir', `${main('  %0 = stablehlo.negate %x : tensor<2xf32>\n')}// -----\n${bad}`);
    const { code, out, err } = hloom(['check', 'parted.mlir']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(
      /^module 1 of 2: parted\.mlir is valid: \(\w+: f32\[2\]\) -> f32\[2\]\n1 computation, 2 instructions\n/,
    );
    expect(out).toMatch(/\nmodule 2 of 2: UNIMPLEMENTED \[stablehlo\.c1\] /);
    expect(out).toMatch(
      /\n {2}line 7, column 8: .*python_cpu_callback: .*\n {2}line 8, column 8: stablehlo\.frobnicate\n/,
    );
    expect(out).toMatch(/ in parted\.mlir\n$/);
  });
});

describe('bench', () => {
  test('text for people', () => {
    const { code, out, err } = hloom(['bench', 'axis.pb', '--runs', '5', '--arg', '@x.npy']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^axis\.pb: 4 instructions per run\ncompile +[\d.]+ (ms|us)\nfirst run +[\d.]+ (ms|us)\nmedian .* of 5 runs\n/,
    );
  });
});

describe('explain', () => {
  test.each([
    [['f32[2,3] + f32[3] {1}']],
    [['f32[2,3]', '+', 'f32[3]', '{1}']],
    [['f32[2,3]{1,0}*f32[3]{0} { 1 }']],
    [['f32[2,3] add f32[3]{1}']],
    [['f32[2,3] f32[3] {1}']],
  ])('%j', (words) => {
    const { code, out, err } = hloom(['explain', ...words]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/broadcast_dimensions=\{1\} gives f32\[2,3\]\n {2}dimension 0: .*repeated 2 times/);
  });

  test('an illegal broadcast: the explanation, and exit code 1', () => {
    const { code, out, err } = hloom(['explain', 'f32[2,3] + f32[4] {1}']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/broadcast\.c2/);
    const { out: json } = hloom(['explain', 'f32[2,3] + f32[4] {1}', '--json']);
    expect(JSON.parse(json)).toMatchObject({
      ok: false,
      lhs: 'f32[2,3]',
      rhs: 'f32[4]',
      error: { rule: 'broadcast.c2' },
    });
    for (const words of ['(f32[2], (s32[])) + f32[2] {0}', 'f32[2] < opaque[]', 'f32[2] * b(f32[2])']) {
      expect(hloom(['explain', words])).toMatchObject({
        code: 1,
        out: expect.stringMatching(/\[type\.c2\].*not an array/s),
      });
    }
    const { out: legal } = hloom(['explain', '--json', 'f32[2,1] < f32[2,3]']);
    expect(JSON.parse(legal)).toMatchObject({ ok: true, result: 'f32[2,3]', broadcastDimensions: [] });
  });
});

describe('serve', () => {
  const fetchText = (url: string): Promise<{ status: number; body: string; isolated: boolean }> =>
    new Promise((resolve, reject) => {
      get(url, (response) => {
        let body = '';
        response.on('data', (part) => (body += String(part)));
        response.on('end', () => {
          const isolated = response.headers['cross-origin-embedder-policy'] === 'require-corp';
          resolve({ status: response.statusCode ?? 0, body, isolated });
        });
      }).on('error', reject);
    });

  test('a folder, until Ctrl+C', async () => {
    writeFileSync(join(folder, 'index.html'), '<p>a page</p>');
    mkdirSync(join(folder, 'page'));
    writeFileSync(join(folder, 'page/index.html'), '<p>another</p>');
    const child = startHloom(['serve', '.', '--port', '0']);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const line = await new Promise<string>((resolve) => child.stdout?.once('data', (data) => resolve(String(data))));
    const [, url = ''] = /^serving (http:\/\/localhost:\d+\/)/.exec(line) ?? [];
    expect(await fetchText(url)).toEqual({ status: 200, body: '<p>a page</p>', isolated: true });
    expect((await fetchText(`${url}nothing`)).status).toBe(404);
    expect((await fetchText(`${url}index.html/`)).status).toBe(404);
    expect((await fetchText(`${url}page/`)).body).toBe('<p>another</p>');
    const moved = await fetch(`${url}page?x=1`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/page/?x=1']);
    const posted = await fetch(url, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${url}axis.hlo`)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    // A pipe would never end, and nor would the command that reads it.
    expect(shell('mkfifo page/pipe').code).toBe(0);
    expect((await fetchText(`${url}page/pipe`)).status).toBe(404);
    expect((await fetchText(`${url}..%2f..%2f..%2fetc%2fpasswd`)).status).toBe(404);
    const port = new URL(url).port;
    expect(hloom(['serve', '.', '--port', port])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is taken\n.*--port 8081/),
    });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

describe('help', () => {
  const names = ['run', 'print', 'check', 'bench', 'explain', 'serve'];

  test('the overview names every command and every exit code', () => {
    const { code, out, err } = hloom(['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const word of ['0 done', '1 ', '2 ', '3 ', '4 ', '5 ', '130 ', '143 ']) expect(out).toContain(word);
    expect(hloom(['help']).out).toBe(out);
    expect(hloom(['-h']).out).toBe(out);
    // Without a word, the same text is an error.
    expect(hloom([])).toEqual({ code: 2, out: '', err: out });
  });

  test('the version is the package’s', () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(hloom(['--version'])).toEqual({ code: 0, out: `hloom ${version}\n`, err: '' });
  });
});
