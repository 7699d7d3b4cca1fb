// Measures the transcendental functions and writes docs/accuracy.md. Fails if a tolerance is exceeded. Needs GCC's
// libquadmath.
//
//   npm run accuracy [-- SAMPLES]           against 113-bit arithmetic, 100000 samples by default
//   npm run accuracy -- --sweep [EVERY]     the functions of F32 at all numbers, or every EVERY-th; takes an hour. Kept in
//                                           tests/accuracy/sweep.md, which the next report has
//   npm run accuracy -- --sweep EVERY NAME ...   prints those of these operations, such as tanh power, and keeps nothing
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

const sweeps = process.argv[2] === '--sweep';
const target = sweeps ? 'hloom_accuracy_sweep' : 'hloom_accuracy';
const [parameter = sweeps ? '1' : '100000', ...names] = process.argv.slice(sweeps ? 3 : 2);

await setupOrExit('test');
if (!(await buildPreset('native', { targets: [target] }))) process.exit(1);
const program = join(root, 'build/native/tests/accuracy', target);
const { ok, output, reason } = await run(program, [parameter, ...names], { capture: true });
if (!ok) {
  console.error(`${output}\n${program} ${[parameter, ...names].join(' ')}: ${reason}`);
  process.exit(1);
}
if (names.length > 0) {
  console.log(output);
  process.exit(0);
}
const sweep = join(root, 'tests/accuracy/sweep.md');
const file = sweeps ? sweep : join(root, 'docs/accuracy.md');
writeFileSync(file, sweeps ? output : output.replace('@SWEEP@\n', readFileSync(sweep, 'utf8')));
console.log(`wrote ${file}`);
