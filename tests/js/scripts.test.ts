// The output of the programs that the scripts start.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(__dirname, '../..');
const importOf = (file: string): string => JSON.stringify(join(root, 'scripts/lib', file));

test('a slow reader gets all that a program writes', async () => {
  // Linux holds 278 short lines between two processes. A program that ends by process.exit() may lose more than those if
  // it prints them faster than anybody can read.
  const program = 'for (let i = 1; i <= 100; i++) console.log(`line ${i}`); process.exit()';
  // The pipe to the reader is full before the program begins.
  const script = `
    import { run } from ${importOf('run.mjs')};
    console.log('x'.repeat(2_000_000));
    const { reason } = await run(process.execPath, ['-e', ${JSON.stringify(program)}]);
    console.log(reason);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stdout.pause();
  setTimeout(() => child.stdout.resume(), 500);
  await new Promise((resolve) => child.on('close', resolve));
  expect(output.trimEnd().split('\n').slice(-3)).toEqual(['line 99', 'line 100', 'exit code 0']);
});

test('an example shows its first lines, how to see the others, and its last line', () => {
  const folder = mkdtempSync(join(root, 'build/example-'));
  const file = relative(root, join(folder, 'long.mjs'));
  writeFileSync(join(root, file), 'for (let i = 1; i <= 30; i++) console.log(`line ${i}`);');
  const script = `
    import { showExample } from ${importOf('examples.mjs')};
    console.log(await showExample(['long', ${JSON.stringify(file)}]));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const first = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
  const more = `... 18 more lines: node --no-experimental-fetch ${file}`;
  expect(stdout.trimEnd().split('\n')).toEqual(['== long', ...first, more, 'line 30', 'true']);
});
