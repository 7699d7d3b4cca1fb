// `npm run soak:replicas [-- --rounds N | --seconds S]`: many thousand collectives, and sends with their recvs, on 16
// devices, before each of which every device waits for a random time, so that the orders of arrival keep changing. A
// round is a run of 3,900 of them, and there are four by default for each kind of engine; --seconds limits the time
// instead.
//
// Each result is compared with that of plain JavaScript, bit by bit. A run has a minute; and after the runs the engine
// must hold the same values as before, in no more memory. It needs the built package.
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Client, parseHlo } from 'hloom';
import { soakArguments, soakProgram, devices } from './lib/soak-program.mjs';

const loopRounds = 300;
const runMilliseconds = 60_000;
/** Different arguments; with two programs that have different groups they make as many different runs. */
const seeds = 4;
/** The process's memory varies by the reserves of the collector and malloc; a leak in every run is larger. */
const mostGrowth = 24e6;

const { values: given } = parseArgs({ options: { rounds: { type: 'string' }, seconds: { type: 'string' } } });
const seconds = given.seconds === undefined ? undefined : Number(given.seconds);
const rounds = given.rounds === undefined ? 4 : Number(given.rounds);
if (!(seconds === undefined || seconds > 0) || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('use --rounds with a positive integer, or --seconds with a positive number');
  process.exit(2);
}

const engines = [1, 2, 4].flatMap((threads) => [
  { name: `${threads} here`, options: { threads, worker: false } },
  { name: `${threads} in a Worker`, options: { threads, worker: true } },
]);

/** The values in the engine, and the memory of the process and of WebAssembly, as far as it is visible from here. */
async function figures(client) {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { rss, external } = process.memoryUsage();
  const shared = client[Symbol.for('hloom.internal')].supervisor.running?.memory?.buffer.byteLength ?? 0;
  const held = await client.statistics();
  // Memory that was returned, and waits for reuse, is not a leak.
  return { rss, external, shared, held: JSON.stringify({ ...held, pooledBytes: 0 }) };
}

/**
 * Ends the process if this thread does not report in time that it goes on: an engine that hangs in this thread checks
 * no limit.
 *
 * @returns the function that reports
 */
function watchdog() {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const script = `
    const { workerData: { beats, milliseconds } } = require('node:worker_threads');
    for (let last = -1; ; ) {
      last = Atomics.load(beats, 0);
      if (Atomics.wait(beats, 0, last, milliseconds) !== 'timed-out') continue;
      require('node:fs').writeSync(2, 'FAILED: nothing happens any more\\n');
      process.kill(process.pid, 'SIGKILL');
    }`;
  const worker = new Worker(script, { eval: true, workerData: { beats, milliseconds: 3 * runMilliseconds } });
  worker.unref();
  return () => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  };
}

/** Describes the first difference from the model's result; undefined if they are the same, bit by bit. */
function difference(results, expected) {
  for (const [device, result] of results.entries()) {
    const found = result.elements.map(({ data }) => data);
    for (const [part, values] of expected[device].entries()) {
      const wanted = typeof values === 'number' ? Uint32Array.of(values) : values;
      const at = [...wanted].findIndex((value, i) => !Object.is(value, found[part][i]));
      if (at >= 0) return `device ${device}, part ${part}, element ${at}: ${found[part][at]}, not ${wanted[at]}`;
    }
  }
  return undefined;
}

/** The results of the model, computed once for all engines. */
const modelled = new Map();
function expectedOf({ seed, model }, argumentSeed, lists) {
  const key = `${seed} ${argumentSeed}`;
  if (!modelled.has(key)) modelled.set(key, model(lists));
  return modelled.get(key);
}

const beat = watchdog();

/** One run and its comparison; the time is only that of the run. */
async function runOnce(program, run) {
  const argumentSeed = run % seeds;
  const lists = soakArguments(argumentSeed);
  const expected = expectedOf(program, argumentSeed, lists);
  beat();
  const started = performance.now();
  const results = await program.executable.runReplicated(lists, { limits: { milliseconds: runMilliseconds } });
  const spent = performance.now() - started;
  const wrong = difference(results, expected);
  if (wrong !== undefined) throw new Error(`program ${program.seed}, arguments ${argumentSeed}: ${wrong}`);
  return spent;
}

/** The memory that the runs leaked, in words. */
function growth(before, after) {
  const grown = ['external', 'shared'].filter((key) => after[key] > before[key] + 65536).map((key) => `${key} grew`);
  if (after.rss > before.rss + mostGrowth) grown.push('the process grew');
  if (after.held !== before.held) grown.push(`the engine holds ${after.held}, not ${before.held}`);
  return grown;
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** Runs on one kind of engine: a row of the table. */
async function soak({ name, options }) {
  const client = await Client.create(options);
  try {
    if (client.platform.threads !== options.threads) throw new Error(client.platform.reason);
    const programs = [];
    for (const seed of [1, 2]) {
      const program = soakProgram(loopRounds, seed);
      const executable = await client.compile(parseHlo(program.text), { replicas: devices });
      programs.push({ ...program, seed, executable });
    }
    for (let run = 0; run < 2 * seeds; run++) await runOnce(programs[run % 2], run >> 1);
    const before = await figures(client);
    let [runs, spent, collectives] = [0, 0, 0];
    const started = performance.now();
    while (seconds === undefined ? runs < rounds : performance.now() - started < seconds * 1000) {
      const program = programs[runs % 2];
      spent += await runOnce(program, runs >> 1);
      collectives += program.collectives;
      runs += 1;
    }
    const after = await figures(client);
    const problems = growth(before, after);
    for (const { executable } of programs) executable.dispose();
    const left = JSON.parse((await figures(client)).held);
    if (Object.values(left).some((count) => count !== 0)) problems.push(`left over: ${JSON.stringify(left)}`);
    return { name, runs, collectives, spent, before, after, problem: problems.join('; ') };
  } catch (error) {
    return { name, problem: String(error) };
  } finally {
    client.dispose();
  }
}

const cells = (texts) => texts.map((text, i) => (i === 0 ? text.padEnd(14) : text.padStart(12))).join('');
console.log(
  `${devices} devices; a collective or a transfer is one that all devices come to. MB before and after the runs.`,
);
console.log(
  cells(['threads', 'runs', 'collectives', 'seconds', 'process', 'after', 'external', 'after', 'shared', 'after']),
);
let failed = false;
for (const engine of engines) {
  const { name, runs, collectives, spent, before, after, problem } = await soak(engine);
  if (before !== undefined) {
    const memory = ['rss', 'external', 'shared'].flatMap((key) => [megabytes(before[key]), megabytes(after[key])]);
    console.log(cells([name, String(runs), String(collectives), (spent / 1000).toFixed(1), ...memory]));
  }
  if (problem !== '') console.log(`FAILED ${name}: ${problem}`);
  failed ||= problem !== '';
}
process.exitCode = failed ? 1 : 0;
