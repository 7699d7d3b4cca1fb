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

/** The communication of one collective of a program. */
export interface CollectiveCost {
  readonly instruction: string;
  readonly opcode: string;
  /** The number of times that the devices meet there. */
  readonly rounds: number;
  readonly traffic: Traffic;
  /** The number of devices of a group, and the bytes that each brings. */
  readonly group: number;
  readonly bytes: number;
  /** The cost of one round on a ring. */
  readonly ring: RingCost | undefined;
}

/** The collectives of a run, in the order of their beginning. */
export function collectiveCosts(events: readonly CommunicationEvent[]): readonly CollectiveCost[] {
  const byName = new Map<string, CommunicationEvent[]>();
  for (const event of events) byName.set(event.instruction, [...(byName.get(event.instruction) ?? []), event]);
  return [...byName].map(([instruction, own]) => {
    const opcode = own[0]?.opcode ?? '';
    const bytes = Math.max(0, ...own.map((event) => (event.kind === 'start' ? (event.bytes ?? 0) : 0)));
    const group = groupOf(own);
    const rounds = 1 + Math.max(0, ...own.map(({ round }) => round));
    return { instruction, opcode, rounds, traffic: trafficOf(own), group, bytes, ring: ringCost(opcode, group, bytes) };
  });
}

/** The number of devices of the largest group, each of which exchanges something with all others. */
function groupOf(events: readonly CommunicationEvent[]): number {
  const partners = new Map<number, Set<number>>();
  for (const { kind, from = 0, to = 0 } of events) {
    if (kind !== 'transfer') continue;
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      partners.set(one, (partners.get(one) ?? new Set()).add(other));
    }
  }
  return 1 + Math.max(0, ...[...partners.values()].map(({ size }) => size));
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
