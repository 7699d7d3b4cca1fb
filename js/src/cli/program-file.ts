/** Programs from files: HLO text, or the bytes of an HloModuleProto. */

import { basename, extname } from 'node:path';
import { HloomError, init, parseHlo, parseProto, type XlaComputation } from '../index.node.js';
import type { Given } from './command.js';
import { CliFailure, exitCodes, fileFailure } from './failure.js';
import { readInput, readStandardInput } from './io.js';
import { optionOf } from './options.js';

type Format = 'hlo' | 'proto';

const byExtension: Readonly<Record<string, Format>> = {
  '.hlo': 'hlo',
  '.txt': 'hlo',
  '.pb': 'proto',
  '.binpb': 'proto',
  '.proto': 'proto',
};

/** What other files are, for those who give them. */
const others: Readonly<Record<string, string>> = {
  '.mlir': 'StableHLO is not read yet: give HLO text, in JAX jax.jit(f).lower(...).as_text(dialect="hlo")',
  '.npy': 'it is an array: give it to a program, as in hloom run program.hlo --arg @FILE.npy',
  '.npz': 'it is an archive of arrays: give them to a program, as in hloom run program.hlo --arg @FILE.npz:NAME',
  '.py': 'it is a Python script: in JAX, jax.jit(f).lower(...).as_text(dialect="hlo") makes HLO text',
  '.js': 'it is a script: run it with node',
  '.mjs': 'it is a script: run it with node',
  '.ts': 'it is a script: run it with node',
};

export interface Program {
  readonly computation: XlaComputation;
  /** How texts call it: the file's name, or `standard input`. */
  readonly name: string;
}

/**
 * Reads the program that a command was given.
 *
 * @throws CliFailure exit code 3 for files that cannot be read or are no program by their kind; HloomError for those
 * that are refused
 */
export async function loadProgram(given: Given): Promise<Program> {
  const path = given.operands[0] ?? '-';
  const name = path === '-' ? 'standard input' : basename(path);
  const wanted = optionOf(given, 'from') as Format | undefined;
  const extension = extname(path).toLowerCase();
  const other = others[extension];
  const bytes = path === '-' ? await readStandardInput() : readInput(path);
  if (wanted === undefined && other !== undefined) {
    throw fileFailure(`${name} is no HLO program by its name`, other);
  }
  if (bytes.length === 0) throw fileFailure(`${name} is empty`, 'check how it was made');
  const format = wanted ?? byExtension[extension] ?? (path === '-' ? guess(bytes) : undefined);
  if (format === undefined) {
    throw fileFailure(
      `the name of ${name} does not say what it is`,
      `call HLO text .hlo and an HloModuleProto .pb, or write --from ${guess(bytes)}`,
    );
  }
  await init();
  return { computation: format === 'hlo' ? fromText(bytes, name) : fromBytes(bytes, name), name };
}

function fromText(bytes: Uint8Array, name: string): XlaComputation {
  const text = textOf(bytes);
  if (text === undefined) {
    throw fileFailure(
      `${name} is not text`,
      'if it holds the bytes of an HloModuleProto, call it .pb, or write --from proto',
    );
  }
  if (/^\s*(module\b|#|func\.func|\/\/.*\n\s*module\b)/.test(text) && /\b(stablehlo|mhlo|func\.func)\b/.test(text)) {
    throw new CliFailure(exitCodes.program, `${name} is StableHLO, which is not read yet`, others['.mlir']);
  }
  return located(() => parseHlo(text), name);
}

function fromBytes(bytes: Uint8Array, name: string): XlaComputation {
  if (guess(bytes) === 'hlo') {
    throw fileFailure(`${name} is text, and no HloModuleProto`, 'if it is HLO text, call it .hlo, or write --from hlo');
  }
  return located(() => parseProto(bytes), name);
}

/** What is text is HLO text: the tags of a proto are control characters. */
function guess(bytes: Uint8Array): Format {
  return textOf(bytes.subarray(0, 4096), true) === undefined ? 'proto' : 'hlo';
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

/** The same error, at a place in the file. */
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
