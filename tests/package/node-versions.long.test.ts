// The installed package on each version of Node that it supports: modules, threads and the command.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, pack, root, scratch } from './support/consumer.js';
import { areForThisMachine, nodeOf, nodeVersions } from './support/node-versions.js';

// Each version is a download of 20 MB, the first time.
const downloadSeconds = 300;

let folder: string;

beforeAll(() => {
  folder = install(pack(), 'node');
  writeFileSync(join(folder, 'twice.hlo'), 'ENTRY main {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] add(x, x)\n}\n');
  const call = 'custom-call(x), custom_call_target="says"';
  writeFileSync(join(folder, 'calls.hlo'), `ENTRY main {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] ${call}\n}\n`);
  writeFileSync(join(folder, 'prints.mjs'), "export const says = ([x]) => { console.log('called'); return x; };\n");
});

test('every version that package.json asks for has a program here', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${nodeVersions[0]?.split('.')[0]}`);
});

(areForThisMachine ? describe : describe.skip).each(nodeVersions)('Node %s', (version) => {
  let program: string;
  let path: string;

  beforeAll(() => {
    program = nodeOf(version);
    path = join(scratch, `bin-${version}`);
    mkdirSync(path);
    symlinkSync(program, join(path, 'node'));
  }, downloadSeconds * 1000);

  /** The output of a command, in a process that ended by itself, said nothing else, and found no other Node. */
  function printed(command: string, ...args: string[]): string {
    const options = { cwd: folder, env: { PATH: path }, encoding: 'utf8', timeout: 50_000 } as const;
    const { status, stdout, stderr } = spawnSync(command, args, options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  }

  test('is what runs', () => {
    expect(printed(program, '--version')).toBe(`v${version}\n`);
  });

  test.each([
    ['esm.mjs', {}, 'simd', 1],
    ['cjs.cjs', {}, 'simd', 1],
    ['esm.mjs', { threads: 2 }, 'simd-threads', 2],
    ['cjs.cjs', { threads: 2 }, 'simd-threads', 2],
    ['esm.mjs', { worker: true }, 'simd', 1],
    ['cjs.cjs', { threads: 2, worker: true }, 'simd-threads', 2],
  ])('%s with %j, ending by itself without a warning', (script, options, variant, threads) => {
    const report = JSON.parse(printed(program, script, JSON.stringify(options))) as unknown;
    expect(report).toMatchObject({ data: [8, 10, 12, 11, 13, 15], platform: { simd: true, variant, threads } });
  });

  test('literals are compared by their elements, by the matchers of vitest too', () => {
    const vitest = join(root, 'node_modules/@vitest/expect/dist/index.js');
    expect(JSON.parse(printed(program, 'deep-equal.mjs', vitest))).toEqual({ compared: 13, wrong: [] });
  });

  test('the command runs a program, and a function of it that prints', () => {
    const command = join(folder, 'node_modules/.bin/hloom');
    expect(printed(command, 'run', 'twice.hlo', '--arg', '[1.5, 4]')).toBe('f32[2] {3, 8}\n');
    expect(printed(command, 'run', 'twice.hlo', '--threads', '2', '--arg', '[1.5, 4]')).toBe('f32[2] {3, 8}\n');
    const words = ['run', 'calls.hlo', '--arg', '[1.5, 4]', '--custom-calls', 'prints.mjs'];
    expect(printed(command, ...words)).toBe('called\nf32[2] {1.5, 4}\n');
  });

  test('the command says that a module waits for ever, and nothing else', () => {
    writeFileSync(join(folder, 'waits.mjs'), 'await new Promise(() => undefined);\nexport const says = ([x]) => x;\n');
    const words = ['run', 'calls.hlo', '--arg', '[1.5, 4]', '--custom-calls', 'waits.mjs'];
    const command = join(folder, 'node_modules/.bin/hloom');
    const { status, stderr } = spawnSync(command, words, { cwd: folder, env: { PATH: path }, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(/^hloom: it waits for what never comes.*\n {2}help: [^\n]*\n$/) as string,
    });
  });
});
