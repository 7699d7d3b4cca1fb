// The house: which room may use which. CONTRIBUTING.md has the map.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(__dirname, '../..');

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The files below a folder, by their paths from there. */
function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name));
}

const roomOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');

/** The other rooms that a room uses. They are lower, so a list contains only rooms that come before it. */
type Uses = ReadonlyMap<string, readonly string[]>;

const coreRooms: Uses = new Map([
  ['base', []],
  ['shape', ['base']],
  ['kernels', ['base', 'shape']],
  ['literal', ['base', 'shape', 'kernels']],
  ['hlo', ['base', 'shape', 'literal']],
  ['ops', ['base', 'shape', 'literal', 'kernels', 'hlo']],
  ['builder', ['base', 'shape', 'literal', 'hlo', 'ops']],
  ['text', ['base', 'shape', 'kernels', 'literal', 'hlo', 'ops', 'builder']],
  ['comm', ['base', 'shape', 'literal', 'kernels', 'hlo', 'ops']],
  ['runtime', ['base', 'shape', 'literal', 'kernels', 'hlo', 'ops', 'comm']],
  ['explain', ['base', 'shape', 'literal', 'hlo', 'ops', 'runtime']],
]);

// Generated files are outside of the order: every room uses a table of numbers, and the builder uses the methods.
const packageRooms: Uses = new Map([
  ['base', ['generated']],
  ['values', ['base', 'generated']],
  ['instance', ['base', 'values']],
  ['builder', ['base', 'values', 'instance', 'generated']],
  ['files', ['base', 'values', 'instance']],
  ['engine', ['base', 'values', 'instance', 'builder']],
  ['np', ['base', 'values', 'builder', 'generated']],
  ['nn', ['base', 'values', 'builder', 'generated', 'np']],
  ['random', ['base', 'values', 'builder', 'np']],
  ['jit', ['base', 'values', 'builder', 'engine']],
  ['cli', ['', 'base', 'values', 'files']],
]);

// Client and Executable use all of these.
const engineRooms: Uses = new Map([
  ['worker', []],
  ['values', ['worker']],
  ['run', ['worker', 'values']],
]);

test.each([
  ['core', coreRooms],
  ['js/src', packageRooms],
  ['js/src/engine', engineRooms],
])('the rooms of %s stand in an order', (_, rooms) => {
  const before = new Set(['', 'generated']);
  for (const [room, uses] of rooms) {
    for (const use of uses) expect(before).toContain(use);
    before.add(room);
  }
});

/** The uses that the order of the rooms does not allow. */
function upward(rooms: Uses, file: string, used: readonly string[]): string[] {
  const room = roomOf(file);
  const allowed = rooms.get(room);
  return used
    .filter((path) => roomOf(path) !== room && allowed?.includes(roomOf(path)) === false)
    .map((path) => `${file} uses ${path}`);
}

test('includes of the core point down', () => {
  const files = filesBelow('core', /\.(h|cc|def)$/);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, 'core', file), 'utf8');
    return upward(
      coreRooms,
      file,
      [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, path = '']) => path),
    );
  });
  expect(new Set(files.map(roomOf))).toEqual(new Set([...coreRooms.keys(), '']));
  expect(found).toEqual([]);
});

