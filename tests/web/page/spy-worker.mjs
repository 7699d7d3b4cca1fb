// An engine's Worker that ends the first Worker of its pool on request, because no other thread can reach it. With
// `?failing` in its address, its pool has Workers that fail by themselves.
const started = [];
const failing = new URL(import.meta.url).search === '?failing';
const RealWorker = globalThis.Worker;
globalThis.Worker = class extends RealWorker {
  constructor(script, options) {
    super(failing ? '/failing-pool.mjs' : script, options);
    started.push(this);
  }
};
new BroadcastChannel('end the pool').addEventListener('message', () => {
  started[0].terminate();
});
await import('/dist/engine-worker.browser.mjs');
