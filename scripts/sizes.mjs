// Measures the parts of the WebAssembly module: `npm run sizes` prints the bytes of code of each part of the core, by
// folder and by family of operations, as the linker places them. The sizes are those before wasm-opt, which saves about
// a tenth; data, such as the texts of rules, is not counted. Inline functions that several files share count for the
// first of these files.
//
// Emscripten does not output the linker's map, so its linker command is repeated with a map. The preset wasm-sizes
// compiles each file by itself, so that the object files have their folders in their names.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { setupOrExit } from './setup.mjs';

const build = inRoot('build/wasm-sizes');
const module = 'hloom.node.js';

function answerOf(command) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: build,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout + stderr;
}

/** The object files in one of our archives. Their paths contain the folders; the members of an archive do not. */
function objectsIn(archive) {
  const rules = readFileSync(join(build, 'build.ninja'), 'utf8');
  const [, inputs] = new RegExp(`^build (?:\\S*/)?${archive}: \\S+ ([^|\\n]*)`, 'm').exec(rules);
  return inputs.split(' ').filter((file) => file.endsWith('.cc.o'));
}

function linkMap(scratch) {
  const link = answerOf(`ninja -t commands ${module}`)
    .trim()
    .split('\n')
    .at(-1)
    .replace(/^: && | && :$/g, '');
  const said = answerOf(`${link.replace(` -o ${module}`, ` -o ${scratch}/module.js -O1 -v`)}`);
  const linker = said.split('\n').find((line) => line.includes('wasm-ld'));
  const map = join(scratch, 'map');
  const archives = [...new Set(linker.match(/\blibhloom_\w+\.a/g))];
  const own = linker.replace(/ -o \S+/, ` -o ${scratch}/linked.wasm`).replace(/ \S*libhloom_\w+\.a/g, '');
  const objects = archives.flatMap(objectsIn);
  answerOf(`${own} ${objects.join(' ')} --Map=${map}`);
  return readFileSync(map, 'utf8');
}

/**
 * Rows of the map: address, offset and size, then the section of an input file, indented more than the output sections.
 */
function* functionsIn(map) {
  const code = map.slice(map.indexOf(' CODE\n'), map.search(/ DATA\n/));
  for (const [, size, file] of code.matchAll(/^ +- +[0-9a-f]+ +([0-9a-f]+) {9}(\S.*?):\(/gm)) {
    yield { bytes: parseInt(size, 16), file };
  }
}

/** "core/kernels/fft" is the room "kernels" and the family "fft". */
function placeOf(file) {
  const [, inCore] = /\.dir\/core\/(.*)\/[^/]+$/.exec(file) ?? [];
  if (inCore === undefined) return file.includes('.dir/wasm/') ? ['wasm', ''] : ['libraries', ''];
  const [room, ...rest] = inCore.split('/');
  return [room, rest.join('/')];
}

function sumBy(functions, keyOf) {
  const sums = new Map();
  for (const entry of functions) sums.set(keyOf(entry), (sums.get(keyOf(entry)) ?? 0) + entry.bytes);
  return [...sums].sort(([, a], [, b]) => b - a);
}

function print(title, rows, total) {
  console.log(`\n${title}`);
  for (const [name, bytes] of rows) {
    const kilobytes = (bytes / 1000).toFixed(1).padStart(8);
    console.log(`${kilobytes} KB ${((100 * bytes) / total).toFixed(1).padStart(5)} %  ${name}`);
  }
}

await setupOrExit('build');
// Only this file is linked: dist/wasm keeps the files of the preset wasm.
if (!(await buildPreset('wasm-sizes', { targets: [module] }))) process.exit(1);
const scratch = mkdtempSync(join(tmpdir(), 'hloom-sizes-'));
try {
  const functions = [...functionsIn(linkMap(scratch))].map(({ bytes, file }) => ({ bytes, place: placeOf(file) }));
  const total = functions.reduce((sum, { bytes }) => sum + bytes, 0);
  print(
    'By room',
    sumBy(functions, ({ place: [room] }) => room),
    total,
  );
  const families = functions.filter(({ place: [, family] }) => family !== '');
  print(
    'By folder of operations, kernels and builder functions',
    sumBy(families, ({ place: [room, family] }) => `${room}/${family}`),
    total,
  );
  console.log(`\n${(total / 1000).toFixed(0)} KB of code in all`);
} finally {
  rmSync(scratch, { recursive: true });
}
