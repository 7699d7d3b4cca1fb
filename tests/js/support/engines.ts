// The engines that a client can have, for tests that hold for each of them.
import { Client, type ClientOptions } from 'hloom';

type Engine = [name: string, options: ClientOptions];

/** An engine in this thread and one in a Worker, for `describe.each`. */
export const twoEngines: Engine[] = [
  ['inline', {}],
  ['in a Worker', { worker: true }],
];
/** The same, with threads and without. */
export const allEngines: Engine[] = [
  ...twoEngines,
  ['with threads', { threads: 2 }],
  ['with threads in a Worker', { threads: 2, worker: true }],
];

/** Makes a client before all tests of a block, and disposes of it after them. */
export function clientForAll(options: ClientOptions, take: (client: Client) => void): void {
  let client: Client;
  beforeAll(async () => {
    client = await Client.create(options);
    take(client);
  });
  afterAll(() => {
    client.dispose();
  });
}

/** The statistics of an engine that holds nothing. */
export const nothingHeld = { executables: 0, runs: 0, buffers: 0, bufferBytes: 0, values: 0, valueBytes: 0 };
