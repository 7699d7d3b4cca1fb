/** The terminal, pipes and files, as commands see them. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileFailure } from './failure.js';
import { nearest } from './suggest.js';

export interface Io {
  /** Writes a line (or several) to the standard output. */
  print(text: string): void;
  /** Writes bytes to the standard output. */
  printBytes(bytes: Uint8Array): void;
  /** Whether the standard output is a terminal. */
  readonly outIsTerminal: boolean;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** Shows a line that the next one replaces, for people who wait; does nothing where nobody looks. */
  showProgress(text: string): void;
}

/** Node's own. A reader that goes away, as `head` does, ends the process without a word. */
export function processIo(signal: AbortSignal): Io {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
      throw error;
    });
  }
  const errTerminal = process.stderr.isTTY;
  return {
    print: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    printBytes: (bytes) => void process.stdout.write(bytes),
    outIsTerminal: process.stdout.isTTY,
    signal,
    showProgress: (text) => {
      if (errTerminal) process.stderr.write(`\r\x1b[K${text}`);
    },
  };
}

/** Everything that comes through the standard input, from a file, a pipe or a terminal. */
export async function readStandardInput(): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * Reads a file.
 *
 * @throws CliFailure exit code 3
 */
export function readInput(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (thrown) {
    throw readFailure(path, thrown as NodeJS.ErrnoException);
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

export function writeFailure(path: string, { code, message }: NodeJS.ErrnoException): Error {
  const shown = JSON.stringify(path);
  if (code === 'ENOENT') return fileFailure(`there is no folder for ${shown}`, `make ${dirname(path)} first`);
  if (code === 'EISDIR') return fileFailure(`${shown} is a folder`, 'name a file in it');
  if (code === 'EACCES' || code === 'EPERM') return fileFailure(`${shown} may not be written`, 'choose another place');
  return fileFailure(`${shown} cannot be written: ${message}`, 'choose another place');
}

function readFailure(path: string, { code, message }: NodeJS.ErrnoException): Error {
  const shown = JSON.stringify(path);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const near = nearest(basename(path), filesBeside(path));
    const help = `check the path; the current folder is ${process.cwd()}`;
    return fileFailure(`there is no file ${shown}`, near === undefined ? help : `did you mean ${near}?`);
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
