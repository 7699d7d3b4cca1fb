// A small and obvious fake of the core, which uses the boundary's JSON, so that the JavaScript side can be tested in
// every state, including states that the core itself never reaches.
import type { CoreModule, ModuleOverrides } from '../../../js/src/instance/core-module.js';
import type { ArtefactUrls, Platform } from '../../../js/src/instance/platform.js';
import type { ErrorJson, ProgramShapeJson, ShapeJson } from '../../../js/src/base/wire.js';

/** The behavior of a fake program: return its first argument, or never end. Encoded as the program's bytes. */
export interface FakeProgram {
  readonly programShape: ProgramShapeJson;
  readonly endless?: boolean;
}

/** A run memory, in which a run may be under way. wasm/README.md describes its words. */
interface FakeRunMemory {
  readonly program: FakeProgram;
  readonly words: number;
  running: boolean;
  steps: number;
}

/** The words before those of the arrays; then each array of these programs has four. */
const firstArray = 9;
const arrayWords = 4;

type Json = Record<string, unknown>;

export class FakeModule implements CoreModule {
  /** Each call makes a new view, as growing memory does. */
  get HEAPU8(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }
  readonly PThread: CoreModule['PThread'];
  /** Set to make the next allocations fail. */
  outOfMemory = false;
  readonly calls: string[] = [];
  readonly buffers = new Map<number, { start: number; size: number }>();
  readonly executables = new Map<number, FakeProgram>();
  readonly runMemories = new Map<number, FakeRunMemory>();
  readonly builders = new Set<number>();
  terminated = 0;
  #memory = new WebAssembly.Memory({ initial: 1 });
  #top = 16;
  #handles = 0;
  /** The addresses of the last request and of the last answer. */
  #request = 0;
  #answer = 0;

  constructor(poolThreads = 0) {
    if (poolThreads > 0) {
      const workers = Array.from({ length: poolThreads }, () => ({ onerror: null }));
      this.PThread = {
        unusedWorkers: workers,
        runningWorkers: [],
        terminateAllThreads: () => {
          this.terminated++;
        },
      };
    }
  }

