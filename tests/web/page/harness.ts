// The code of the tests inside a page. Bundled, with 'hloom' left to the page's import map: the built package itself.
import {
  Client,
  HloomError,
  Literal,
  f32,
  readNpz,
  registerCustomCall,
  writeNpz,
  XlaBuilder,
  type ClientOptions,
  type EngineStatistics,
  type PlatformReport,
  type SerializedLiteral,
  type XlaComputation,
} from 'hloom';
import { examples } from '../../../examples/index.mjs';
import { runExample } from '../../../examples/support/run-example.mjs';
import { runCase } from '../../js/support/case-runner.js';
import type { BuilderRow, Case } from '../../js/support/case-schema.js';
import { replicaFailures } from '../../js/support/replica-failures.js';
import { replicaFeeds } from '../../js/support/replica-feeds.js';
import { endEngine, endPool, failPool } from './ended-workers.js';
import { longInstruction, loop, matrixPlusVector } from '../../js/support/programs.js';

/** An outcome that a test can look at from outside. */
export interface ExampleOutcome {
  readonly id: string;
  readonly problem: string;
  readonly program: string;
  readonly explanation: string;
  readonly error: string;
  readonly result: string;
}

export interface Failure {
  readonly code: string;
  readonly rule: string;
  readonly message: string;
}

let client: Client | undefined;
let client2: Client | undefined;

function theClient(): Client {
  if (client === undefined) throw new Error('open() comes first');
  return client;
}

async function sum(by: Client): Promise<number[]> {
  const executable = await by.compile(matrixPlusVector());
  const result = await executable.run(
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [7, 8, 9],
  );
  executable.dispose();
  return Array.from(result.data as Float32Array);
}

/** Calls the function "hang". */
function hanging(): XlaComputation {
  const b = new XlaBuilder('hanging');
  return b.build(b.customCall('hang', [b.parameter(0, f32(), 'x')], f32()));
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    return { code: thrown.code, rule: thrown.rule, message: thrown.message };
  }
  throw new Error('nothing was thrown');
}

function outcomeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'read',
    (thrown: unknown) => (thrown instanceof HloomError ? thrown.rule : String(thrown)),
  );
}

const trapOf = (by: Client): Promise<void> =>
  (by as unknown as Record<symbol, { trap(): Promise<void> }>)[Symbol.for('hloom.internal')]?.trap() ??
  Promise.reject(new Error('the client has no trap'));

