/** Programs from files: HLO text, StableHLO text, or the bytes of an HloModuleProto. */

import { basename, extname } from 'node:path';
import {
  HloomError,
  init,
  parseHlo,
  parseProto,
  parseStableHlo,
  Shape,
  type ParseHloOptions,
  type ParseStableHloOptions,
  type XlaComputation,
} from '../index.node.js';
import { isStableHloBytes, isStableHloText } from '../base/program-text.js';
import type { Given } from './command.js';
import { fileFailure, usageFailure } from './failure.js';
import { readInput, readStandardInput, type Io } from './io.js';
import { optionOf } from './options.js';

type Format = 'hlo' | 'stablehlo' | 'proto';

const byExtension: Readonly<Record<string, Format>> = {
  '.hlo': 'hlo',
  '.txt': 'hlo',
  '.pb': 'proto',
  '.binpb': 'proto',
  '.proto': 'proto',
  '.mlir': 'stablehlo',
  '.mlirbc': 'stablehlo',
  '.stablehlo': 'stablehlo',
};

/** Files of other kinds, with what to do with them. */
const others: Readonly<Record<string, string>> = {
  '.npy': 'it is an array: give it to a program, as in hloom run program.hlo --arg @FILE.npy',
  '.npz': 'it is an archive of arrays: give them to a program, as in hloom run program.hlo --arg @FILE.npz:NAME',
  '.gz': 'it is compressed: gunzip it first',
  '.zip': 'it is compressed: unzip it first',
  '.zst': 'it is compressed: unzstd it first',
  '.json': 'programs are not read from JSON: give HLO text or an HloModuleProto',
  '.dot': 'programs are not read from graphs: give HLO text or an HloModuleProto',
  '.md': 'take the program out of it, into a .hlo file',
  '.py': 'it is a Python script: in JAX, jax.jit(f).lower(...).as_text() makes StableHLO text',
  '.js': 'it is a script: run it with node',
  '.mjs': 'it is a script: run it with node',
  '.ts': 'it is a script: run it with node',
};

export interface Program {
  readonly computation: XlaComputation;
  /** Its name in messages: the file's name, or `standard input`. */
  readonly name: string;
}

/** A file that was read: its bytes, and their form. */
interface ProgramFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly format: Format;
}

/**
 * Reads the program that a command was given.
 *
 * @throws CliFailure exit code 3 for files that cannot be read or have the wrong kind; HloomError for refused programs
 */
export async function loadProgram(given: Given, io: Io): Promise<Program> {
  const file = await readProgramFile(given, io);
  const { name } = file;
  const computation = file.format === 'proto' ? fromBytes(file, optionsOf(given)) : fromText(file, optionsOf(given));
  // A signal may have arrived meanwhile, because this thread was busy.
  io.signal.throwIfAborted();
  return { computation, name };
}

/**
 * Reads the programs of a file of HLO or StableHLO text, which lines `// -----` separate as in XLA's tests; one program without such
 * lines. Each is parsed on demand, and throws as loadProgram does.
 */
export async function loadPrograms(given: Given, io: Io): Promise<readonly (() => Program)[]> {
  const file = await readProgramFile(given, io);
  const { bytes, name, format } = file;
  const options = optionsOf(given);
  const text = format === 'proto' ? undefined : textOf(bytes);
  const parts = text === undefined ? [] : partsOf(text);
  if (parts.length < 2) {
    const read = format === 'proto' ? fromBytes : fromText;
    return [() => ({ computation: read(file, options), name })];
  }
  return parts.map((part) => () => ({ computation: parsed(part, file, options), name }));
}

/**
 * The parts of a text between lines `// -----` that hold more than comments, each at its line numbers in the whole
 * text.
 */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  const lines = text.split('\n');
  for (let line = 0; line <= lines.length; ++line) {
    if (line < lines.length && !/^\/\/ -----\s*$/.test(lines[line] ?? '')) continue;
    const own = lines.slice(begin, line);
    const isEmpty = own.every((each) => /^\s*(\/\/.*)?$/.test(each));
    if (!isEmpty) parts.push('\n'.repeat(begin) + own.join('\n'));
    begin = line + 1;
  }
  return parts;
}

async function readProgramFile(given: Given, io: Io): Promise<ProgramFile> {
  const path = given.operands[0] ?? '-';
  // In `hloom check <(command)`, the shell makes such a path.
  const isStream = path === '-' || /^\/dev\/(stdin|fd\/[0-9]+)$/.test(path);
  const name = path === '-' ? 'standard input' : isStream ? path : basename(path);
  const wanted = optionOf(given, 'from') as Format | undefined;
  const extension = extname(path).toLowerCase();
  const other = others[extension];
  const bytes = path === '-' ? await readStandardInput(io.signal) : readInput(path);
  if (wanted === undefined && other !== undefined) {
    throw fileFailure(`the name of ${name} is not that of an HLO program`, other);
  }
  if (bytes.length === 0) throw fileFailure(`${name} is empty`, 'check how it was made');
  const format =
    wanted ?? (isStableHloBytes(bytes) ? 'stablehlo' : byExtension[extension]) ?? (isStream ? guess(bytes) : undefined);
  if (format === undefined) {
    throw fileFailure(
      `the name of ${name} does not say what it is`,
      `call HLO text .hlo, StableHLO .mlir and an HloModuleProto .pb, or write --from ${guess(bytes)}`,
    );
  }
  checkBeginning(bytes, name);
  await init();
  return { bytes, name, format };
}

