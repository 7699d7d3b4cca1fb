/**
 * The communication between devices as a file for Chrome's trace viewer (chrome://tracing) and Perfetto: a row for each
 * device, a bar for each collective, a darker one where it waits, and an arrow for each transfer.
 */

import type { CommunicationEvent } from '../index.node.js';
import { writeOutput } from './io.js';

/** One event of the format, times in microseconds. */
interface ChromeEvent {
  readonly name: string;
  /** X is a bar, s and f are the ends of an arrow, M is a name. */
  readonly ph: 'X' | 's' | 'f' | 'M';
  readonly pid: 0;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly id?: number;
  /** An arrow ends in the bar around it, not in the next one. */
  readonly bp?: 'e';
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The events of one device at one meeting. */
interface Visit {
  readonly start: CommunicationEvent;
  wait?: CommunicationEvent;
  end?: CommunicationEvent;
}

/** The shortest visible bar. */
const least = 1;

export class CommTrace {
  readonly #path: string;
  readonly #visits = new Map<string, Visit>();
  readonly #transfers: CommunicationEvent[] = [];
  readonly #started = performance.now();
  #last = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(event: CommunicationEvent): void {
    this.#last = Math.max(this.#last, event.microseconds);
    const key = keyOf(event, event.device);
    const visit = this.#visits.get(key);
    if (event.kind === 'transfer') this.#transfers.push(event);
    else if (event.kind === 'start') this.#visits.set(key, { start: event });
    else if (visit !== undefined) visit[event.kind] = event;
  }

  /**
   * Called when the run has ended, which is also the end of open waits.
   *
   * @throws CliFailure exit code 3
   */
  write(devices: number): void {
    this.#last = Math.max(this.#last, (performance.now() - this.#started) * 1000);
    const names: ChromeEvent[] = Array.from({ length: devices }, (_, device) => ({
      name: 'thread_name',
      ph: 'M',
      pid: 0,
      tid: device,
      args: { name: `device ${device}` },
    }));
    const bars = [...this.#visits.values()].flatMap((visit) => this.#bars(visit));
    const arrows = this.#transfers.flatMap((transfer, id) => this.#arrow(transfer, id));
    const traceEvents = [...names, ...bars, ...arrows];
    const text = JSON.stringify({ displayTimeUnit: 'ns', traceEvents });
    if (this.#path === '-') process.stdout.write(`${text}\n`);
    else writeOutput(this.#path, `${text}\n`);
  }

  #bars({ start, wait, end }: Visit): ChromeEvent[] {
    const { device: tid, opcode, instruction, round, bytes } = start;
    const ends = end?.microseconds ?? this.#last;
    const args = { instruction, round, bytes };
    const bar = (name: string, ts: number, until: number): ChromeEvent => {
      const dur = Math.max(until - ts, least);
      return { name, ph: 'X', pid: 0, tid, ts, dur, cat: 'communication', args };
    };
    const waiting = wait === undefined ? [] : [bar('wait', wait.microseconds, ends)];
    if (!isBegun(opcode)) return [bar(opcode, start.microseconds, ends), ...waiting];
    const begin = bar(opcode, start.microseconds, start.microseconds + least);
    return [begin, bar(doneOf(opcode), wait?.microseconds ?? ends - least, ends), ...waiting];
  }

  #arrow(transfer: CommunicationEvent, id: number): ChromeEvent[] {
    const { from = 0, to = 0, bytes, instruction, round } = transfer;
    const sent = this.#visitOf(transfer, from)?.start.microseconds ?? transfer.microseconds;
    const got = this.#visitOf(transfer, to)?.end?.microseconds ?? transfer.microseconds;
    const common = {
      name: 'transfer',
      cat: 'transfer',
      pid: 0,
      id,
      args: { instruction, round, from, to, bytes },
    } as const;
    return [
      { ...common, ph: 's', tid: from, ts: sent },
      { ...common, ph: 'f', tid: to, ts: Math.max(got, sent), bp: 'e' },
    ];
  }

  /** The other end of a channel has another name: the arrow then starts at the time of its event. */
  #visitOf(event: CommunicationEvent, device: number): Visit | undefined {
    return this.#visits.get(keyOf(event, device));
  }
}

function keyOf({ instruction, round }: CommunicationEvent, device: number): string {
  return `${device} ${round} ${instruction}`;
}

/** Returns whether the device continues after it has begun, and waits later. */
function isBegun(opcode: string): boolean {
  return opcode.endsWith('-start') || opcode === 'send' || opcode === 'recv';
}

function doneOf(opcode: string): string {
  return `${opcode.replace(/-start$/, '')}-done`;
}
