/** The table of devices in the error of a run that cannot continue. */

import type { HloomError } from 'hloom';

export interface Wait {
  /** Undefined for a line about something else, which has only its text. */
  readonly device: number | undefined;
  readonly state: 'waits' | 'ended' | 'runs';
  /** The state in words. */
  readonly does: string;
  /** The instruction and its computation, as `all-reduce %y in "body"`. */
  readonly place: string;
  readonly forDevices: readonly number[];
  readonly line: string;
}

const waiting =
  /^device (\d+)(?: \([^)]*\))? waits at (.+?) in computation "([^"]*)"(?: on device \d+)?(?: for devices? ([\d, and]+))?/;
const other = /^device (\d+)(?: \([^)]*\))? (has ended|runs|ended with this error)/;

/** The details of an error, a line for each device. */
export function waitsOf({ details }: HloomError): Wait[] {
  return details.map((line) => {
    const waits = waiting.exec(line);
    if (waits !== null) {
      const [, device, place = '', computation = '', others = ''] = waits;
      const forDevices = (others.match(/\d+/g) ?? []).map(Number);
      return {
        device: Number(device),
        state: 'waits',
        does: 'waits at',
        place: `${place} in "${computation}"`,
        forDevices,
        line,
      };
    }
    const ended = other.exec(line);
    if (ended === null) return { device: undefined, state: 'runs', does: '', place: '', forDevices: [], line };
    const [, device, does = ''] = ended;
    return { device: Number(device), state: does === 'runs' ? 'runs' : 'ended', does, place: '', forDevices: [], line };
  });
}
