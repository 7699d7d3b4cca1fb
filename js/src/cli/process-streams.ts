/**
 * The streams of the process itself, for a Worker. What Node gives to a Worker as its process.stdout goes through the main
 * thread, and only when the Worker has a turn: what is printed before a loop would be seen after it, the standard input is
 * empty, and nothing is a terminal.
 */

import { createReadStream, fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable, type Readable } from 'node:stream';
import { isatty, ReadStream, WriteStream } from 'node:tty';

/** How long to wait until a reader that is slow has taken something, before it is asked again. */
const slowReaderMs = 2;

/**
 * Puts these streams in the place of those that Node made. They are opened when they are first asked for, as Node's
 * are.
 */
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
  // A file is read by threads of the system. A pipe must not be: one that nobody writes to would hold its thread for ever.
  if (!kind.isFIFO() && !kind.isSocket()) return createReadStream('', { fd, autoClose: false });
  return new Socket({ fd, readable: true, writable: false });
}

function openOutput(fd: number): Writable {
  return isatty(fd) ? new WriteStream(fd) : new SynchronousOutput(fd);
}

/** A stream whose bytes are out when write() returns, whatever the thread does next. */
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
