// hloom inside another CMake project, and XLA-style code. (The installed package is used by the README's own commands.)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './support/snippets.js';

const build = mkdtempSync(join(tmpdir(), 'hloom-cpp-'));
afterAll(() => {
  rmSync(build, { recursive: true });
});

function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

test('a project takes hloom in with add_subdirectory(), with its own exceptions and RTTI', () => {
  // The flags of the native preset: ccache has compiled it all before.
  const flags = ['CMAKE_BUILD_TYPE=RelWithDebInfo', 'CMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1', 'HLOOM_WERROR=ON'];
  const definitions = [`HLOOM_CHECKOUT=${root}`, ...flags].flatMap((definition) => ['-D', definition]);
  run('cmake', ['-S', join(root, 'tests/docs/cpp'), '-B', build, '-G', 'Ninja', ...definitions]);
  run('cmake', ['--build', build, '-j', '2', '--target', 'xla_style', 'reduce_window']);
  expect(run(join(build, 'xla_style'), [])).toBe('f32[3] {5, 7, 9}\n');
  expect(run(join(build, 'reduce_window'), [])).toBe('f32[2,2] { { 9, 12 }, { 24, 21 } }\n');
}, 500_000);
