/** What the devices of a run do together: who brings what when, who waits, and what moves between whom. */

import { int64FromJson, type CommunicationEventJson } from '../../base/wire.js';

/** An event of a device at a collective, or at a channel between devices. */
export interface CommunicationEvent {
  /**
   * `start`: the device brings its operands. `wait`: it cannot go on before others have come. `transfer`: bytes that `from`
   * brought have become part of what `to` gets. `end`: the device goes on with its result.
   */
  readonly kind: 'start' | 'wait' | 'transfer' | 'end';
  readonly device: number;
  /** The name of the collective, or of its `-start`; for a channel, that of the `send` or `recv`. */
  readonly instruction: string;
  readonly opcode: string;
  /** How often the devices of the group have met there before. */
  readonly round: number;
  /** The time since the run began. */
  readonly microseconds: number;
  /** What the device brings with a `start`, or what moves with a `transfer`; left out elsewhere. */
  readonly bytes?: number;
  /** The devices of a `transfer`. */
  readonly from?: number;
  readonly to?: number;
}

export function communicationEventFromJson(event: CommunicationEventJson): CommunicationEvent {
  const { kind, device, instruction, opcode, from, to } = event;
  const [round, nanoseconds, bytes] = [event.round, event.nanoseconds, event.bytes].map(int64FromJson) as [
    number,
    number,
    number,
  ];
  const common = { kind, device, instruction, opcode, round, microseconds: nanoseconds / 1000 };
  if (kind === 'start') return { ...common, bytes };
  return kind === 'transfer' ? { ...common, bytes, from, to } : common;
}
