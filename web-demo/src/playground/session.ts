/** One program in the engine: its run, the recording of it, and questions about its values. */

import {
  HloomError,
  Literal,
  registerCustomCall,
  writeNpy,
  writeNpz,
  type Client,
  type ElementExplanation,
  type Executable,
  type TraceEvent,
} from 'hloom';
import { engine } from '../../../js/elements/model/computing.js';
import { aloneProgram, rerooted } from './model/alone.js';
import { elementsOf, shapeOf } from './model/shapes.js';
import { literalOf, usualInput, type Input } from './model/inputs.js';
import type { Program } from './model/reading.js';
import { firstNonFinite, isShort, mostEvents, nonFinite, type Origin, type Recording } from './model/recording.js';
import { gemm, standIns } from './model/stand-ins.js';
import { idleTime, limitMs, timeOf, usualArgument } from './measuring.js';
import type { SavedFile } from './saved.js';
import { arraysOf, programOf, type ArrayValue } from './model/value.js';

export interface Ran {
  readonly recording: Recording;
  readonly milliseconds: number;
  /** The reason why the run ended early. */
  readonly error: HloomError | undefined;
  /** The number of devices on which it ran. */
  readonly devices: number;
}

/** The elements of each value that a recording keeps: as many as a page of them holds. */
const [fewElements, manyElements, elementsInAll] = [64, 1024, 1_000_000];
/** The most elements of all values together that are looked at for one that is not finite or that differs. */
const mostScanned = 10_000_000;
/** The most elements of a single value that are read for the page. */
export const mostElements = 2 ** 20;

/** Gives programs the functions of other libraries that the page computes itself. */
function register(client: Client): void {
  for (const name of standIns) registerCustomCall(name, (operands, call) => gemm(client, operands, call));
}

export class Session {
  readonly program: Program;
  readonly inputs: readonly Input[];
  #compiled: Promise<Executable> | undefined;
  #arguments: readonly Literal[] | undefined;
  readonly #whole = new Map<number, Promise<readonly ArrayValue[]>>();

  constructor(program: Program, inputs: readonly Input[]) {
    this.program = program;
    this.inputs = inputs;
  }

  /** @throws HloomError or another error for an input that is not a value of its parameter */
  get arguments(): readonly Literal[] {
    const { parameters } = this.program.computation.programShape;
    this.#arguments ??= parameters.map((shape, number) => literalOf(this.inputs[number] ?? usualInput, shape, number));
    return this.#arguments;
  }