/** The options of all forms. */
interface ReadOptions extends ParseHloOptions {
  readonly argumentShapes?: readonly Shape[];
}

function shapesOf(text: string): readonly Shape[] {
  try {
    return Shape.parse(`(${text})`).tupleShapes;
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    throw usageFailure(`--argument-shapes ${text}: ${thrown.headline}`, "write shapes such as 'f32[2,3], f32[3]'");
  }
}

/** The options for reading the program. */
function optionsOf(given: Given): ReadOptions {
  const shapes = optionOf(given, 'argument-shapes');
  return {
    ...(shapes === undefined ? {} : { argumentShapes: shapesOf(shapes) }),
    allowMixedPrecision: optionOf(given, 'allow-mixed-precision') !== undefined,
    elidedConstants: optionOf(given, 'elided-constants') === 'zeros' ? 'zeros' : 'refuse',
  };
}

/** The first bytes of files of other kinds, which their names may hide. */
const beginnings: readonly (readonly [readonly number[], string, string])[] = [
  [[0x1f, 0x8b], 'compressed by gzip', 'decompress it first: gunzip'],
  [[0x50, 0x4b, 3, 4], 'a ZIP archive', 'take the program out of it first: unzip'],
  [[0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], 'an array of numpy', 'give it to a program: --arg @FILE.npy'],
  [[0xff, 0xfe], 'text in UTF-16', 'save it as UTF-8'],
  [[0xfe, 0xff], 'text in UTF-16', 'save it as UTF-8'],
];

function checkBeginning(bytes: Uint8Array, name: string): void {
  const known = beginnings.find(([beginning]) => beginning.every((byte, index) => bytes[index] === byte));
  if (known !== undefined) throw fileFailure(`${name} is ${known[1]}`, known[2]);
}

function fromText(file: ProgramFile, options: ReadOptions): XlaComputation {
  const { bytes, name } = file;
  const text = textOf(bytes);
  if (text === undefined && file.format === 'stablehlo') {
    return located(() => parseStableHlo(bytes, shapesIn(options)), name);
  }
  if (text === undefined) {
    throw fileFailure(
      `${name} is not text`,
      'if it holds the bytes of an HloModuleProto, call it .pb, or write --from proto',
    );
  }
  return parsed(text, file, options);
}

function shapesIn({ argumentShapes }: ReadOptions): ParseStableHloOptions {
  return argumentShapes === undefined ? {} : { argumentShapes };
}

function parsed(text: string, { name, format }: ProgramFile, options: ReadOptions): XlaComputation {
  const { argumentShapes, ...plain } = options;
  const isMlir = format === 'stablehlo' || isStableHloText(text);
  if (!isMlir && argumentShapes !== undefined) {
    throw usageFailure(
      '--argument-shapes is about StableHLO',
      'leave it out: HLO text has the shapes of its parameters',
    );
  }
  return located(() => (isMlir ? parseStableHlo(text, shapesIn(options)) : parseHlo(text, plain)), name);
}

function fromBytes({ bytes, name }: ProgramFile, options: ReadOptions): XlaComputation {
  const { allowMixedPrecision = false, elidedConstants } = options;
  if (elidedConstants === 'zeros') {
    throw usageFailure(
      '--elided-constants is about HLO text',
      `leave it out: ${name} is bytes, which leave nothing out`,
    );
  }
  if (guess(bytes) !== 'proto') {
    throw fileFailure(`${name} is text, not an HloModuleProto`, 'if it is HLO text, call it .hlo, or write --from hlo');
  }
  return located(() => parseProto(bytes, { allowMixedPrecision }), name);
}

/** Guesses the form of a program: the tags of a proto are control characters, which text does not have. */
function guess(bytes: Uint8Array): Format {
  const text = textOf(bytes.subarray(0, 4096), true);
  if (text === undefined) return isStableHloBytes(bytes) ? 'stablehlo' : 'proto';
  return isStableHloText(text) ? 'stablehlo' : 'hlo';
}

function textOf(bytes: Uint8Array, cut = false): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut });
    // eslint-disable-next-line no-control-regex
    return /[\x00-\x08\x0e-\x1f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Adds the file to the place that an error names. */
function located(read: () => XlaComputation, name: string): XlaComputation {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    const { code, rule, op, operands, headline, details, help, location } = thrown;
    const at = location === '' ? name : `${location}, in ${name}`;
    throw new HloomError({ code, rule, op, operands, headline, details, help, location: at });
  }
}
