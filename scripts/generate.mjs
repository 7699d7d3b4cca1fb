// Reads the core's operation tables and generates the typed builder methods from them: `npm run generate`.
//
// build/ops.json comes from the wasm module itself, so it cannot disagree with it. The texts that only documentation
// contains are not in the module: they come from core/documentation.json, which a native test compares with the tables.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { whenChanged } from './lib/fingerprint.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const documentation = 'core/documentation.json';

/** Asks a fresh instance of the core. */
async function asker() {
  const createHloom = createRequire(import.meta.url)(inRoot('dist/wasm/hloom.node.cjs'));
  const core = await createHloom({ wasmBinary: readFileSync(inRoot('dist/wasm/hloom.wasm')) });
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
  const texts = JSON.parse(readFileSync(inRoot(documentation), 'utf8'));
  const ops = ask('ops');
  for (const row of ops.operations) Object.assign(row, texts.operations[row.name]);
  for (const row of ops.builders) Object.assign(row, texts.builders[`${row.name}/${row.overload}`]);
  const text = `${JSON.stringify({ ...ops, other_names: ask('builder.other_names').names }, null, 1)}\n`;
  mkdirSync(inRoot('build'), { recursive: true });
  const path = inRoot('build/ops.json');
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Brings build/ops.json and js/src/generated/ up to date. */
export async function generate() {
  const wasm = ['dist/wasm/hloom.wasm', 'dist/wasm/hloom.node.cjs'];
  const inputsOfOps = [...wasm, documentation, 'scripts/generate.mjs'];
  await whenChanged('ops-json', { inputs: inputsOfOps, outputs: ['build/ops.json'] }, writeOpsJson);
  const inputs = ['build/ops.json', 'js/tools'];
  const outputs = ['builder-methods', 'kinds', 'argument-types', 'limits'].map((name) => `js/src/generated/${name}.ts`);
  await whenChanged('generated', { inputs, outputs }, async () => {
    const { ok, output } = await run('node', ['js/tools/generate.mjs'], { capture: true });
    if (!ok) throw new Error(`js/tools/generate.mjs failed:\n${output}`);
  });
}

if (process.argv[1] === inRoot('scripts/generate.mjs')) await generate();
