// A Worker of a pool whose clock fails a while after its first run has begun: its thread ends inside of the engine's work,
// which then waits for it.
import '/dist/wasm/hloom.web.worker.mjs';

const now = performance.now.bind(performance);
let calls = 0;
let started = Infinity;
performance.now = () => {
  // The first calls are those of the start.
  if (++calls === 20) started = now();
  if (now() - started > 300) throw new Error('the clock fails');
  return now();
};
// It is expected, so that nothing of it belongs into the console.
console.error = () => undefined;
globalThis.addEventListener('error', (event) => {
  event.preventDefault();
});