  request(bytes: number): number {
    return (this.#request = this.#room(bytes));
  }

  call(methodBytes: number, jsonBytes: number): number {
    const bytes = new Uint8Array(this.#memory.buffer, this.#request, methodBytes + jsonBytes);
    const request = new TextDecoder().decode(bytes);
    const answer = new TextEncoder().encode(this.respond(request.slice(0, methodBytes), request.slice(methodBytes)));
    this.#answer = this.#room(answer.length);
    this.HEAPU8.set(answer, this.#answer);
    return answer.length;
  }

  answer(): number {
    return this.#answer;
  }

  respond(method: string, json: string): string {
    this.calls.push(method);
    const args = JSON.parse(json) as Json;
    if (method === 'debug.trap') throw new WebAssembly.RuntimeError('unreachable');
    try {
      return JSON.stringify({ result: this.#dispatch(method, args) });
    } catch (thrown) {
      return JSON.stringify({ error: (thrown as CoreFailure).json });
    }
  }

  allocate(bytes: number): number {
    if (this.outOfMemory) return 0;
    const handle = ++this.#handles;
    this.buffers.set(handle, { start: this.#room(bytes), size: bytes });
    return handle;
  }

  address(handle: number): number {
    return this.buffers.get(handle)?.start ?? 0;
  }

  size(handle: number): number {
    return this.buffers.get(handle)?.size ?? 0;
  }

  release(handle: number): void {
    this.buffers.delete(handle);
  }

  /** The runs that are under way. */
  get runs(): Set<number> {
    return new Set([...this.runMemories].filter(([, { running }]) => running).map(([handle]) => handle));
  }

  _hloom_open_run(executable: number): number {
    const program = this.executables.get(executable);
    if (program === undefined) return 0;
    const arrays = program.programShape.parameters.length + 1;
    const words = this.#room((firstArray + arrays * arrayWords) * 8);
    const memory = { program, words, running: false, steps: 0 };
    for (let array = 0; array < arrays; array++) this.#array(memory, array)[2] = 12;
    const handle = ++this.#handles;
    this.runMemories.set(handle, memory);
    return handle;
  }

  _hloom_run_words(handle: number): number {
    return this.#runMemory(handle).words;
  }

  _hloom_prepare_run(handle: number): number {
    if (this.outOfMemory) return 3;
    const memory = this.#runMemory(handle);
    for (let array = 0; array < memory.program.programShape.parameters.length; array++) {
      const address = this.#room(12);
      this.#array(memory, array)[3] = address;
    }
    return 0;
  }

  _hloom_go_on(handle: number): number {
    this.calls.push('go_on');
    const memory = this.#runMemory(handle);
    memory.running = true;
    memory.steps++;
    new Float64Array(this.#memory.buffer, memory.words, firstArray).set([memory.steps * 10, 8], 7);
    if (memory.program.endless === true || memory.steps < 3) return 1;
    memory.running = false;
    memory.steps = 0;
    const [, , , address] = this.#array(memory, 0);
    this.#array(memory, memory.program.programShape.parameters.length)[3] = address ?? 0;
    return 0;
  }

  _hloom_reset_run(handle: number): void {
    Object.assign(this.#runMemory(handle), { running: false, steps: 0 });
  }

  _hloom_close_run(handle: number): void {
    this.runMemories.delete(handle);
  }

  _hloom_release_value(value: number): void {
    this.calls.push(`release_value ${value}`);
  }

  #runMemory(handle: number): FakeRunMemory {
    const memory = this.runMemories.get(handle);
    if (memory === undefined) throw new Error(`no run memory ${handle}`);
    return memory;
  }

  /** The words of an argument's array; the one after them all is the result's. */
  #array(memory: FakeRunMemory, index: number): Float64Array {
    return new Float64Array(this.#memory.buffer, memory.words + (firstArray + index * arrayWords) * 8, arrayWords);
  }

  #room(bytes: number): number {
    const missing = this.#top + bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65536));
    const start = this.#top;
    this.#top += Math.ceil(bytes / 8) * 8;
    return start;
  }

  #dispatch(method: string, args: Json): unknown {
    switch (method) {
      case 'version':
        return {
          version: '0',
          simd: true,
          threads: 1 + (this.PThread?.unusedWorkers.length ?? 0),
        };
      case 'builder.create': {
        const builder = ++this.#handles;
        this.builders.add(builder);
        return { builder };
      }
      case 'builder.call':
        return { op: ++this.#handles, shape: { type: 'F32', dimensions: [] }, echo: args };
      case 'builder.release':
        this.builders.delete(args.builder as number);
        return {};
      case 'engine.compile': {
        const program = JSON.parse(new TextDecoder().decode(this.#take(args.buffer as number))) as FakeProgram;
        const executable = ++this.#handles;
        this.executables.set(executable, program);
        return { executable, replicas: 1, partitions: 1, program_shape: program.programShape, transfers: [] };
      }
      case 'engine.error':
        throw new CoreFailure('RESOURCE_EXHAUSTED', 'memory.c2', 'no memory');
      case 'engine.trace':
        throw new CoreFailure('INVALID_ARGUMENT', 'handle.c1', 'stale run');
      case 'engine.release_executable':
        this.executables.delete(args.executable as number);
        return {};
      case 'statistics':
        return {
          builders: this.builders.size,
          computations: 0,
          executables: this.executables.size,
          runs: this.runs.size,
          buffers: this.buffers.size,
          buffer_bytes: String([...this.buffers.values()].reduce((sum, { size }) => sum + size, 0)),
          values: 0,
          value_bytes: '0',
          pooled_bytes: '0',
        };
      default:
        throw new CoreFailure('UNIMPLEMENTED', '', `no ${method} here`);
    }
  }

  #take(handle: number): Uint8Array {
    const { start, size } = this.buffers.get(handle) ?? { start: 0, size: 0 };
    const bytes = this.HEAPU8.slice(start, start + size);
    this.release(handle);
    return bytes;
  }
}

/** An error of the fake core. */
class CoreFailure extends Error {
  readonly json: ErrorJson;

  constructor(code: ErrorJson['code'], rule: string, headline: string) {
    super(headline);
    this.json = {
      code,
      rule,
      op: 'fake',
      operands: [],
      headline,
      details: [],
      help: 'none',
      location: '',
      message: headline,
    };
  }
}

/** The bytes of a fake program of these parameters; its result is its first argument. */
export function fakeProgram(parameters: readonly ShapeJson[], options: { endless?: boolean } = {}): Uint8Array {
  const result = parameters[0] ?? { type: 'TOKEN' };
  const programShape = { parameters, parameter_names: parameters.map((_, i) => `p${i}`), result, text: '(...) -> ...' };
  return new TextEncoder().encode(JSON.stringify({ programShape, ...options }));
}

/** A WebAssembly module with nothing in it. */
export const emptyWasm = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** Node as the package sees it, with fake modules. Every module made is kept in `modules`. */
export class FakePlatform implements Platform {
  readonly name = 'node';
  readonly workerByDefault = false;
  mayBlock = true;
  readonly modules: FakeModule[] = [];
  /** The results of `read`, by address; missing ones are an empty module. */
  readonly files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; contentType: string }>();
  readonly reads: string[] = [];
  /** The scripts that were imported. */
  readonly glues: string[] = [];
  /** Why a pool cannot be started from where the files are. */
  obstacle = '';
  shared = { available: true, crossOriginIsolated: true, reason: '' };
  /** True if the threads of a pool answer. */
  poolAnswers = true;
  /** While it is set, no instance starts. */
  starting: Promise<void> | undefined;
  /** True if the factory settles; a pool Worker that cannot load prevents that. */
  poolError: string | undefined;

  defaultThreads(): { threads: number; reason: string } {
    return { threads: 1, reason: 'one is the default' };
  }

  sharedMemory(): { available: boolean; crossOriginIsolated: boolean; reason: string } {
    return this.shared;
  }

  artefacts(folder = '/wasm/'): ArtefactUrls {
    return { glue: `${folder}hloom.js`, wasm: `${folder}hloom.wasm`, worker: `${folder}hloom.worker.js` };
  }

  poolObstacle(): string {
    return this.obstacle;
  }

  whyNotLoaded(): Promise<string> {
    return Promise.resolve('');
  }

  resolve(address: string): string {
    return address;
  }

  read(address: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string }> {
    this.reads.push(address);
    const file = this.files.get(address) ?? { bytes: emptyWasm, contentType: '' };
    return file.contentType === 'error' ? Promise.reject(new Error('no such file')) : Promise.resolve(file);
  }

  async importGlue(address: string): Promise<(overrides: ModuleOverrides) => Promise<CoreModule>> {
    this.glues.push(address);
    await this.starting;
    return (overrides) => {
      const threads = overrides.hloomPoolSize ?? 0;
      const module = new FakeModule(this.poolAnswers ? threads : 0);
      if (threads > 0 && this.poolError !== undefined) {
        const worker = { onerror: null as unknown };
        Object.assign(overrides, {
          PThread: { unusedWorkers: [worker], runningWorkers: [], terminateAllThreads: () => undefined },
        });
        setTimeout(() => {
          (worker.onerror as (event: unknown) => void)({ message: this.poolError });
        }, 1);
        return new Promise(() => undefined);
      }
      this.modules.push(module);
      return new Promise((resolve) => {
        overrides.instantiateWasm({}, () => {
          resolve(module);
        });
      });
    };
  }

  pause(): Promise<void> {
    return new Promise((resolve) => void setImmediate(resolve));
  }

  deflateRaw(): never {
    throw new Error('the fake platform compresses nothing');
  }

  inflateRaw(): never {
    throw new Error('the fake platform compresses nothing');
  }

  startWorker(_script?: string): never {
    throw new Error('no Worker here');
  }
}
