// The limits of the machine, as WebAssembly meets them: how fast memory is copied, combined and read, and how many
// multiplications and additions there are in a second, with one thread and with two.
import { median } from '../measure/statistics.mjs';
import { chains, hasRelaxedSimd, machineModule } from './kernels.mjs';

export const passes = { copy: 2, triad: 3, read: 1 };

const page = 65_536;
const mebibyte = 1 << 20;
const paces = {
  full: { sizes: [1, 4, 16, 64], bytes: 256 * mebibyte, rounds: 4_000_000, samples: 9 },
  quick: { sizes: [1, 4], bytes: 16 * mebibyte, rounds: 200_000, samples: 3 },
};

/** A second thread that executes commands and reports their completion. Both wait without sleeping. */
async function startHelper(message) {
  const url = new URL('worker.mjs', import.meta.url);
  if (typeof Worker === 'function') {
    const worker = new Worker(url, { type: 'module' });
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = () => reject(new Error('the second thread did not start'));
      worker.postMessage(message);
    });
    return () => worker.terminate();
  }
  const threads = await import('node:worker_threads');
  const worker = new threads.Worker(url);
  await new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.postMessage(message);
  });
  return () => worker.terminate();
}

export const commands = ['end', 'copy', 'triad', 'read', 'peak', 'relaxed'];
/** The places of the numbers that both threads share. */
export const mail = { turn: 0, done: 1, command: 2, repeats: 3, to: 4, a: 5, b: 6, end: 7, count: 8 };

/** One command, `repeats` times. */
export function obey(exports, box) {
  const command = commands[box[mail.command]];
  const isPass = command in passes;
  for (let i = 0; i < box[mail.repeats]; i++) {
    if (isPass) exports[command](box[mail.to], box[mail.a], box[mail.b], box[mail.end]);
    else exports[command](box[mail.end]);
  }
}

const send = (box, command, numbers) => {
  box[mail.command] = commands.indexOf(command);
  for (const [key, value] of Object.entries(numbers)) box[mail[key]] = value;
  Atomics.store(box, mail.done, 0);
  Atomics.add(box, mail.turn, 1);
  Atomics.notify(box, mail.turn);
};

/**
 * Measures the limits.
 *
 * @returns a list of { what, threads, bytes?, value }: of passes over memory GB/s for `bytes` in all arrays together, of
 * 'peak' and 'relaxed' GFLOP/s
 */
export async function measureMachine({ pace }) {
  const { sizes, bytes, rounds, samples } = paces[pace];
  const largest = sizes.at(-1) * mebibyte;
  const canShare = typeof SharedArrayBuffer === 'function';
  const memory = new WebAssembly.Memory({
    initial: (3 * largest) / page + 1,
    maximum: canShare ? 65_536 : undefined,
    shared: canShare,
  });
  new Float32Array(memory.buffer).fill(1);
  const module = new WebAssembly.Module(machineModule({ shared: canShare, relaxedSimd: hasRelaxedSimd() }));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const box = canShare ? new Int32Array(new SharedArrayBuffer(4 * mail.count)) : undefined;
  const stop = canShare ? await startHelper({ module, memory, box }) : undefined;

  /** Milliseconds for work that is done by this thread, or half by each of two. */
  const time = (threads, command, own, others) => {
    const start = performance.now();
    if (threads === 2) send(box, command, others);
    own();
    if (threads === 2) while (Atomics.load(box, mail.done) === 0);
    return performance.now() - start;
  };
  const middle = (work) => median(Array.from({ length: samples }, work));

  const results = [];
  for (const threads of canShare ? [1, 2] : [1]) {
    for (const [what, arrays] of Object.entries(passes)) {
      for (const size of sizes.map((mebibytes) => mebibytes * mebibyte)) {
        const repeats = Math.max(1, Math.floor(bytes / (arrays * size)));
        const [to, a, b] = [page, page + size, page + 2 * size];
        const half = size / threads;
        const own = () => {
          for (let i = 0; i < repeats; i++) exports[what](to, a, b, to + half);
        };
        const others = { repeats, to: to + half, a: a + half, b: b + half, end: to + size };
        time(threads, what, own, others); // tiers up, and touches the memory
        const ms = middle(() => time(threads, what, own, others));
        results.push({ what, threads, bytes: arrays * size, value: (arrays * size * repeats) / ms / 1e6 });
      }
    }
    for (const what of ['peak', 'relaxed'].filter((key) => key in exports)) {
      const own = () => exports[what](rounds);
      const others = { repeats: 1, end: rounds };
      for (let i = 0; i < 3; i++) time(threads, what, own, others);
      const ms = middle(() => time(threads, what, own, others));
      // A vector has 4 lanes; a multiplication and an addition are two operations.
      results.push({ what, threads, value: (threads * rounds * chains * 4 * 2) / ms / 1e6 });
    }
  }
  if (stop) {
    send(box, 'end', {});
    await stop();
  }
  return results;
}
