// The house: which room may use which, and how big a room may be. CONTRIBUTING.md has the map.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { cppFunctions, scriptFunctions } from './support/function-lengths.js';

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
  ['comm', ['base', 'shape', 'literal', 'kernels', 'hlo', 'ops']],
  ['runtime', ['base', 'shape', 'literal', 'kernels', 'hlo', 'ops', 'comm']],
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
  const parts = ['RowSorting', ...windows, 'ProductWork', 'AxisFft', 'LongFft'];
  // What is declared and not written yet has no test either.
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
    readFileSync(join(root, `build/wasm-simd/sizes/${program}.js.symbols`), 'utf8');
  // Loops over elements, folds, and what runs programs.
  const others = ['UnaryLoop', 'BinaryLoop', 'FoldWith', 'KernelRun', 'Machine', 'Execution', 'GetOpEval'];
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
  // Who does not explain elements has nothing of it.
  for (const symbols of [small, large]) expect(kept(['GetOpExplain', 'PrepareSources'], symbols)).toEqual([]);
});

test('what an operation is knows nothing of how it is computed', () => {
  // What computes is called so, but for what evaluation, the runtime and the host agree on.
  const computes =
    /_(?:eval|explain)\.(h|cc)$|^ops\/(op_eval|eval_context|destination|host\/host|host\/custom_call_registry)\.(h|cc)$/;
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

/** What a module of js/elements or the site imports: packages by their names, modules by their paths from the root. */
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
      : /^(hloom|lit)$|^js\/elements\//;
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

/** Where code of people stands; what is generated stands in folders of that name. */
const tops = ['core', 'wasm', 'js', 'web-demo', 'scripts', 'tests', 'examples', 'cmake', 'bench'];

/** The files of code below all of them, by their paths from the root. */
function code(pattern: RegExp): string[] {
  return tops.flatMap((top) =>
    filesBelow(top, pattern)
      .filter((file) => !/(?:^|\/)(?:node_modules|generated|dist|build|tmp)\//.test(file))
      .map((file) => posix.join(top, file)),
  );
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The comments of a file whose lines begin with //, or stand in a comment of JavaScript: first line, and the whole text. */
function commentBlocks(text: string): { line: number; text: string }[] {
  const blocks: { line: number; text: string }[] = [];
  let last = -1;
  for (const [i, line] of text.split('\n').entries()) {
    const comment = /^ *(?:\/\/|\/\*\*?(?=\s)|\*(?=\s|$))\s*(.*?)\s*(?:\*\/)?$/.exec(line)?.[1];
    if (comment === undefined) continue;
    const block = blocks.at(-1);
    if (block !== undefined && last === i - 1) block.text += ` ${comment}`;
    else blocks.push({ line: i + 1, text: comment });
    last = i;
  }
  return blocks;
}

/** Whether a text has a sentence such as "Of a tuple." or "Of elements that are equal the later one comes first." */
const hasOf = (text: string): boolean => /(?:^|[.:;!?] )Of\b/.test(text);

test('no comment has a sentence that begins with "Of ..."', () => {
  expect(hasOf('Of a tuple: its elements.')).toBe(true);
  expect(hasOf('The parts. Of a tuple alone.')).toBe(true);
  expect(hasOf('The parts of a tuple. Often empty.')).toBe(false);
  expect(commentBlocks('// What a tuple\n// has. Of\n// an array none.\nint x;\n  /** Of it. */')).toEqual([
    { line: 1, text: 'What a tuple has. Of an array none.' },
    { line: 5, text: 'Of it.' },
  ]);
  const files = code(/\.(h|cc|def|ts|mts|mjs|cjs)$/);
  const found = files.flatMap((file) =>
    commentBlocks(read(file))
      .filter(({ text }) => hasOf(text))
      .map(({ line }) => `${file}:${line}`),
  );
  expect(files.length).toBeGreaterThan(900);
  expect(found).toEqual([]);
});

test('comments of C++ have at most 100 columns', () => {
  const found = code(/\.(h|cc)$/).flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) => (/^ *\/\//.test(line) && [...line].length > 100 ? [`${file}:${i + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

test('no file of code has more than 600 lines', () => {
  const files = code(/\.(h|cc|def|cmake|ts|mts|mjs|js|cjs|css|html)$/);
  const found = files
    .map((file) => `${file}: ${read(file).split('\n').length - 1}`)
    .filter((entry) => Number(/\d+$/.exec(entry)) > 600);
  expect(files.length).toBeGreaterThan(900);
  expect(found).toEqual([]);
});

test('a function fits a screen: it has at most 80 lines beside its tables', () => {
  const longest = 80;
  const lines = (count: number): string => '  f();\n'.repeat(count);
  // What is counted: functions, methods and lambdas, but no classes, namespaces and tables.
  expect(cppFunctions(`namespace a {\nint f(int a,\n      A b = {}) {\n${lines(3)}}\n}\n`)).toEqual([
    { line: 2, lines: 6 },
  ]);
  expect(cppFunctions(`class A : B<int()> {\n  void f() {\n    g();\n  }\n};\n`)).toEqual([{ line: 2, lines: 3 }]);
  expect(cppFunctions(`int f() {\n  int x[] = {\n${'    1,\n'.repeat(9)}  };\n  return x;\n}\n`)).toEqual([
    { line: 1, lines: 3 },
  ]);
  expect(cppFunctions(`int x[] = {\n${lines(9)}};\nif (x) {\n} else {\n}\n`)).toEqual([]);
  expect(cppFunctions('TEST(A, B) {\n  f(R"(x\n}\n)");\n#if C\n  g();\n#endif\n}\n')).toEqual([{ line: 1, lines: 8 }]);
  expect(scriptFunctions('a.ts', `describe('a', () => {\nconst f = () => {\n${lines(4)}};\n});`)).toEqual([
    { line: 2, lines: 6 },
  ]);

  const cpp = code(/\.(h|cc)$/).map((file) => [file, cppFunctions(read(file))] as const);
  const scripts = code(/\.(ts|mts|mjs|js|cjs)$/).map((file) => [file, scriptFunctions(file, read(file))] as const);
  const counts = [cpp, scripts].map((files) => files.flatMap(([, functions]) => functions).length);
  expect(Math.min(...counts)).toBeGreaterThan(3000);
  const found = [...cpp, ...scripts].flatMap(([file, functions]) =>
    functions.filter(({ lines }) => lines > longest).map(({ line, lines }) => `${file}:${line} has ${lines}`),
  );
  expect(found).toEqual([]);
});

test('no room has more than 40 files', () => {
  const counts = new Map<string, number>();
  for (const file of code(/\.(h|cc|def|ts|mts|mjs|js|cjs|css|html|txt|cmake)$/)) {
    const room = posix.dirname(file);
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  expect(counts.get('core/shape')).toBeGreaterThan(20);
  expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
});
