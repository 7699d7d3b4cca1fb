// Compiles every file of the core alone, without the precompiled headers of the presets: `npm run test:includes`. It
// fails if a file forgets an #include, which those headers hide, but a project that adds hloom would find.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { inRoot } from './lib/paths.mjs';
import { progress } from './lib/progress.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

/** Compiles the files, as many at a time as there are cores, and prints why one does not compile. */
export async function checkIncludes(step = progress.start('includes')) {
  const sources = readdirSync(inRoot('core'), { recursive: true }).filter((file) => file.endsWith('.cc'));
  // cmake/eigen.cmake looks in the same places.
  const eigen = ['/usr/include/eigen3', '/usr/local/include/eigen3'].map((place) => `-isystem${place}`);
  const flags = ['-std=c++20', '-fno-exceptions', '-fno-rtti', '-fsyntax-only', '-w', '-I', inRoot('core'), ...eigen];
  const started = performance.now();
  const waiting = sources.sort().entries();
  const failures = [];
  const compiler = async () => {
    // All of them take from one iterator.
    for (const [at, source] of waiting) {
      step.say(`${at + 1}/${sources.length} ${source}`);
      const { ok, output } = await run(process.env.CXX ?? 'c++', [...flags, inRoot('core', source)], { capture: true });
      if (!ok) failures.push(`core/${source}\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compiler));
  step.end();
  if (failures.length > 0) progress.print(`${failures.join('\n')}\nto repeat: npm run test:includes`);
  progress.print(`${sources.length - failures.length} of ${sources.length} files compile by themselves`);
  return { ok: failures.length === 0, seconds: (performance.now() - started) / 1000 };
}

if (process.argv[1] === inRoot('scripts/includes.mjs')) {
  await setupOrExit('test');
  process.exit((await checkIncludes()).ok ? 0 : 1);
}
