// Measures the transcendental functions against 113-bit arithmetic and writes docs/accuracy.md: `npm run accuracy`, or
// with a number of samples other than 100000 after it. Fails where a tolerance is exceeded. Needs GCC's libquadmath.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const samples = process.argv[2] ?? '100000';

async function must(command, args, options) {
  const result = await run(command, args, options);
  if (result.ok) return result;
  console.error(`${command} ${args.join(' ')}: ${result.reason}\n${result.output}`);
  process.exit(1);
}

await must('cmake', ['--preset', 'native'], { capture: true });
await must('cmake', ['--build', '--preset', 'native', '--target', 'hloom_accuracy'], { capture: true });
const report = join(root, 'docs', 'accuracy.md');
mkdirSync(join(root, 'docs'), { recursive: true });
const { output } = await must(join(root, 'build/native/tests/accuracy/hloom_accuracy'), [samples], { capture: true });
writeFileSync(report, output);
console.log(`wrote ${report}`);
