// Measurements in Node.js: a process each.
import { fork } from 'node:child_process';
import { hasRelaxedSimd } from '../machine/kernels.mjs';
import { inBench } from './paths.mjs';

/** An environment for measurements: `describe` returns its description, `ask` makes a measurement. */
export async function openNode() {
  const flagsFor = ({ flags }) => (hasRelaxedSimd() ? [] : flags);
  return {
    browser: false,
    name: `Node.js ${process.version.slice(1)}`,
    /** Returns the answer of measure/answer.mjs, or { timeout } or { failed } if there is none. */
    ask: (request, { flags = [], seconds }) =>
      new Promise((resolve) => {
        const child = fork(inBench('measure/child.mjs'), [JSON.stringify(request)], {
          execArgv: flagsFor({ flags }),
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        });
        let [complaint, result] = ['', undefined];
        child.stderr.on('data', (text) => (complaint = `${complaint}${text}`.slice(-2000)));
        child.on('message', (message) => (result = message));
        const timer = setTimeout(() => {
          result ??= { timeout: seconds };
          child.kill('SIGKILL');
        }, seconds * 1000);
        child.on('close', (code, signal) => {
          clearTimeout(timer);
          const last = complaint.trim().split('\n').at(-1);
          resolve(result ?? { failed: `the process ended with ${signal ?? code}${last ? `: ${last}` : ''}` });
        });
      }),
    close: async () => {},
  };
}
