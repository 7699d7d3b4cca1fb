/** The table of devices in the error of a run that cannot continue. */

import type { HloomError } from 'hloom';

export interface Wait {
  /** Undefined for a line about something else, which has only its text. */
  readonly device: number | undefined;
  readonly state: 'waits' | 'ended' | 'runs';
  /** The instruction and its computation, as `all-reduce %y in "body"`. */
  readonly place: string;
  readonly forDevices: readonly number[];
  readonly line: string;
}

const waiting =
  /^device (\d+)(?: \([^)]*\))? waits at (.+?) in computation "([^"]*)"(?: on device \d+)?(?: for devices? ([\d, and]+))?/;
const other = /^device (\d+)(?: \([^)]*\))? (has ended|runs)/;

/** The details of an error, a line for each device. */
export function waitsOf({ details }: HloomError): Wait[] {
  return details.map((line) => {
    const waits = waiting.exec(line);
    if (waits !== null) {
      const [, device, place = '', computation = '', others = ''] = waits;
      const forDevices = (others.match(/\d+/g) ?? []).map(Number);
      return { device: Number(device), state: 'waits', place: `${place} in "${computation}"`, forDevices, line };
    }
    const ended = other.exec(line);
    if (ended === null) return { device: undefined, state: 'runs', place: '', forDevices: [], line };
    return { device: Number(ended[1]), state: ended[2] === 'runs' ? 'runs' : 'ended', place: '', forDevices: [], line };
  });
}
