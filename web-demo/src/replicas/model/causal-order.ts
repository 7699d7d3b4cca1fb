/**
 * Events in an order that is possible. The trace sorts them by time, and the clocks of Workers differ by a little: a
 * transfer may then come before the start of its own source.
 *
 *     transfer 0 → 1, end 1, start 0, start 1   becomes   start 0, start 1, transfer 0 → 1, end 1
 */

import type { CommunicationEvent } from 'hloom';

const visit = (device: number, { instruction, round }: CommunicationEvent): string =>
  `${device} ${round} ${instruction}`;

/** The events that must come before each event, by their numbers. */
function causesOf(events: readonly CommunicationEvent[]): number[][] {
  const firsts = new Map<string, number>();
  const arrivals = new Map<string, number[]>();
  for (const [number, event] of events.entries()) {
    const key = `${event.kind} ${visit(event.device, event)}`;
    if (event.kind !== 'transfer') firsts.set(key, number);
    else arrivals.set(key, [...(arrivals.get(key) ?? []), number]);
  }
  const found = (kind: string, device: number, event: CommunicationEvent): number[] => {
    const number = firsts.get(`${kind} ${visit(device, event)}`);
    return number === undefined ? [] : [number];
  };
  return events.map((event) => {
    const { kind, device, from = device, to = device, round } = event;
    if (kind === 'start') return found('end', device, { ...event, round: round - 1 });
    if (kind === 'wait') return found('start', device, event);
    if (kind === 'transfer') return [...found('start', from, event), ...found('start', to, event)];
    const own = [...found('start', device, event), ...found('wait', device, event)];
    return [...own, ...(arrivals.get(`transfer ${visit(device, event)}`) ?? [])];
  });
}

/** The order of the trace, in which the causes of an event are moved before it. Times are counted from the first event. */
export function inCausalOrder(events: readonly CommunicationEvent[]): CommunicationEvent[] {
  const causes = causesOf(events);
  const isDone = events.map(() => false);
  const ordered: CommunicationEvent[] = [];
  for (const first of events.keys()) {
    const stack = [first];
    while (stack.length > 0) {
      const number = stack.at(-1) ?? 0;
      const missing = (causes[number] ?? []).filter((cause) => isDone[cause] === false && !stack.includes(cause));
      if (isDone[number] !== true && missing.length > 0) {
        stack.push(...missing.reverse());
        continue;
      }
      stack.pop();
      const event = events[number];
      if (isDone[number] === true || event === undefined) continue;
      isDone[number] = true;
      ordered.push(event);
    }
  }
  const began = ordered[0]?.microseconds ?? 0;
  return ordered.map((event) => ({ ...event, microseconds: event.microseconds - began }));
}
