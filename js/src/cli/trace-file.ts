/**
 * A trace as text, a line for each instruction that was executed:
 *
 *     main %x = f32[2]{0} parameter: {1, 2}
 *     while.10 #3 > body %add.3 = s32[] add: 4
 */

import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { TraceEvent } from '../index.node.js';
import { writeFailure } from './io.js';

const bufferedBytes = 1 << 16;

export class TraceFile {
  readonly #path: string;
  readonly #file: number;
  #waiting = '';
  #lines = 0;

  /** @throws CliFailure exit code 3 */
  constructor(path: string) {
    this.#path = path;
    this.#file = path === '-' ? 1 : this.#guarded(() => openSync(path, 'w'));
  }

  get lines(): number {
    return this.#lines;
  }

  add(event: TraceEvent): void {
    this.#waiting += `${traceLine(event)}\n`;
    this.#lines++;
    if (this.#waiting.length >= bufferedBytes) this.#flush();
  }

  close(): void {
    this.#flush();
    if (this.#path !== '-') this.#guarded(() => closeSync(this.#file));
  }

  #flush(): void {
    const text = this.#waiting;
    this.#waiting = '';
    // The standard output's own stream handles a closed pipe.
    if (this.#path === '-') process.stdout.write(text);
    else this.#guarded(() => writeFileSync(this.#file, text));
  }

  #guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (thrown) {
      throw writeFailure(this.#path, thrown as NodeJS.ErrnoException);
    }
  }
}

/** The line of an instruction. The value's own shape is left out: it comes before the operation, with its layout. */
function traceLine({ computation, instruction, opcode, shape, value, device, callers }: TraceEvent): string {
  const where = device === undefined ? '' : `device ${device}: `;
  const path = callers
    .map((caller) => `${caller.instruction}${caller.iteration === undefined ? '' : ` #${caller.iteration}`} > `)
    .join('');
  const bare = shape.startsWith('(') ? value : value.replace(/^[a-z][a-z0-9]*\[[^\]]*\] /, '');
  return `${where}${path}${computation} %${instruction} = ${shape} ${opcode}: ${bare}`;
}
