/** The communication between the devices of a run: contributions, waits, and transfers, with their times. */

import { int64FromJson, type CommunicationEventJson } from '../../base/wire.js';

/** An event of a device at a collective, or at a channel between devices. */
export interface CommunicationEvent {
  /**
   * `start`: the device contributes its operands. `wait`: it cannot continue before others have arrived. `transfer`:
   * bytes from `from` have become part of the result of `to`. `end`: the device continues with its result.
   */
  readonly kind: 'start' | 'wait' | 'transfer' | 'end';
  readonly device: number;
  /** The name of the collective, or of its `-start`; for a channel, that of the `send` or `recv`. */
  readonly instruction: string;
  readonly opcode: string;
  /** The number of times that the devices of the group have met there before. */
  readonly round: number;
  /** The time since the run began. */
  readonly microseconds: number;
  /** The bytes that the device contributes with a `start`, or that move with a `transfer`; otherwise left out. */
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
