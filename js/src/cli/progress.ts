/** The progress of a run, on the standard error output if that is a terminal. */

import type { RunProgress } from '../index.node.js';
import type { Io } from './io.js';

const silentMs = 500;
const everyMs = 100;

/** A callback for `onProgress`, and a function that clears the line at the end. */
export function progressLine(io: Io, what: string): { tell: (progress: RunProgress) => void; clear: () => void } {
  const started = performance.now();
  let last = started + silentMs - everyMs;
  let shown = false;
  return {
    tell: ({ instructions, bytes }) => {
      const now = performance.now();
      if (now - last < everyMs) return;
      last = now;
      shown = true;
      const seconds = ((now - started) / 1000).toFixed(1);
      io.showProgress(`${what}: ${countText(instructions)} instructions, ${sizeText(bytes)}, ${seconds} s`);
    },
    clear: () => {
      if (shown) io.showProgress('');
    },
  };
}

/** A count with separators of thousands: 1,234,567. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number of bytes in a unit that suits it: 1.50 GB. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit] ?? ''}`;
}
