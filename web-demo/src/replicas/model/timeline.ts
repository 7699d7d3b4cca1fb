/**
 * The communication of a run on a line of time. The order is that of the trace. Distances are even, because real ones
 * range over four powers of ten.
 */

import type { CommunicationEvent } from 'hloom';

/** A device at a collective or a channel, from 0 to 1. */
export interface Bar {
  readonly device: number;
  readonly instruction: string;
  readonly opcode: string;
  readonly round: number;
  readonly bytes: number;
  readonly start: number;
  /** The time from which the device cannot continue. */
  readonly wait: number | undefined;
  readonly end: number;
  /** True if the run ended while the device was waiting. */
  readonly isStuck: boolean;
  /** True if the device continues between the start and the wait. */
  readonly isSplit: boolean;
}

/** Bytes on their way from one device to another. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly instruction: string;
  readonly opcode: string;
  readonly round: number;
  readonly start: number;
  readonly end: number;
}

/** A time at which something happens. */
export interface Moment {
  readonly time: number;
  readonly events: readonly CommunicationEvent[];
}

export interface Timeline {
  readonly bars: readonly Bar[];
  readonly arrows: readonly Arrow[];
  readonly moments: readonly Moment[];
}

/** The lengths of groups of events that follow each other: starts have one each, up to this many in a row. */
const startsLength = 4;
const transfersLength = 3;
const endsLength = 0.8;

type Kind = 'start' | 'transfer' | 'end';

interface Batch {
  readonly kind: Kind;
  readonly key: string;
  readonly events: CommunicationEvent[];
}

const isSplitOpcode = (opcode: string): boolean => /-start$|^send$|^recv$/.test(opcode);

/** Groups events that follow each other: starts and waits, the transfers of one meeting, ends. */
function batchesOf(events: readonly CommunicationEvent[]): Batch[] {
  const batches: Batch[] = [];
  for (const event of events) {
    const kind: Kind = event.kind === 'wait' ? 'start' : event.kind;
    const key = kind === 'transfer' ? `${event.instruction} ${event.round}` : kind;
    const last = batches.at(-1);
    if (last?.key === key) last.events.push(event);
    else batches.push({ kind, key, events: [event] });
  }
  return batches;
}

interface OpenBar {
  readonly event: CommunicationEvent;
  readonly start: number;
  wait: number | undefined;
  end: number | undefined;
}

const visitOf = ({ device, instruction, round }: CommunicationEvent): string => `${device} ${round} ${instruction}`;

export function timelineOf(events: readonly CommunicationEvent[], failed: boolean): Timeline {
  const bars = new Map<string, OpenBar>();
  const arrows: Arrow[] = [];
  const moments: Moment[] = [];
  let now = 0;
  for (const batch of batchesOf(events)) {
    if (batch.kind === 'start') now = addStarts(batch.events, now, bars, moments);
    else if (batch.kind === 'transfer') {
      const span = { start: now, end: now + transfersLength };
      arrows.push(
        ...batch.events.map(({ from = 0, to = 0, bytes = 0, instruction, opcode, round }) => {
          return { from, to, bytes, instruction, opcode, round, ...span };
        }),
      );
      moments.push({ time: now + transfersLength / 2, events: batch.events });
      now = span.end;
    } else {
      for (const event of batch.events) {
        const open = bars.get(visitOf(event));
        if (open !== undefined) open.end = now + endsLength / 2;
      }
      moments.push({ time: now + endsLength / 2, events: batch.events });
      now += endsLength;
    }
  }
  const length = Math.max(1, now + (failed ? transfersLength : endsLength));
  const scaled = (time: number): number => time / length;
  return {
    bars: [...bars.values()].map(({ event, start, wait, end }) => ({
      device: event.device,
      instruction: event.instruction,
      opcode: event.opcode,
      round: event.round,
      bytes: event.bytes ?? 0,
      start: scaled(start),
      wait: wait === undefined ? undefined : scaled(wait),
      end: end === undefined ? (isSplitOpcode(event.opcode) && wait === undefined ? scaled(start) : 1) : scaled(end),
      isStuck: failed && end === undefined && wait !== undefined,
      isSplit: isSplitOpcode(event.opcode),
    })),
    arrows: arrows.map((arrow) => ({ ...arrow, start: scaled(arrow.start), end: scaled(arrow.end) })),
    moments: moments.map(({ time, events }) => ({ time: scaled(time), events })),
  };
}

/** Starts and waits, one after the other. A wait that follows its own start belongs to the same moment. */
function addStarts(
  events: readonly CommunicationEvent[],
  from: number,
  bars: Map<string, OpenBar>,
  moments: Moment[],
): number {
  const isJoined = (event: CommunicationEvent, before: CommunicationEvent | undefined): boolean =>
    event.kind === 'wait' && before !== undefined && visitOf(before) === visitOf(event) && !isSplitOpcode(event.opcode);
  const count = events.filter((event, at) => !isJoined(event, events[at - 1])).length;
  const step = Math.min(1, startsLength / Math.max(1, count));
  let now = from;
  for (const [at, event] of events.entries()) {
    const open = bars.get(visitOf(event));
    if (isJoined(event, events[at - 1]) && open !== undefined) {
      open.wait = open.start + step * 0.3;
      const last = moments.at(-1);
      if (last !== undefined) moments[moments.length - 1] = { ...last, events: [...last.events, event] };
      continue;
    }
    moments.push({ time: now + step / 2, events: [event] });
    if (event.kind === 'wait' && open !== undefined) open.wait = now + step / 2;
    else
      bars.set(visitOf(event), {
        event,
        start: now + step / 2,
        wait: event.kind === 'wait' ? now + step / 2 : undefined,
        end: undefined,
      });
    now += step;
  }
  return now;
}

/** The moment at a time: the last one that has begun. */
export function momentAt({ moments }: Timeline, time: number): number {
  const next = moments.findIndex((moment) => moment.time > time + 1e-6);
  return next < 0 ? moments.length - 1 : next - 1;
}
