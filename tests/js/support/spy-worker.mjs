// An engine's Worker that ends the first Worker of its pool on request, because no other thread can reach it.
import threads, { BroadcastChannel } from 'node:worker_threads';

const started = [];
const RealWorker = threads.Worker;
threads.Worker = class extends RealWorker {
  constructor(...args) {
    super(...args);
    started.push(this);
  }
};
const channel = new BroadcastChannel('hloom: end the pool');
channel.onmessage = () => void started[0].terminate();
channel.unref();
await import('../../../dist/engine-worker.node.mjs');
