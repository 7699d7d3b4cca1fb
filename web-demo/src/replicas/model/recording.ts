/** Runs a program on several devices, and records the communication between them. */

import {
  Client,
  HloomError,
  init,
  type CommunicationEvent,
  type Executable,
  type Literal,
  type TraceEvent,
  type XlaComputation,
} from 'hloom';
import { inCausalOrder } from './causal-order.js';
import { addedGathers } from './gathers.js';

/** The greatest number of lanes. */
export const mostDevices = 16;

/** A run that hangs for so long has another reason than a deadlock, which ends at once. */
const longestRun = 20_000;
const mostInstructions = 2_000_000;
/** A program with more events than this is not a picture any more. */
const mostEvents = 8000;
const tooManyEvents = `The run has more than ${mostEvents.toLocaleString('en')} events. Let its loops go around less often.`;
/** Longer runs show their first values. */
const mostExecuted = 20_000;

/** A program with its devices. Undefined counts are those that the module states. */
export interface Program {
  readonly source: XlaComputation | string;
  readonly replicas?: number | undefined;
  readonly partitions?: number | undefined;
}

export interface Recording {
  readonly devices: number;
  /** The number of Workers that run devices at the same time. */
  readonly workers: number;
  /** The arguments of each device. */
  readonly operands: readonly (readonly Literal[])[];
  readonly parameterNames: readonly string[];
  /** The result of each device; undefined if the run failed. */
  readonly results: readonly Literal[] | undefined;
  readonly error: HloomError | undefined;
  /** The communication of the program itself. */
  readonly events: readonly CommunicationEvent[];
  /** The communication after it that brings the parts of the results together. */
  readonly gathering: readonly CommunicationEvent[];
  /** Executed instructions with their values; empty unless they were asked for. */
  readonly executed: readonly TraceEvent[];
}

/** The engines by their number of threads: one for few devices, which starts sooner, and one for many. */
const engines = new Map<number, Promise<Client>>();
const fewDevices = 4;

async function start(threads: number): Promise<Client> {
  await init();
  try {
    return await Client.create({ threads });
  } catch (thrown) {
    // Without a network the file of the threaded engine may be missing: devices then take turns in one Worker.
    if (threads === 1) throw thrown;
    return Client.create({ threads: 1 });
  }
}

/** The engine for a number of devices. It has a Worker for each of them if the page may share memory. */
export function laneEngine(devices = fewDevices): Promise<Client> {
  const mayShare = Client.platform().threads > 1;
  const threads = mayShare ? (devices <= fewDevices ? fewDevices : mostDevices) : 1;
  const engine = engines.get(threads) ?? start(threads);
  engines.set(threads, engine);
  return engine;
}

/** Disposes of all engines, for tests. */
export async function endEngines(): Promise<void> {
  for (const engine of engines.values()) (await engine).dispose();
  engines.clear();
}

/** Compiles a program, uses it, and disposes of it. */
export async function withExecutable<T>(
  program: Program,
  use: (executable: Executable, workers: number) => Promise<T>,
): Promise<T> {
  const { source, replicas, partitions } = program;
  const client = await laneEngine(replicas === undefined ? undefined : replicas * (partitions ?? 1));
  const executable = await client.compile(source, {
    ...(replicas === undefined ? {} : { replicas }),
    ...(partitions === undefined ? {} : { partitions }),
  });
  try {
    return await use(executable, client.platform.threads);
  } finally {
    executable.dispose();
  }
}

/**
 * Runs a program once.
 *
 * @param operandsOf - the arguments of each device
 * @throws HloomError if the program does not compile or does not take the arguments; a run that fails is a recording
 */
export function record(
  program: Program,
  operandsOf: (executable: Executable) => readonly (readonly Literal[])[],
  options: { readonly traces?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Recording> {
  return withExecutable(program, async (executable, workers) => {
    const { parameters, parameterNames } = executable.programShape;
    const devices = executable.replicas * executable.partitions;
    const operands = operandsOf(executable);
    const events: CommunicationEvent[] = [];
    const executed: TraceEvent[] = [];
    let results: readonly Literal[] | undefined;
    let error: HloomError | undefined;
    try {
      results = await executable.runReplicated(operands, {
        onCommunication: (event) => {
          if (events.length === mostEvents) throw new Error(tooManyEvents);
          events.push(event);
        },
        ...(options.traces === true
          ? { onTrace: (event: TraceEvent) => void (executed.length < mostExecuted && executed.push(event)) }
          : {}),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        limits: { milliseconds: longestRun, instructions: mostInstructions },
      });
    } catch (thrown) {
      if (!(thrown instanceof HloomError) || options.signal?.aborted === true) throw thrown;
      error = thrown;
    }
    const added = typeof program.source === 'string' ? addedGathers(program.source) : undefined;
    const isAdded = ({ instruction }: CommunicationEvent): boolean => added?.has(instruction) === true;
    const inOrder = inCausalOrder(events);
    const names = parameters.map((_, number) => parameterNames[number] ?? `arg${number}`);
    return {
      devices,
      workers,
      operands,
      parameterNames: names,
      results,
      error,
      events: inOrder.filter((event) => !isAdded(event)),
      gathering: inOrder.filter(isAdded),
      executed,
    };
  });
}