// Values are copied and converted by kernels, and numbers read and printed by the formats that conversion knows.
test.each([
  ['literal', ['copy', 'convert', 'number_format', 'kernel', 'sizes']],
  ['text', ['number_format']],
])('%s uses no other kernels than %p', (room, names) => {
  const allowed = names.map((name) => `kernels/${name}.h`);
  const found = filesBelow(`core/${room}`, /\.(h|cc)$/).flatMap((file) => {
    const text = readFileSync(join(root, 'core', room, file), 'utf8');
    return [...text.matchAll(/^#include "(kernels\/[^"]+)"/gm)]
      .filter(([, path = '']) => !allowed.includes(path))
      .map(([, path = '']) => `${file} uses ${path}`);
  });
  expect(found).toEqual([]);
});

/** The kernels that a header of core/kernels declares: functions, with their first argument's type, and classes. */
function kernelsOf(file: string): { name: string; argument?: string }[] {
  const text = readFileSync(join(root, 'core/kernels', file), 'utf8');
  const functions = [...text.matchAll(/^Kernel (\w+)\((?:const )?(?:std::)?(\w+)/gm)];
  const classes = [...text.matchAll(/^class (\w+)[^;{]*\{\n(.*?)^\};/gms)];
  return [
    ...functions.map(([, name = '', argument = '']) => ({ name, argument })),
    ...classes
      .filter(([, , body = '']) => /^ {2}(?:virtual )?Kernel \w+\(/m.test(body))
      .map(([, name = '']) => ({ name })),
  ];
}

test('every kernel is run by a test of its own, and every plain model says what it is the oracle of', () => {
  const tests = filesBelow('tests/core/kernels', /_test\.cc$/)
    .map((file) => readFileSync(join(root, 'tests/core/kernels', file), 'utf8'))
    .join('\n');
  // Parts of others: of KeySorting, of FoldedWindows, of all that goes through windows, of ContractionPlan and of Fft.
  const windows = ['FoldedLongWindows', 'SlideWindows', 'ScannedLines', 'WindowTiling'];
  const parts = ['RowSorting', ...windows, 'ContractionAlgorithm', 'AxisFft', 'LongFft'];
  // Kernels that are declared but not written yet have no test.
  const sources = filesBelow('core/kernels', /\.cc$/)
    .map((file) => readFileSync(join(root, 'core/kernels', file), 'utf8'))
    .join('\n');
  const kernels = filesBelow('core/kernels', /\.h$/)
    .flatMap(kernelsOf)
    .map(({ name }) => name)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(sources));
  expect(kernels.length).toBeGreaterThan(20);
  expect(kernels).toEqual(expect.arrayContaining(parts));
  expect(kernels.filter((name) => !parts.includes(name) && !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([]);

  const models = filesBelow('tests/core/support', /_model\.h$/);
  expect(models.length).toBeGreaterThan(10);
  const headers = models.map((file) => {
    const text = readFileSync(join(root, 'tests/core/support', file), 'utf8');
    return [file, text.slice(0, text.indexOf('#ifndef')).replace(/\s*\/\/ ?/g, ' ')] as const;
  });
  const unnamed = headers.filter(([, text]) => !/\boracle of\b/.test(text) || !/shares? no code with/.test(text));
  expect(unnamed.map(([file]) => file)).toEqual([]);
});

/**
 * The kernels of core/kernels that a small program holds, as `copy.h CopyStrided`: those whose name and first argument's type are
 * in the linker's list of what it kept, and classes of which it kept something. Parentheses are escaped there:
 * `hloom::Gather\\28hloom::GatherArrays\\20const&\\29`.
 */
function kernelsIn(symbols: string): string[] {
  const isKept = ({ name, argument }: { name: string; argument?: string }): boolean =>
    new RegExp(argument === undefined ? `hloom::${name}::` : `hloom::${name}\\\\28(?:\\w+::)*${argument}\\b`).test(
      symbols,
    );
  return filesBelow('core/kernels', /\.h$/).flatMap((file) =>
    kernelsOf(file)
      .filter(isKept)
      .map(({ name }) => `${file} ${name}`),
  );
}

test('a program that builds, reads and prints links neither the runtime nor other kernels than copy and convert', () => {
  const symbolsOf = (program: string): string =>
    readFileSync(join(root, `build/wasm/sizes/${program}.js.symbols`), 'utf8');
  // Loops over elements, folds, and what runs programs.
  const others = ['UnaryLoop', 'BinaryLoop', 'FoldWith', 'ThreadPool', 'Machine', 'Execution', 'GetOpEval'];
  const kept = (names: readonly string[], symbols: string): string[] =>
    names.filter((name) => new RegExp(`hloom::${name}(?:<|::|\\\\28)`).test(symbols));

  const small = symbolsOf('builder_and_text');
  expect(small).toMatch(/hloom::StridedCopy\b/);
  expect(small).toMatch(/hloom::ConvertRun\b/);
  expect(kernelsIn(small).filter((kernel) => !kernel.startsWith('copy.h '))).toEqual([]);
  expect(kept(others, small)).toEqual([]);
  // The same search finds them all where the runtime is linked.
  const large = symbolsOf('with_runtime');
  expect(kernelsIn(large).length).toBeGreaterThan(20);
  expect(kept(others, large)).toEqual(others);
  // Only programs that explain elements link this.
  for (const symbols of [small, large]) expect(kept(['GetOpExplain', 'PrepareSources'], symbols)).toEqual([]);
});

test('what an operation is knows nothing of how it is computed', () => {
  // Files of evaluation have this name, except the interfaces of evaluation, runtime and host.
  const computes =
    /_(?:eval|explain)\.(h|cc)$|^ops\/(op_eval|eval_context|destination|host\/host|host\/custom_call_registry)\.(h|cc)$/;
  // These two compute nothing: they define numbers and sorting keys.
  const descriptions = ['kernels/number_format.h', 'kernels/sorting/sort_key.h'];
  const ofPrograms = ['hlo', 'ops', 'builder', 'text'];
  const files = filesBelow('core', /\.(h|cc)$/).filter((file) => ofPrograms.includes(roomOf(file)));
  const found = files
    .filter((file) => !computes.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, 'core', file), 'utf8');
      return [...text.matchAll(/^#include "([^"]+)"/gm)]
        .map(([, path = '']) => path)
        .filter((path) => (computes.test(path) || roomOf(path) === 'kernels') && !descriptions.includes(path))
        .map((path) => `${file} uses ${path}`);
    });
  expect(files.filter((file) => computes.test(file)).length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});

test('the core names neither Emscripten nor what stands above it', () => {
  const found = filesBelow('core', /\.(h|cc)$/).filter((file) =>
    /#include [<"](emscripten|wasm\/)/.test(readFileSync(join(root, 'core', file), 'utf8')),
  );
  expect(found).toEqual([]);
});

// Objects that are compiled with threads are linked without, too. There the linker puts a thread_local variable where other
// data is.
// GCC warns about it, and npm test compiles with clang.
test('an assertion of GoogleTest that depends on a condition has braces', () => {
  const bare = filesBelow('tests', /\.(cc|h)$/).filter((file) =>
    /^\s*if \([^{}]*\)\s+(ASSERT|EXPECT)_/m.test(readFileSync(join(root, 'tests', file), 'utf8')),
  );
  expect(bare).toEqual([]);
});

test('no variable is thread_local', () => {
  const found = ['core', 'wasm', 'tests/core'].flatMap((folder) =>
    filesBelow(folder, /\.(h|cc)$/)
      .filter((file) => /^[^/\n]*\bthread_local\b/m.test(readFileSync(join(root, folder, file), 'utf8')))
      .map((file) => `${folder}/${file}`),
  );
  expect(found).toEqual([]);
});

test('what the core reads and prints is the same in every locale', () => {
  const calls =
    /\bstd::(?:strto|ato[fil]|sto[dfil]|\w*scanf|setlocale|is(?:alpha|alnum|digit|space)\b|to(?:lower|upper)\b)/;
  const prints = /\b\w*printf\(/;
  // float_text.cc puts the point back, literal_text.cc prints an integer, export_text.cc takes the digits alone.
  const mayPrint = ['base/float_text.cc', 'literal/literal_text.cc', 'text/stablehlo/export_text.cc'];
  const found = filesBelow('core', /\.(h|cc)$/).filter((file) => {
    const text = readFileSync(join(root, 'core', file), 'utf8');
    return calls.test(text) || (prints.test(text) && !mayPrint.includes(file));
  });
  expect(found).toEqual([]);
});

/** The modules that a module of js/src imports, and whether it needs more than their types. */
function importsOf(file: string): { path: string; isValue: boolean }[] {
  const text = readFileSync(join(root, 'js/src', file), 'utf8');
  return [...text.matchAll(/^(?:import|export) (type )?([^;]*?) from '(\.[^']*)\.js';/gms)].map(
    ([, type, names = '', path = '']) => ({
      path: `${posix.normalize(posix.join(posix.dirname(file), path))}.ts`,
      isValue: type === undefined && names.replace(/\btype \w+,?/g, '').replace(/[{},\s]/g, '') !== '',
    }),
  );
}

test('imports of the package point down', () => {
  const files = filesBelow('js/src', /\.ts$/);
  const found = files.flatMap((file) =>
    upward(
      packageRooms,
      file,
      importsOf(file).map(({ path }) => path),
    ),
  );
  expect(new Set(files.map(roomOf))).toEqual(new Set([...packageRooms.keys(), '', 'generated']));
  expect(found).toEqual([]);
});

test('imports of the engine point down', () => {
  const files = filesBelow('js/src/engine', /\.ts$/);
  const inEngine = (path: string): string[] => (path.startsWith('engine/') ? [path.slice('engine/'.length)] : []);
  const found = files.flatMap((file) =>
    upward(
      engineRooms,
      file,
      importsOf(`engine/${file}`).flatMap(({ path }) => inEngine(path)),
    ),
  );
  expect(new Set(files.map(roomOf))).toEqual(new Set([...engineRooms.keys(), '']));
  expect(found).toEqual([]);
});

/** The circles of imports that lead from modules of js/src back to themselves. */
function circles(files: readonly string[], importsOfFile: (file: string) => readonly string[]): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of importsOfFile(file)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

test('no module of the package needs itself', () => {
  const files = filesBelow('js/src', /\.ts$/);
  const needed = (file: string): string[] =>
    importsOf(file)
      .filter(({ isValue }) => isValue)
      .map(({ path }) => path);
  expect(files.length).toBeGreaterThan(40);
  expect(circles(files, needed)).toEqual([]);
});

test('no module of the engine needs itself, not even for a type', () => {
  const files = filesBelow('js/src/engine', /\.ts$/).map((file) => `engine/${file}`);
  const imported = (file: string): string[] =>
    importsOf(file)
      .map(({ path }) => path)
      .filter((path) => path.startsWith('engine/'));
  expect(files.length).toBeGreaterThan(20);
  expect(circles(files, imported)).toEqual([]);
});

/**
 * The imports of a module of js/elements or the site: packages by their names, modules by their paths from the root.
 */
function namesImported(file: string): string[] {
  const found = [...read(file).matchAll(/^(?:import|export) (?:[^'";]*? from )?'([^']+)';/gms)];
  return found.map(([, name = '']) =>
    name.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file), name)).replace(/\.js$/, '.ts') : name,
  );
}

test('the elements stand on the package and Lit alone, and what they show is worked out without Lit', () => {
  const files = filesBelow('js/elements', /\.ts$/)
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => `js/elements/${file}`);
  const found = files.flatMap((file) => {
    const allowed = file.startsWith('js/elements/model/')
      ? /^hloom$|^js\/elements\/model\//
      : /^(hloom|lit(\/directives\/\w+\.js)?)$|^js\/elements\//;
    return namesImported(file)
      .filter((name) => !allowed.test(name))
      .map((name) => `${file} uses ${name}`);
  });
  expect(files.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

test('the site takes the package by its name, not from its sources', () => {
  const files = filesBelow('web-demo/src', /\.ts$/).map((file) => `web-demo/src/${file}`);
  const found = files.flatMap((file) =>
    namesImported(file)
      .filter((name) => name.startsWith('js/src/') || name.startsWith('dist/'))
      .map((name) => `${file} uses ${name}`),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});
