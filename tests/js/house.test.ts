// The house: which room may use which, and how big a room may be. CONTRIBUTING.md has the map.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(__dirname, '../..');

/** The files below a folder, by their paths from there. */
function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name));
}

const roomOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');

/** What a room uses beside itself; whatever is used lies lower, so that a list names only rooms that stand before it. */
type Uses = ReadonlyMap<string, readonly string[]>;

const coreRooms: Uses = new Map([
  ['base', []],
  ['shape', ['base']],
  ['kernels', ['base', 'shape']],
  ['literal', ['base', 'shape', 'kernels']],
  ['hlo', ['base', 'shape', 'literal']],
  ['ops', ['base', 'shape', 'literal', 'kernels', 'hlo']],
  ['builder', ['base', 'shape', 'literal', 'hlo', 'ops']],
  ['text', ['base', 'shape', 'literal', 'hlo', 'ops']],
  ['runtime', ['base', 'shape', 'literal', 'kernels', 'hlo', 'ops']],
]);

// What is generated stands outside of the order: a table of numbers is used by every room, the methods by the builder.
const packageRooms: Uses = new Map([
  ['base', ['generated']],
  ['values', ['base', 'generated']],
  ['instance', ['base', 'values']],
  ['builder', ['base', 'values', 'instance', 'generated']],
  ['files', ['base', 'values', 'instance']],
  ['engine', ['base', 'values', 'instance', 'builder']],
  ['cli', ['', 'base', 'values']],
]);

test.each([
  ['core', coreRooms],
  ['js/src', packageRooms],
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
test('literals use no other kernels than copy and convert, and what these need', () => {
  const allowed = ['copy', 'convert', 'number_format', 'kernel', 'sizes'].map((name) => `kernels/${name}.h`);
  const found = filesBelow('core/literal', /\.(h|cc)$/).flatMap((file) => {
    const text = readFileSync(join(root, 'core/literal', file), 'utf8');
    return [...text.matchAll(/^#include "(kernels\/[^"]+)"/gm)]
      .filter(([, path = '']) => !allowed.includes(path))
      .map(([, path = '']) => `${file} uses ${path}`);
  });
  expect(found).toEqual([]);
});

test('every kernel is run by a test of its own, and every plain model says what it is the oracle of', () => {
  const tests = filesBelow('tests/core/kernels', /_kernel_test\.cc$/)
    .map((file) => readFileSync(join(root, 'tests/core/kernels', file), 'utf8'))
    .join('\n');
  // Parts of others: of SortByKeys, of FoldWindows, and of all that goes through windows.
  const parts = [
    ...['SortShortRows', 'SortManyArrays', 'SortLongRows'],
    ...['FoldLongWindows', 'ScanLines', 'GoThroughWindows'],
  ];
  const kernels = filesBelow('core/kernels', /\.h$/).flatMap((file) =>
    [...readFileSync(join(root, 'core/kernels', file), 'utf8').matchAll(/^Kernel (\w+)\(/gm)].map(
      ([, name = '']) => name,
    ),
  );
  expect(kernels.length).toBeGreaterThan(20);
  expect(kernels.filter((name) => !parts.includes(name) && !new RegExp(`\\b${name}\\(`).test(tests))).toEqual([]);

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
 * in the linker's list of what it kept. Parentheses are escaped there: `hloom::Gather\\28hloom::GatherArrays\\20const&\\29`.
 */
function kernelsIn(symbols: string): string[] {
  return filesBelow('core/kernels', /\.h$/).flatMap((file) => {
    const text = readFileSync(join(root, 'core/kernels', file), 'utf8');
    return [...text.matchAll(/^Kernel (\w+)\((?:const )?(?:std::)?(\w+)/gm)]
      .filter(([, name = '', type = '']) => new RegExp(`hloom::${name}\\\\28(?:\\w+::)*${type}\\b`).test(symbols))
      .map(([, name = '']) => `${file} ${name}`);
  });
}

test('a program that builds, reads and prints links neither the runtime nor other kernels than copy and convert', () => {
  const symbolsOf = (program: string): string =>
    readFileSync(join(root, `build/wasm-simd/sizes/${program}.js.symbols`), 'utf8');
  // Loops over elements, folds, and what runs programs.
  const others = ['UnaryLoop', 'BinaryLoop', 'FoldWith', 'KernelRun', 'Machine', 'Execution', 'GetOpEval'];
  const othersIn = (symbols: string): string[] =>
    others.filter((name) => new RegExp(`hloom::${name}(?:<|::|\\\\28)`).test(symbols));

  const small = symbolsOf('builder_and_text');
  expect(small).toMatch(/hloom::StridedCopy\b/);
  expect(small).toMatch(/hloom::ConvertRun\b/);
  expect(kernelsIn(small).filter((kernel) => !kernel.startsWith('copy.h '))).toEqual([]);
  expect(othersIn(small)).toEqual([]);
  // The same search finds them all where the runtime is linked.
  const large = symbolsOf('with_runtime');
  expect(kernelsIn(large).length).toBeGreaterThan(20);
  expect(othersIn(large)).toEqual(others);
});

test('what an operation is knows nothing of how it is computed', () => {
  // What computes is called so, but for what evaluation, the runtime and the host agree on.
  const computes =
    /_eval\.(h|cc)$|^ops\/(op_eval|eval_context|destination|host\/host|host\/custom_call_registry)\.(h|cc)$/;
  // These two compute nothing: they say what numbers and sorting keys are.
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

test('what the core reads and prints is the same in every locale', () => {
  const calls =
    /\bstd::(?:strto|ato[fil]|sto[dfil]|\w*scanf|setlocale|is(?:alpha|alnum|digit|space)\b|to(?:lower|upper)\b)/;
  const prints = /\b\w*printf\(/;
  // float_text.cc puts the point back, literal_text.cc prints an integer.
  const mayPrint = ['base/float_text.cc', 'literal/literal_text.cc'];
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

test('no module of the package needs itself', () => {
  const files = filesBelow('js/src', /\.ts$/);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of importsOf(file)) if (next.isValue) visit(next.path, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(files.length).toBeGreaterThan(40);
  expect(cycles).toEqual([]);
});

test('comments of C++ have at most 100 columns, and none is a mere "Of ..."', () => {
  const found = ['core', 'wasm', 'tests', 'examples'].flatMap((top) =>
    filesBelow(top, /\.(h|cc)$/).flatMap((file) => {
      const lines = readFileSync(join(root, top, file), 'utf8').split('\n');
      const isComment = (i: number): boolean => /^ *\/\//.test(lines[i] ?? '');
      return lines.flatMap((line, i) => {
        const isWide = isComment(i) && [...line].length > 100;
        const isFragment = /^ *\/\/ Of [^:]*$/.test(line) && !isComment(i - 1) && !isComment(i + 1);
        return isWide || isFragment ? [`${top}/${file}:${i + 1}`] : [];
      });
    }),
  );
  expect(found).toEqual([]);
});

test('no room has more than 40 files', () => {
  const counts = new Map<string, number>();
  for (const top of ['core', 'wasm', 'js', 'web-demo/src', 'scripts', 'tests', 'examples', 'cmake']) {
    for (const file of filesBelow(top, /\.(h|cc|def|ts|mts|mjs|js|cjs|css|html|txt|cmake)$/)) {
      const room = posix.join(top, posix.dirname(file));
      if (!room.includes('node_modules')) counts.set(room, (counts.get(room) ?? 0) + 1);
    }
  }
  expect(counts.get('core/shape')).toBeGreaterThan(20);
  expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
});
