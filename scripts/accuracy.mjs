// Measures the transcendental functions against 113-bit arithmetic and writes docs/accuracy.md: `npm run accuracy`,
// optionally followed by a number of samples other than 100000. Fails if a tolerance is exceeded. Needs GCC's
// libquadmath.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

const samples = process.argv[2] ?? '100000';

await setupOrExit('test');
if (!(await buildPreset('native', { targets: ['hloom_accuracy'] }))) process.exit(1);
const report = join(root, 'docs', 'accuracy.md');
mkdirSync(join(root, 'docs'), { recursive: true });
const program = join(root, 'build/native/tests/accuracy/hloom_accuracy');
const { ok, output, reason } = await run(program, [samples], { capture: true });
if (!ok) {
  console.error(`${output}\n${program} ${samples}: ${reason}`);
  process.exit(1);
}
writeFileSync(report, output);
console.log(`wrote ${report}`);
