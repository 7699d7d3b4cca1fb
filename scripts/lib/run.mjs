// Child processes.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './paths.mjs';

/**
 * The stream of a child that goes to a stream of this process. A terminal is shared. A pipe is not: a program of Node's
 * that ends by process.exit() loses what a slow reader of its output has not taken, and this process reads at once.
 */
const shown = (stream) => (stream.isTTY ? 'inherit' : 'pipe');

/** Waits until a stream has written what it was given. */
const written = (stream) => new Promise((resolve) => stream.write('', resolve));

/**
 * Runs a command from the root of the checkout and waits for it. Never rejects because the command fails: the answer
 * describes its end. With `capture` the output is collected instead of shown. `onLine` gets each line of collected
 * output as it comes.
 *
 * @returns {Promise<{ok: boolean, code: number | null, reason: string, output: string, seconds: number}>}
 */
export function run(
  command,
  args,
  { env = {}, cwd = root, capture = false, onLine = undefined, timeoutSeconds = 0 } = {},
) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', shown(process.stdout), shown(process.stderr)],
    });
    const chunks = [];
    const collect = (stream) => {
      let unfinished = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        chunks.push(chunk);
        if (!onLine) return;
        const lines = (unfinished + chunk).split('\n');
        unfinished = lines.pop();
        lines.forEach((line) => onLine(line));
      });
    };
    if (capture) {
      collect(child.stdout);
      collect(child.stderr);
    } else {
      // These are null where the stream is shared.
      child.stdout?.on('data', (chunk) => process.stdout.write(chunk));
      child.stderr?.on('data', (chunk) => process.stderr.write(chunk));
    }
    let timedOut = false;
    const timer = timeoutSeconds
      ? setTimeout(() => ((timedOut = true), child.kill('SIGKILL')), timeoutSeconds * 1000)
      : undefined;
    const finish = (code, reason) => {
      const output = chunks.join('');
      resolve({ ok: code === 0, code, reason, output, seconds: (performance.now() - started) / 1000 });
    };
    child.on('error', (error) => {
      clearTimeout(timer);
      finish(null, `${command} did not start: ${error.message}`);
    });
    child.on('close', async (code, signal) => {
      clearTimeout(timer);
      if (!capture) await Promise.all([process.stdout, process.stderr].map(written));
      if (timedOut) finish(null, `killed after ${timeoutSeconds} s`);
      else finish(code, signal ? `killed by ${signal}` : `exit code ${code}`);
    });
  });
}

/** The full path of a program in PATH, or undefined. */
export function which(program) {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(directory, program);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // The program is not in this directory.
    }
  }
  return undefined;
}
