// An engine's Worker that ends the first Worker of its pool when it is told so: nobody else could reach it.
const started = [];
const RealWorker = globalThis.Worker;
globalThis.Worker = class extends RealWorker {
  constructor(...args) {
    super(...args);
    started.push(this);
  }
};
new BroadcastChannel('end the pool').addEventListener('message', () => {
  started[0].terminate();
});
await import('/dist/engine-worker.browser.mjs');
