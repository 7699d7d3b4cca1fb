// The implementation of a page without hloom: each replica is a Worker, sends its array to the one that adds them up,
// and gets the sum back, all by postMessage.
import { Worker } from 'node:worker_threads';

const replica = `
  const { parentPort, workerData } = require('node:worker_threads');
  let array = new Float32Array(workerData.elements).fill(1);
  let left = 0;
  parentPort.on('message', (message) => {
    if (typeof message === 'number') left = message;
    else {
      array = message;
      left--;
    }
    // The last answer is not an array: it only reports the end.
    parentPort.postMessage(left > 0 ? array : undefined);
  });
`;

export class PlainReplicas {
  #workers;
  #elements;

  constructor(workers, elements) {
    this.#workers = workers;
    this.#elements = elements;
  }

  /** Starts the Workers, and waits until they listen. */
  static async start(replicas, elements) {
    const workers = Array.from(
      { length: replicas },
      () => new Worker(replica, { eval: true, workerData: { elements } }),
    );
    await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('online', resolve))));
    return new PlainReplicas(workers, elements);
  }

  /** So many all-reduces, one after the other. */
  allReduce(rounds) {
    return new Promise((resolve) => {
      let arrived = [];
      let ended = 0;
      const listen = (message) => {
        if (message === undefined) {
          if (++ended < this.#workers.length) return;
          for (const worker of this.#workers) worker.off('message', listen);
          resolve();
          return;
        }
        arrived.push(message);
        if (arrived.length < this.#workers.length) return;
        const sum = this.#sum(arrived);
        arrived = [];
        for (const worker of this.#workers) worker.postMessage(sum);
      };
      for (const worker of this.#workers) worker.on('message', listen);
      for (const worker of this.#workers) worker.postMessage(rounds);
    });
  }

  #sum([first, ...others]) {
    const sum = new Float32Array(this.#elements);
    sum.set(first);
    for (const other of others) for (let i = 0; i < sum.length; i++) sum[i] += other[i];
    return sum;
  }

  async close() {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