  #executable(): Promise<Executable> {
    this.#compiled ??= engine().then((client) => {
      register(client);
      return client.compile(this.program.computation);
    });
    return this.#compiled;
  }

  dispose(): void {
    this.#compiled?.then(
      (executable) => {
        executable.dispose();
      },
      () => undefined,
    );
    this.program.computation.dispose();
  }

  /** Runs the program and records its events; an error of the run keeps those before it. */
  async run(signal: AbortSignal): Promise<Ran> {
    const events: TraceEvent[] = [];
    const { replicas, partitions } = await this.#executable();
    const devices = replicas * partitions;
    signal.throwIfAborted();
    const started = performance.now();
    let isCut = false;
    try {
      await this.#trace(signal, this.#elements(), (event) => {
        if (events.length < mostEvents) events.push(event);
        else isCut = true;
      });
      return { recording: { events, isCut }, milliseconds: performance.now() - started, error: undefined, devices };
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof HloomError)) throw thrown;
      // A program with more instructions than are recorded ends there.
      const isLimit = thrown.code === 'RESOURCE_EXHAUSTED' && events.length >= mostEvents;
      const recording = { events, isCut: isCut || isLimit };
      return { recording, milliseconds: performance.now() - started, error: isLimit ? undefined : thrown, devices };
    }
  }

  /**
   * The first value that is not finite, also where a recording leaves elements out: then the program runs again, and
   * every element is looked at.
   */
  async firstNonFinite(recording: Recording, signal: AbortSignal): Promise<Origin | undefined> {
    const { graph } = this.program;
    const events = isShort(recording)
      ? await this.scan(recording, signal, (value) => nonFinite.exec(value)?.[0] ?? '')
      : undefined;
    return firstNonFinite(events === undefined ? recording : { ...recording, events }, graph);
  }

  /**
   * The events of a recording, with a short text for each value that is made of all its elements: the program runs again.
   * Undefined if there are too many elements.
   */
  async scan(
    { events }: Recording,
    signal: AbortSignal,
    shorten: (value: string) => string,
  ): Promise<readonly TraceEvent[] | undefined> {
    const elements = events.reduce((sum, { shape }) => sum + elementsOf(shapeOf(shape)), 0);
    if (elements > mostScanned) return undefined;
    const scanned: TraceEvent[] = [];
    try {
      await this.#trace(signal, mostElements, (event) => {
        if (scanned.length < events.length) scanned.push({ ...event, value: shorten(event.value) });
      });
    } catch {
      // A run that fails is told of elsewhere; what came before it counts.
    }
    return scanned;
  }

  #elements(): number {
    const count = this.program.graph.computations.reduce((sum, { instructions }) => sum + instructions.length, 1);
    return Math.max(fewElements, Math.min(manyElements, Math.floor(elementsInAll / count)));
  }

  async #trace(signal: AbortSignal, elements: number, take: (event: TraceEvent) => void): Promise<void> {
    const executable = await this.#executable();
    signal.throwIfAborted();
    const options = {
      signal,
      traceElements: elements,
      limits: { milliseconds: limitMs, instructions: mostEvents + 1 },
      onTrace: (event: TraceEvent) => {
        if ((event.device ?? 0) === 0) take(event);
      },
    };
    const { replicas, partitions } = executable;
    const devices = replicas * partitions;
    if (devices === 1) await executable.run(...this.arguments, options);
    else
      await executable.runReplicated(
        Array.from({ length: devices }, () => this.arguments),
        options,
      );
  }

  /** All elements of an event's value. If the recording has only some, the program runs again up to it. */
  whole({ events }: Recording, step: number): Promise<readonly ArrayValue[]> {
    const known = arraysOf(events[step]?.value ?? '');
    if (known.every(({ omitted }) => omitted === 0)) return Promise.resolve(known);
    let found = this.#whole.get(step);
    if (found === undefined) {
      const event = events[step];
      const isOfEntry = event?.callers.length === 0;
      found = isOfEntry ? this.#asResult(event.instruction) : this.#again(step);
      found.catch(() => this.#whole.delete(step));
      this.#whole.set(step, found);
    }
    return found;
  }

  /** The value of an instruction of the entry computation: a program of which it is the result computes it. */
  async #asResult(instruction: string): Promise<readonly ArrayValue[]> {
    const text = rerooted(this.program.computation.toHloText({ form: 'short' }), instruction);
    const client = await engine();
    const executable = await client.compile(text);
    try {
      const result = await executable.run(...this.arguments, { keep: true, limits: { milliseconds: limitMs } });
      // A program that returns its argument has it as text, which only a trace writes in full.
      const echo = await client.compile(`ENTRY echo {\n  ROOT value = ${result.shape.toString()} parameter(0)\n}\n`);
      let value = '';
      await echo.run(result, { traceElements: mostElements, onTrace: (event) => (value = event.value) });
      echo.dispose();
      result.dispose();
      return arraysOf(value);
    } finally {
      executable.dispose();
    }
  }

  async #again(step: number): Promise<readonly ArrayValue[]> {
    const controller = new AbortController();
    let at = 0;
    let value: string | undefined;
    try {
      await this.#trace(controller.signal, mostElements, (event) => {
        if (at++ !== step) return;
        value = event.value;
        controller.abort();
      });
    } catch (thrown) {
      if (value === undefined) throw thrown;
    }
    return arraysOf(value ?? '');
  }

  /** The elements that an element is made of. */
  async explain(
    event: Pick<TraceEvent, 'instruction'>,
    index: readonly number[],
    path: readonly number[],
    round: number | undefined,
  ): Promise<ElementExplanation> {
    const [client, executable] = await Promise.all([engine(), this.#executable()]);
    return client.explainElement(executable, event.instruction, index, {
      arguments: this.arguments,
      tupleIndex: path,
      limits: { milliseconds: limitMs },
      ...(round === undefined ? {} : { round }),
    });
  }

  /** The program, or its result, as a file. */
  async save(form: SavedForm): Promise<SavedFile> {
    const { computation, graph } = this.program;
    const name = `${graph.name}.${form}`;
    if (form === 'hlo') return { name, content: computation.toHloText() };
    if (form === 'mlir') return { name, content: computation.toStableHloText() };
    if (form === 'pb') return { name, content: computation.toProto() };
    const executable = await this.#executable();
    const result = await executable.run(...this.arguments, { limits: { milliseconds: limitMs } });
    return { name, content: await writeNpz(resultArrays(result)) };
  }

  /**
   * Measures each instruction of the entry computation alone, with arguments that are on the engine already, and calls
   * `tell` with its time. The time of a program that does nothing is taken off.
   */
  async measure(signal: AbortSignal, tell: (name: string, milliseconds: number) => void): Promise<void> {
    const { graph, computation } = this.program;
    const entry = graph.computations.find(({ name }) => name === graph.entry);
    if (entry === undefined) return;
    const hlo = computation.toHloText({ form: 'short' });
    const idle = await idleTime(signal);
    for (const one of entry.instructions) {
      signal.throwIfAborted();
      const text = aloneProgram(hlo, entry, one);
      if (text === undefined) continue;
      try {
        tell(one.name, Math.max(0, (await timeOf(text, signal, usualArgument)) - idle));
      } catch (thrown) {
        signal.throwIfAborted();
        // An instruction that only runs among others, such as a collective, has no time of its own.
        if (!(thrown instanceof HloomError)) throw thrown;
      }
    }
  }
}

/** The files that a program can be saved as. */
export const savedForms = [
  ['hlo', 'HLO text'],
  ['mlir', 'StableHLO text'],
  ['pb', 'HloModuleProto'],
  ['npz', 'Result as .npz'],
] as const;
export type SavedForm = (typeof savedForms)[number][0];

/** The arrays of a result, as `result`, or as `result_0` and so on. */
function resultArrays(result: Literal): Record<string, Literal> {
  if (!result.shape.isTuple) return { result };
  const found: Record<string, Literal> = {};
  const rest: (readonly [string, Literal])[] = [['result', result]];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const [name, value] = next;
    if (value.shape.isTuple) rest.push(...value.elements.map((part, at) => [`${name}_${at}`, part] as const));
    else if (value.shape.isArray) found[name] = value;
  }
  return found;
}

/** The bytes of a .npy file: the engine reads the array back, so that they are exact. */
export async function npyOf(array: ArrayValue): Promise<Uint8Array<ArrayBuffer>> {
  const executable = await (await engine()).compile(programOf(array));
  try {
    return writeNpy(await executable.run());
  } finally {
    executable.dispose();
  }
}
