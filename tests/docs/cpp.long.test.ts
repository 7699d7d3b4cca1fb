// hloom inside another CMake project, installed and as a subdirectory, and XLA-style code.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needLibrary, runCommands } from './support/run-snippets.js';
import { readSnippets, root } from './support/snippets.js';

const scratch = mkdtempSync(join(tmpdir(), 'hloom-cpp-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

function configure(build: string, definitions: string[]): void {
  const flags = definitions.flatMap((definition) => ['-D', definition]);
  run('cmake', ['-S', join(root, 'tests/docs/cpp'), '-B', build, '-G', 'Ninja', ...flags]);
}

test('a project uses the installed library, with its own exceptions and RTTI', () => {
  const [build, prefix] = [join(scratch, 'installed'), join(scratch, 'prefix')];
  run('cmake', ['--install', join(root, 'build/native'), '--prefix', prefix]);
  configure(build, [`CMAKE_PREFIX_PATH=${prefix}`]);
  run('cmake', ['--build', build, '-j', '2']);
  expect(run(join(build, 'xla_style'), [])).toBe('f32[3] {5, 7, 9}\n');
  expect(run(join(build, 'reduce_window'), [])).toBe('f32[2,2] { { 9, 12 }, { 24, 21 } }\n');
  expect(run(join(build, 'explain_element'), [])).toBe(printedInDocs('examples/cpp/explain_element.cc'));

  // The examples of learning have twins in JavaScript, which print the same, and whose values are in
  // tests/js/learning-examples.test.ts.
  const network = run(join(build, 'convolutional_network'), []);
  expect(network).toMatch(/it is 4 95%.*it is 2 96%.*it is 5 43%, 6 43%/s);
  expect(network).toBe(printedBy('convolutional-network'));
  const regression = run(join(build, 'softmax_regression'), []);
  expect(regression).toMatch(/^step 0: loss 1.0986, accuracy 0.33\n.*\nstep 100: loss 0.3084, accuracy 0.87\n/s);
  expect(rounded(regression)).toBe(rounded(printedBy('softmax-regression')));
  const training = run(join(build, 'training'), [join(root, 'examples/programs/mlp_step.hlo')]);
  expect(training).toMatch(/\n 1000 {2}0\.00\d\d {5}0\.00 {3}1\.00 {3}1\.00 {3}0\.00\n\nTwo moons/);
  expect(training).toBe(printedBy('training'));
  // Their twins are tested by tests/js/examples.test.ts, and print less.
  for (const example of ['linear_algebra', 'signals_and_chance']) {
    const printed = readFileSync(join(root, `tests/docs/cpp/${example}.txt`), 'utf8');
    expect(run(join(build, example), [])).toBe(printed);
    // As `npm start` runs it.
    const compiled = join(root, `build/wasm/examples/${example}.js`);
    expect(run(process.execPath, ['--no-experimental-fetch', compiled])).toBe(printed);
  }
}, 180_000);

/** The text block after the snippet of docs/running.md that quotes an example. */
function printedInDocs(example: string): string {
  const page = readFileSync(join(root, 'docs/running.md'), 'utf8');
  return /```text\n(.*?)```/s.exec(page.slice(page.indexOf(`<!-- from ${example} -->`)))?.[1] ?? '';
}

/** The output of an example of JavaScript. */
function printedBy(example: string): string {
  return run(process.execPath, [join(root, `examples/learning/${example}.mjs`)]);
}

/** Literals are printed in one line or in several, and with all their digits. */
function rounded(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/-?\d+\.\d+/g, (number) => Number(number).toFixed(3));
}

test('the commands of the README install the library, and build and run its program', () => {
  const snippets = readSnippets('README.md').filter((snippet) => snippet.language === 'bash' && needLibrary(snippet));
  expect(snippets).toHaveLength(2);
  for (const snippet of snippets) runCommands(snippet, { ...process.env, HOME: scratch });
}, 120_000);

test('a project takes hloom in with add_subdirectory(): its headers are found, and no tests are built', () => {
  const build = join(scratch, 'subdirectory');
  configure(build, [`HLOOM_CHECKOUT=${root}`]);
  // The program without the library, which would be built a second time.
  run('cmake', ['--build', build, '--target', 'CMakeFiles/xla_style.dir/xla_style.cc.o']);
  const targets = run('cmake', ['--build', build, '--target', 'help']);
  expect(targets).toContain('hloom_core');
  expect(targets).not.toMatch(/hloom_tests|hloom_gtest|fuzz_/);
  expect(targets).not.toMatch(/^hloom\/install/m);
}, 120_000);
