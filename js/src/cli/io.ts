/** The terminal, pipes and files, as commands see them. */

import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { CliFailure, exitCodes, fileFailure } from './failure.js';
import type { Interruption } from './interruption.js';
import { bytesText } from '../base/describe.js';
import { nearest } from '../base/suggest.js';

export interface Io {
  /** Writes a line (or several) to the standard output; after a signal, throws an AbortError instead. */
  print(text: string): void;
  /** Writes bytes to the standard output; after a signal, throws an AbortError instead. */
  printBytes(bytes: Uint8Array): void;
  /** True if the standard output is a terminal. */
  readonly outIsTerminal: boolean;
  /** Aborted by Ctrl+C and SIGTERM; also if one arrived while this thread was busy. */
  readonly signal: AbortSignal;
  /** Shows a progress line that the next one replaces; does nothing without a terminal. */
  showProgress(text: string): void;
}

/**
 * Node's own. A reader that closes the pipe, such as `head`, ends the process silently; a full disk ends it with an
 * error.
 *
 * @param tell - writes a failure to the standard error output
 */
export function processIo(interruption: Interruption, tell: (failure: Error) => void): Io {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitCodes.ok);
    tell(fileFailure(`the standard output cannot be written: ${error.message}`));
    process.exit(exitCodes.file);
  });
  process.stderr.on('error', () => process.exit(process.exitCode ?? exitCodes.file));
  const errTerminal = process.stderr.isTTY;
  return {
    print: (text) => {
      interruption.signal.throwIfAborted();
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
    printBytes: (bytes) => {
      interruption.signal.throwIfAborted();
      process.stdout.write(bytes);
    },
    outIsTerminal: process.stdout.isTTY,
    get signal() {
      return interruption.signal;
    },
    showProgress: (text) => {
      // A line that the terminal wraps could not be replaced completely.
      if (errTerminal) process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.getWindowSize()[0] || 80) - 1)}`);
    },
  };
}

/**
 * Reads the whole standard input, from a file, a pipe or a terminal.
 *
 * @throws CliFailure exit code 3; an AbortError once the signal is aborted
 */
export async function readStandardInput(signal: AbortSignal): Promise<Uint8Array> {
  const parts = new StreamParts('standard input');
  try {
    const isFile = fstatSync(0).isFile();
    for await (const part of addAbortSignal(signal, process.stdin)) parts.add(part as Buffer, isFile);
  } catch (thrown) {
    if (signal.aborted || thrown instanceof CliFailure) throw thrown;
    throw readFailure('standard input', thrown as NodeJS.ErrnoException);
  }
  return parts.joined();
}

/** A pipe or a device may have no end: the limit is the size of a JavaScript string, 512 MiB. */
const mostStreamBytes = 2 ** 29;

/** The number of bytes to read at a time, the capacity of a pipe. */
const streamPartBytes = 2 ** 16;

class StreamParts {
  readonly #name: string;
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** @throws CliFailure exit code 3 beyond the limit of a stream */
  add(part: Buffer, isFile = false): void {
    this.#bytes += part.length;
    if (this.#bytes > mostStreamBytes && !isFile) {
      throw fileFailure(
        `${this.#name} gives more than ${bytesText(mostStreamBytes)}, which is all that is read of a pipe or a device`,
        'save it as a file, of which any size is read',
      );
    }
    this.#parts.push(part);
  }

  joined(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}

/** Reads a pipe or a device to its end. */
function readStream(descriptor: number, path: string): Uint8Array {
  const parts = new StreamParts(JSON.stringify(path));
  for (;;) {
    const part = Buffer.allocUnsafe(streamPartBytes);
    const count = readSync(descriptor, part);
    if (count === 0) return parts.joined();
    parts.add(part.subarray(0, count));
  }
}

/**
 * Reads a file.
 *
 * @throws CliFailure exit code 3
 */
export function readInput(path: string): Uint8Array {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const isStream = !fstatSync(descriptor).isFile();
    return isStream ? readStream(descriptor, path) : new Uint8Array(readFileSync(descriptor));
  } catch (thrown) {
    throw thrown instanceof CliFailure ? thrown : readFailure(path, thrown as NodeJS.ErrnoException);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Writes a file.
 *
 * @throws CliFailure exit code 3
 */
export function writeOutput(path: string, data: Uint8Array | string): void {
  try {
    writeFileSync(path, data);
  } catch (thrown) {
    throw writeFailure(path, thrown as NodeJS.ErrnoException);
  }
}

/**
 * Checks that a file can be written later, so that an error is reported before a long run.
 *
 * @throws CliFailure exit code 3
 */
export function checkOutput(path: string): void {
  if (path === '-') return;
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) throw writeFailure(path, { code: 'EISDIR', name: '', message: '' });
    accessSync(found === undefined ? dirname(path) : path, constants.W_OK);
  } catch (thrown) {
    throw thrown instanceof CliFailure ? thrown : writeFailure(path, thrown as NodeJS.ErrnoException);
  }
}

export function writeFailure(path: string, { code, message }: NodeJS.ErrnoException): Error {
  const shown = JSON.stringify(path);
  if (code === 'ENOENT') return fileFailure(`the folder of ${shown} does not exist`, `make ${dirname(path)} first`);
  if (code === 'EISDIR') return fileFailure(`${shown} is a folder`, 'name a file in it');
  if (code === 'EACCES' || code === 'EPERM') return fileFailure(`${shown} may not be written`, 'choose another place');
  return fileFailure(`${shown} cannot be written: ${message}`, 'choose another place');
}

function readFailure(path: string, { code, message }: NodeJS.ErrnoException): Error {
  const shown = JSON.stringify(path);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const name = basename(path);
    const near = nearest(
      name,
      filesBeside(path).filter((file) => file !== name),
    );
    const help = `check the path; the current folder is ${process.cwd()}`;
    return fileFailure(`the file ${shown} does not exist`, near === undefined ? help : `did you mean ${near}?`);
  }
  if (code === 'EISDIR') return fileFailure(`${shown} is a folder`, 'name a file in it');
  if (code === 'EACCES') return fileFailure(`${shown} may not be read`, 'change its permissions');
  return fileFailure(`${shown} cannot be read: ${message}`);
}

function filesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(path)).slice(0, 2000);
  } catch {
    return [];
  }
}
