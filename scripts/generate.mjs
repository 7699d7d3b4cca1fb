// Reads the core's operation tables and generates the typed builder methods from them: `npm run generate`.
//
// build/ops.json comes from the wasm module itself, so it cannot disagree with it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { whenChanged } from './lib/fingerprint.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

/** Asks a fresh instance of the core. */
async function asker() {
  const createHloom = createRequire(import.meta.url)(inRoot('dist/wasm/hloom-simd.node.cjs'));
  const core = await createHloom({ wasmBinary: readFileSync(inRoot('dist/wasm/hloom-simd.wasm')) });
  return (method) => {
    const request = new TextEncoder().encode(`${method}{}`);
    core.HEAPU8.set(request, core.request(request.length));
    const bytes = core.call(method.length, '{}'.length);
    const start = core.answer();
    const answer = JSON.parse(new TextDecoder().decode(core.HEAPU8.subarray(start, start + bytes)));
    if (answer.error) throw new Error(`the core does not answer ${method}: ${answer.error.message}`);
    return answer.result;
  };
}

async function writeOpsJson() {
  const ask = await asker();
  const text = `${JSON.stringify({ ...ask('ops'), other_names: ask('builder.other_names').names }, null, 1)}\n`;
  mkdirSync(inRoot('build'), { recursive: true });
  const path = inRoot('build/ops.json');
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Brings build/ops.json and js/src/generated/ up to date. */
export async function generate() {
  const wasm = ['dist/wasm/hloom-simd.wasm', 'dist/wasm/hloom-simd.node.cjs', 'scripts/generate.mjs'];
  await whenChanged('ops-json', { inputs: wasm, outputs: ['build/ops.json'] }, writeOpsJson);
  const inputs = ['build/ops.json', 'js/tools'];
  const outputs = ['builder-methods', 'kinds', 'argument-types', 'limits'].map((name) => `js/src/generated/${name}.ts`);
  await whenChanged('generated', { inputs, outputs }, async () => {
    const { ok, output } = await run('node', ['js/tools/generate.mjs'], { capture: true });
    if (!ok) throw new Error(`js/tools/generate.mjs failed:\n${output}`);
  });
}

if (process.argv[1] === inRoot('scripts/generate.mjs')) await generate();
