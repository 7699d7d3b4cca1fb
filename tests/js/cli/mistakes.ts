/** The mistakes that people make on the command line, and how each is answered. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Literal, writeNpy, writeNpz } from 'hloom';
import { folder, hloom, makeFiles, save } from './support.js';

/** Words, exit code, the text. The first line names the mistake, `help:` the way out. */
type Mistake = readonly [name: string, words: readonly string[], code: number, text: RegExp];

/** Adds a test of each mistake. */
export function testMistakes(mistakes: readonly Mistake[]): void {
  beforeAll(async () => {
    await makeFiles();
    save('wrong.mlir', 'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %y : tensor<2xf32>\n}\n');
    save('prog.foo', 'x');
    save('empty.hlo', '');
    save('binary.hlo', new Uint8Array([10, 4, 0, 1, 2, 3, 255]));
    save('text.pb', 'HloModule m\n\nENTRY main { ROOT c = f32[] constant(1) }\n');
    save('cut.npy', new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0, 123]));
    save('fake.npz', 'not a zip');
    save('value.json', '[1, 2');
    save('array.txt', '1 2 3');
    save('zipped.hlo', gzipSync('ENTRY e { ROOT x = f32[] parameter(0) }'));
    save('wide.hlo', Buffer.from('\ufeffENTRY e { ROOT x = f32[] parameter(0) }', 'utf16le'));
    save('array.hlo', writeNpy(Literal.from([1, 2])));
    save('zip.npy', await writeNpz({ a: Literal.from(1) }));
    save('graph.json', '{}');
    symlinkSync('nowhere', join(folder, 'link.hlo'));
    mkdirSync(join(folder, 'sub'));
  });

  test.each(mistakes)('%s', (_, words, code, text) => {
    const outcome = hloom(words);
    expect(outcome).toEqual({ code, out: '', err: expect.stringMatching(text) as string });
    const [first, ...rest] = outcome.err.trimEnd().split('\n');
    expect(first).toMatch(/^hloom( [a-z]+)?: /);
    expect(rest.some((line) => line.startsWith('  help: '))).toBe(true);
    // The text has neither a stack nor a doubled sentence.
    expect(outcome.err).not.toMatch(/\n {4}at |help: (.*); \1$/m);
  });
}

/** The mistakes that new users make first. */
export const commonMistakes: readonly Mistake[] = [
  ['a wrong path', ['run', 'axs.pb'], 3, /the file "axs\.pb" does not exist\n {2}help: did you mean axis\.pb\?/],
  ['no file at all', ['run'], 2, /needs a program\n {2}help: write hloom run FILE/],
  ['an extension that says nothing', ['run', 'prog.foo'], 3, /does not say what it is\n {2}help: call HLO text \.hlo/],
  [
    'StableHLO with a mistake',
    ['run', 'wrong.mlir'],
    1,
    /\[mlir\.p5\] the value %y is not defined\n {4}return %y : .*\n {11}\^\n {2}help: .*\n {2}at line 2, column 10, in wrong\.mlir\n$/,
  ],
  ['a misspelled command', ['rnu', 'axis.pb'], 2, /unknown command "rnu"\n {2}help: did you mean run\?/],
  ['no command', ['axis.pb'], 2, /"axis\.pb" is not a command\n {2}help: to run a file, write hloom run axis\.pb/],
  ['a misspelled option', ['run', 'axis.pb', '--ag', '1'], 2, /has no option --ag\n {2}help: did you mean --arg\?/],
  [
    'no arguments',
    ['run', 'axis.pb'],
    2,
    /takes 2 arguments, and none was given\n.*\(x: f32\[2,3\], v: f32\[3\]\).*\n {2}help: give argument 0 \(x\), as in --arg '\[\[1, 2, 3\], \[4, 5, 6\]\]', or --seed 1/,
  ],
  [
    'an unknown parameter',
    ['run', 'axis.pb', '--arg', 'y=1'],
    2,
    /no parameter "y"\n {2}help: its parameters are "x", "v"/,
  ],
  [
    'the wrong sizes',
    ['run', 'axis.pb', '--arg', '[1, 2]', '--arg', '1'],
    2,
    /argument 0 \(x\): the value has the sizes of f32\[2\], not of f32\[2,3\]\n {2}help: .*write \[\[1, 2, 3\], \[4, 5, 6\]\]/,
  ],
  [
    'the wrong type',
    ['run', 'axis.pb', '--arg', '@x64.npy', '--arg', '@v.npy'],
    2,
    /is f64\[2,3\], and the program takes f32\[2,3\]/,
  ],
  [
    'a value out of range',
    ['run', 'count.pb', '--arg', '2147483648'],
    2,
    /: 2147483648 is not a value of s32\n[^]*from -2147483648 to 2147483647\n {2}help: it is s32\[\]: write 1\n/,
  ],
  [
    'brackets that do not close',
    ['run', 'axis.pb', '--arg', '[[1, 2, 3], [4, 5, 6]'],
    2,
    /argument 0 \(x\): ',' or '\]' is missing at position 21/,
  ],
  ['a file without @', ['run', 'axis.pb', '--arg', 'x.npy'], 2, /to read a file, write --arg @x\.npy/],
  [
    'an archive without a name',
    ['run', 'axis.pb', '--arg', '@w.npz'],
    2,
    /no name says which is meant\n {2}help: it has "v", "big": write --arg @w\.npz:v/,
  ],
];

