/**
 * The streams of the process itself, for a Worker. The process.stdout that Node gives to a Worker goes through the main
 * thread, and only when the Worker yields: output before a loop would appear after it, the standard input is empty, and
 * no stream is a terminal.
 */

import { createReadStream, fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable, type Readable } from 'node:stream';
import { isatty, ReadStream, WriteStream } from 'node:tty';

/** The time between two attempts to write to a slow reader. */
const slowReaderMs = 2;

/** Replaces Node's streams by these. They are opened on first use, like Node's. */
export function useProcessStreams(): void {
  define('stdin', openInput);
  define('stdout', () => openOutput(1));
  define('stderr', () => openOutput(2));
}

function define(name: 'stdin' | 'stdout' | 'stderr', open: () => Readable | Writable): void {
  let opened: Readable | Writable | undefined;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => (opened ??= open()),
  });
}

function openInput(): Readable {
  const fd = 0;
  if (isatty(fd)) return new ReadStream(fd);
  const kind = fstatSync(fd);
  // A file is read by threads of the system. A pipe must not be: without a writer it would block its thread forever.
  if (!kind.isFIFO() && !kind.isSocket()) return createReadStream('', { fd, autoClose: false });
  return new Socket({ fd, readable: true, writable: false });
}

function openOutput(fd: number): Writable {
  return isatty(fd) ? new WriteStream(fd) : new SynchronousOutput(fd);
}

/** A stream whose bytes are written when write() returns. */
class SynchronousOutput extends Writable {
  readonly fd: number;

  constructor(fd: number) {
    super();
    this.fd = fd;
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    try {
      for (let written = 0; written < bytes.length;) written += writeSome(this.fd, bytes.subarray(written));
      done();
    } catch (thrown) {
      done(thrown as Error);
    }
  }
}

function writeSome(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (thrown) {
    // The other end belongs to a process that made it non-blocking, and it is full.
    if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowReaderMs);
    return 0;
  }
}
