/** Bytes and steps: those of the trace, and those of the same collective on a ring of devices. */

import type { CommunicationEvent } from 'hloom';

export interface Traffic {
  /** All bytes that moved between devices. */
  readonly total: number;
  /** The most bytes that one device sent. */
  readonly sent: number;
  /** The most bytes that one device received. */
  readonly received: number;
  /** The number of times that devices exchanged something, one after the other. */
  readonly steps: number;
}

export function trafficOf(events: readonly CommunicationEvent[]): Traffic {
  const sent = new Map<number, number>();
  const received = new Map<number, number>();
  const steps = new Set<string>();
  let total = 0;
  for (const { kind, from = 0, to = 0, bytes = 0, instruction, round } of events) {
    if (kind !== 'transfer') continue;
    sent.set(from, (sent.get(from) ?? 0) + bytes);
    received.set(to, (received.get(to) ?? 0) + bytes);
    steps.add(`${instruction} ${round}`);
    total += bytes;
  }
  const most = (counts: ReadonlyMap<number, number>): number => Math.max(0, ...counts.values());
  return { total, sent: most(sent), received: most(received), steps: steps.size };
}

/** A formula for n devices that bring s bytes each, with its values. */
export interface RingCost {
  readonly steps: number;
  readonly stepsFormula: string;
  /** The most bytes that one device sends. */
  readonly sent: number;
  readonly sentFormula: string;
}

type Ring = (n: number, s: number) => RingCost;

const once: Ring = (_, s) => ({ steps: 1, stepsFormula: '1', sent: s, sentFormula: 's' });

/**
 * The usual algorithms on a ring of one direction, by opcode. An all-reduce is a reduce-scatter and an all-gather. The
 * block of an all-to-all for the device d places on passes d links: (1 + 2 + ... + n - 1) s / n = (n - 1) s / 2.
 */
const rings: Readonly<Record<string, Ring>> = {
  'all-reduce': (n, s) => ({
    steps: 2 * (n - 1),
    stepsFormula: '2(n − 1)',
    sent: (2 * (n - 1) * s) / n,
    sentFormula: '2(n − 1)s / n',
  }),
  'reduce-scatter': (n, s) => ({
    steps: n - 1,
    stepsFormula: 'n − 1',
    sent: ((n - 1) * s) / n,
    sentFormula: '(n − 1)s / n',
  }),
  'all-gather': (n, s) => ({ steps: n - 1, stepsFormula: 'n − 1', sent: (n - 1) * s, sentFormula: '(n − 1)s' }),
  'all-to-all': (n, s) => ({
    steps: n - 1,
    stepsFormula: 'n − 1',
    sent: ((n - 1) * s) / 2,
    sentFormula: '(n − 1)s / 2',
  }),
  'collective-broadcast': (n, s) => ({ steps: n - 1, stepsFormula: 'n − 1', sent: n > 1 ? s : 0, sentFormula: 's' }),
  'collective-permute': once,
  send: once,
};

/**
 * The cost of a collective on a ring, or nothing for one whose bytes depend on the data.
 *
 * @param opcode - with or without `-start`
 */
export function ringCost(opcode: string, devices: number, bytes: number): RingCost | undefined {
  return rings[opcode.replace(/-start$/, '')]?.(devices, bytes);
}
