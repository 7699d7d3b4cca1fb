/** The collectives that bring the results of a shard_map together: they are not in the program that a reader has written. */

import { parseStableHlo } from 'hloom';

/** The reader of StableHLO numbers the channels of its own collectives from here on. */
const firstOwnChannel = 2 ** 24;
const allGather = /%([\w.-]+) = [^\n]*\ball-gather\([^\n]*\bchannel_id=(\d+)/g;

/** The names of the all-gathers that StableHLO text does not have, but its program on devices. */
export function addedGathers(text: string): ReadonlySet<string> {
  if (!/\bfunc\.func\b/.test(text)) return new Set();
  const computation = parseStableHlo(text);
  try {
    const found = computation.toHloText().matchAll(allGather);
    return new Set([...found].flatMap(([, name = '', channel]) => (Number(channel) >= firstOwnChannel ? [name] : [])));
  } finally {
    computation.dispose();
  }
}