export const otherMistakes: readonly Mistake[] = [
  [
    'a path to nowhere',
    ['check', 'no/such/file.pb'],
    3,
    /the file "no\/such\/file\.pb" does not exist\n {2}help: check the path; the current folder is \//,
  ],
  ['no thread', ['run', 'axis.pb', '--threads', '0'], 2, /--threads is "0"\n {2}help: use a whole number from 1 to 64/],
  [
    'too many threads',
    ['bench', 'axis.pb', '--threads', '65'],
    2,
    /--threads is "65"\n {2}help: use a whole number from 1 to 64/,
  ],
  ['a folder', ['run', 'sub'], 3, /"sub" is a folder\n {2}help: name a file in it/],
  ['two files', ['check', 'axis.pb', 'count.pb'], 2, /takes one operand, and "count\.pb" is more/],
  ['an empty file', ['check', 'empty.hlo'], 3, /empty\.hlo is empty/],
  ['an array as the program', ['run', 'x.npy'], 3, /it is an array: .*--arg @FILE\.npy/],
  ['bytes called text', ['run', 'binary.hlo'], 3, /binary\.hlo is not text\n {2}help: .*--from proto/],
  ['text called bytes', ['run', 'text.pb'], 3, /text\.pb is text, not an HloModuleProto\n {2}help: .*--from hlo/],
  ['a command of another tool', ['compile', 'axis.pb'], 2, /the commands are run, print, check, bench, explain, serve/],
  [
    'an option first',
    ['--json', 'run', 'axis.pb'],
    2,
    /--json comes before the command\n {2}help: write the command first/,
  ],
  [
    'an option that there is not',
    ['run', 'axis.pb', '--verbose'],
    2,
    /has no option --verbose\n {2}help: it has --arg, --seed/,
  ],
  ['an option without its value', ['run', 'axis.pb', '--arg'], 2, /the value of --arg is missing/],
  ['a value for a flag', ['run', 'axis.pb', '--json=yes'], 2, /--json takes no value/],
  ['an option twice', ['run', 'axis.pb', '--seed', '1', '--seed', '2'], 2, /--seed is given twice/],
  ['a seed that is no number', ['run', 'axis.pb', '--seed', 'one'], 2, /--seed is "one"\n {2}help: use a whole number/],
  [
    'a limit that is no number',
    ['run', 'none.pb', '--limit', '-1'],
    2,
    /--limit is "-1"\n {2}help: use a whole number/,
  ],
  [
    'one argument of two',
    ['run', 'axis.pb', '--arg', '@x.npy'],
    2,
    /and 1 was given\n.*\n {2}help: give argument 1 \(v\), as in --arg '\[1, 2, 3\]'/,
  ],
  [
    'too many arguments',
    ['run', 'axis.pb', '--arg', '1', '--arg', '2', '--arg', '3'],
    2,
    /takes 2 arguments, and 3 were given/,
  ],
  [
    'an argument split by the shell',
    ['run', 'axis.pb', '--arg', '[1,', '2,', '3]'],
    2,
    /takes one operand, and "2," is more\n.*with blanks in quotes/,
  ],
  [
    'a misspelled parameter',
    ['run', 'kinds.pb', '--arg', 'pp=1'],
    2,
    /no parameter "pp"\n {2}help: (its parameters are|did you mean) /,
  ],
  ['an integer beyond all', ['run', 'count.pb', '--arg', '1e19'], 2, /: 10000000000000000000 is not a value of s32\n/],
  ['a file that is compressed', ['check', 'zipped.hlo'], 3, /zipped\.hlo is compressed by gzip\n {2}help: .*gunzip/],
  ['a file in UTF-16', ['check', 'wide.hlo'], 3, /wide\.hlo is text in UTF-16\n {2}help: save it as UTF-8/],
  ['an array called a program', ['check', 'array.hlo'], 3, /array\.hlo is an array of numpy\n {2}help: .*--arg @FILE/],
  ['an archive called an array', ['run', 'axis.pb', '--arg', '@zip.npy'], 3, /ZIP archive\n {2}help: call it \.npz/],
  [
    'the graph of a program',
    ['check', 'graph.json'],
    3,
    /is not that of an HLO program\n {2}help: .*not read from JSON/,
  ],
  [
    'a link to nowhere',
    ['check', 'link.hlo'],
    3,
    /the file "link\.hlo" does not exist\n {2}help: (?!did you mean link)/,
  ],
  [
    'a result printed and written',
    ['run', 'axis.pb', '--seed', '1', '--json', '--out', 'o.npy'],
    2,
    /give one of them/,
  ],
  ['a trace that is not there', ['run', 'axis.pb', '--seed', '1', '--trace-elements', '2'], 2, /add --trace FILE/],
  ['a seed of too many digits', ['run', 'axis.pb', '--seed', '12345678901234567890'], 2, /of up to 19 digits/],
  ['one letter', ['check', 'x'], 3, /the file "x" does not exist\n {2}help: check the path/],
  [
    'a ragged array',
    ['run', 'axis.pb', '--arg', '[[1, 2, 3], [4, 5]]'],
    2,
    /argument 0 \(x\): the array is ragged at \[1\]/,
  ],
  [
    'a shape that is another',
    ['run', 'axis.pb', '--arg', 's32[2,3] {{1,2,3},{4,5,6}}'],
    2,
    /is s32\[2,3\], and the program takes f32\[2,3\]/,
  ],
  ['a fraction for an integer', ['run', 'count.pb', '--arg', '1.5'], 2, /1\.5 is not a value of s32\n/],
  [
    'a word for a number',
    ['run', 'count.pb', '--arg', 'ten'],
    2,
    /"ten" is not a number\n {2}help: it is s32\[\]: write 1/,
  ],
  ['more after the value', ['run', 'count.pb', '--arg', '1 2'], 2, /there is more after the value at position 2/],
  [
    'a tuple of another length',
    ['run', 'kinds.pb', '--arg', '[1, 2]', '--arg', '[true]'],
    2,
    /argument 1 \(p\): found 1 value for \(pred\[\], f32\[2\]\)\n {2}help: write \[true, \[1, 2\]\]/,
  ],
  [
    'a name that the archive lacks',
    ['run', 'axis.pb', '--arg', '@x.npy', '--arg', '@w.npz:u'],
    3,
    /w\.npz: the file has no array "u"\n {2}help: it has "v", "big"/,
  ],
  ['a .npy file that is cut off', ['run', 'axis.pb', '--arg', '@cut.npy'], 3, /cut\.npy: the file ends after 11 bytes/],
  [
    'a .npz file that is none',
    ['run', 'axis.pb', '--arg', '@fake.npz:x'],
    3,
    /fake\.npz: the file is not a ZIP archive/,
  ],
  ['JSON that is none', ['run', 'axis.pb', '--arg', '@value.json'], 3, /value\.json is not JSON/],
  ['an array in a text file', ['run', 'axis.pb', '--arg', '@array.txt'], 3, /no \.npy, \.npz or \.json file/],
  [
    'an array that is not there',
    ['run', 'axis.pb', '--arg', '@y.npy'],
    3,
    /the file "y\.npy" does not exist\n {2}help: did you mean/,
  ],
];
