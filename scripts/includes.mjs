// Compiles every file of the core by itself, without the precompiled headers of the presets: `npm run test:includes`. It
// fails where a file forgets an #include, which those headers hide and who adds hloom to a project of their own finds.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

await setupOrExit();
const sources = readdirSync(inRoot('core'), { recursive: true }).filter((file) => file.endsWith('.cc'));
const flags = ['-std=c++20', '-fno-exceptions', '-fno-rtti', '-fsyntax-only', '-w', '-I', inRoot('core')];
const waiting = sources.sort().values();
const failures = [];
const compiler = async () => {
  // All of them take from one iterator.
  for (const source of waiting) {
    const { ok, output } = await run(process.env.CXX ?? 'c++', [...flags, inRoot('core', source)], { capture: true });
    if (!ok) failures.push(`core/${source}\n${output}`);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, compiler));
if (failures.length > 0) console.error(failures.join('\n'));
console.log(`${sources.length - failures.length} of ${sources.length} files compile by themselves`);
process.exit(failures.length === 0 ? 0 : 1);
