/** The progress of runs. */

/** The progress of a run. */
export interface RunProgress {
  /** Instructions executed so far. */
  readonly instructions: number;
  /** Bytes of the values that the run holds. */
  readonly bytes: number;
  /** The progress of each of several devices; left out if there is only one. */
  readonly devices?: readonly DeviceProgress[];
}

/** The progress of a device. */
export interface DeviceProgress {
  /** The state: it runs, waits for others or for the host, or has ended. */
  readonly state: 'runs' | 'waits' | 'ended';
  /** The instruction at which it waits. */
  readonly place?: string;
}