export const harness = {
  /** The defaults of clients, before anything is loaded. */
  platform: (): PlatformReport => Client.platform(),

  async open(options: ClientOptions): Promise<PlatformReport> {
    client?.dispose();
    client = await Client.create(options);
    return client.platform;
  },

  statistics: (): Promise<EngineStatistics> => theClient().statistics(),

  /** The arrays of a .npz file; written and read once more where that is asked, deflated. */
  async readArrays(bytes: readonly number[], again: boolean): Promise<Record<string, SerializedLiteral>> {
    let arrays = await readNpz(new Uint8Array(bytes));
    if (again) arrays = await readNpz(await writeNpz(arrays, { compress: true }));
    return Object.fromEntries([...arrays].map(([name, literal]) => [name, literal.toJSON()]));
  },

  /** The results for damaged .npz files: whether each was read or refused, or another exception. */
  async readDamaged(bytes: readonly number[], step: number): Promise<string[]> {
    const outcomes = new Set<string>();
    for (let length = 0; length < bytes.length; length += step) {
      outcomes.add(await outcomeOf(readNpz(new Uint8Array(bytes.slice(0, length)))));
    }
    const packed = await writeNpz({ a: Literal.from(Array<number>(500).fill(3)) }, { compress: true });
    for (let at = 40; at < 60; at++) {
      const changed = packed.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      outcomes.add(await outcomeOf(readNpz(changed)));
    }
    return [...outcomes].sort();
  },

  async runExamples(): Promise<ExampleOutcome[]> {
    const outcomes: ExampleOutcome[] = [];
    for (const example of examples) {
      const { problem, program, explanation, error, result } = await runExample(theClient(), example);
      outcomes.push({ id: example.id, problem, program, explanation, error, result: result?.toString() ?? '' });
    }
    return outcomes;
  },

  /** The names of the cases that go wrong, each with what is wrong. As JSON, whose types need not cross to the page. */
  async runCases(json: string): Promise<string[]> {
    const { rows, cases } = JSON.parse(json) as { rows: BuilderRow[]; cases: Case[] };
    const wrong: string[] = [];
    for (const testCase of cases) {
      const problem = await runCase(theClient(), rows, testCase);
      if (problem !== '') wrong.push(`${testCase.name}: ${problem}`);
    }
    return wrong;
  },

  /** Stops a loop without end; the page must live meanwhile, and the client afterwards. */
  async abortEndless(
    milliseconds: number,
  ): Promise<{ failure: Failure; frames: number; reason: string; sum: number[] }> {
    const executable = await theClient().compile(loop());
    const controller = new AbortController();
    let frames = 0;
    const timer = setInterval(() => frames++, 10);
    setTimeout(() => {
      controller.abort(new Error('enough'));
    }, milliseconds);
    let reason = '';
    const run = executable.run(0, { signal: controller.signal }).catch((thrown: unknown) => {
      reason = String((thrown as Error).cause);
      throw thrown;
    });
    const failure = await failureOf(run);
    clearInterval(timer);
    executable.dispose();
    return { failure, frames, reason, sum: await sum(theClient()) };
  },

  /** Ends runs that are inside of a long instruction, behind it, and in a function that never answers. */
  async stopAtOnce(): Promise<{ failures: Failure[]; order: string[]; sum: number[]; thrown: string }> {
    const [long, calling] = [await theClient().compile(longInstruction(2 ** 14)), await theClient().compile(hanging())];
    const remove = registerCustomCall('hang', () => new Promise(() => undefined));
    const order: string[] = [];
    const told = <T>(name: string, promise: Promise<T>): Promise<T> =>
      promise.finally(() => {
        order.push(name);
      });
    const late = failureOf(told('hanging', calling.run(1, { limits: { milliseconds: 20 } })));
    await late;
    const controller = new AbortController();
    const aborted = failureOf(told('inside', long.run({ signal: controller.signal })));
    const beside = failureOf(told('beside', calling.run(1, { signal: AbortSignal.timeout(30) })));
    const innocent = told('innocent', sum(theClient()));
    setTimeout(() => {
      controller.abort();
    }, 60);
    const failures = [await late, await beside, await aborted];
    const result = await innocent;
    let thrown = '';
    const onTrace = (): void => {
      throw new RangeError('seen enough');
    };
    await calling.run(1, { onTrace }).catch((error: unknown) => (thrown = String(error)));
    remove();
    long.dispose();
    calling.dispose();
    return { failures, order, sum: result, thrown };
  },

  /** A function of the page behind a custom call: it has the page's document; then it throws, then its run is aborted. */
  async customCall(): Promise<{ result: unknown; thrown: Failure; cause: string; aborted: Failure; heard: boolean }> {
    const b = new XlaBuilder('calls_the_page');
    const executable = await theClient().compile(b.build(b.customCall('page', [b.parameter(0, f32(2), 'x')], f32(2))));
    const unregister = registerCustomCall('page', async ([x]) => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return (x?.toArray() as number[]).map((value) => value * document.body.nodeType);
    });
    const result = (await executable.run([3, 4])).toArray();
    registerCustomCall('page', () => {
      throw new RangeError('not today');
    });
    let cause = '';
    const failing = executable.run([3, 4]).catch((thrown: unknown) => {
      cause = String((thrown as Error).cause);
      throw thrown;
    });
    const thrown = await failureOf(failing);
    let heard = false;
    const remove = registerCustomCall('page', (_operands, { signal }) => {
      signal.addEventListener('abort', () => (heard = true));
      return new Promise(() => undefined);
    });
    const aborted = await failureOf(executable.run([3, 4], { signal: AbortSignal.timeout(50) }));
    remove();
    unregister();
    executable.dispose();
    return { result, thrown, cause, aborted, heard };
  },

  /** A large value that stays, is added to in place, and is lost with its engine; and large arguments from the page. */
  async valuesThatStay(): Promise<{ sums: unknown[]; donated: Failure; lost: Failure; fromThePage: unknown[] }> {
    const n = 100_000;
    const b = new XlaBuilder('adds');
    b.add(b.parameter(0, f32(n), 'x'), b.parameter(1, f32(n), 'y'));
    const add = await theClient().compile(b.build());
    const ends = (literal: Literal): unknown[] => [literal.data[0], literal.data[n - 1]];
    const one = theClient().toDevice(new Float32Array(n).fill(1));
    let sum = await add.run(one, one, { keep: true });
    for (let i = 0; i < 3; i++) sum = await add.run(sum, one, { keep: true, donate: [0] });
    const sums = ends(await sum.toLiteral());
    await add.run(one, sum, { donate: [1] });
    const donated = await failureOf(sum.toLiteral());
    // From the second run on, arguments may be written straight into shared memory.
    const fromThePage: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      const argument = new Float32Array(n).fill(i);
      const running = add.run(argument, new Float32Array(n).fill(10));
      argument.fill(99);
      fromThePage.push(ends(await running));
    }
    await failureOf(trapOf(theClient()));
    const lost = await failureOf(add.run(one, one));
    add.dispose();
    return { sums, donated, lost, fromThePage };
  },

  /** A trap in one engine: what it does to its runs, to another client, and to the next run. */
  async trap(): Promise<{ trapped: Failure; pending: Failure; others: number[]; again: number[] }> {
    client2 = await Client.create({ threads: 1 });
    const endless = await theClient().compile(loop());
    const running = failureOf(endless.run(0));
    const trapped = await failureOf(trapOf(theClient()));
    const result = { trapped, pending: await running, others: await sum(client2), again: await sum(theClient()) };
    endless.dispose();
    client2.dispose();
    return result;
  },

  /** Runs on several devices that fail, each in its way. */
  replicaFailures(): ReturnType<typeof replicaFailures> {
    const own = theClient();
    return replicaFailures(own, () => trapOf(own));
  },

  /** Values that go into devices and come out of them while they run. */
  replicaFeeds(): ReturnType<typeof replicaFeeds> {
    return replicaFeeds(theClient());
  },

  endEngine,
  endPool,
  failPool,

  close(): void {
    client?.dispose();
    client = undefined;
  },
};

export type Harness = typeof harness;

(globalThis as { harness?: Harness }).harness = harness;
