// The second thread of limits.mjs.
import { commands, mail, obey } from './limits.mjs';

async function listen() {
  if (typeof self !== 'undefined' && typeof self.postMessage === 'function') return self;
  const { parentPort } = await import('node:worker_threads');
  return {
    postMessage: (message) => parentPort.postMessage(message),
    set onmessage(f) {
      parentPort.once('message', (data) => f({ data }));
    },
  };
}

const port = await listen();
port.onmessage = ({ data: { module, memory, box } }) => {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  port.postMessage('ready');
  for (let turn = 0; ;) {
    while (Atomics.load(box, mail.turn) === turn) Atomics.wait(box, mail.turn, turn, 1);
    turn = Atomics.load(box, mail.turn);
    if (commands[box[mail.command]] === 'end') break;
    obey(exports, box);
    Atomics.store(box, mail.done, 1);
  }
};
