// Scripts that use the package in a separate process, to test its end and its memory.
import { spawnSync } from 'node:child_process';

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

/** The body is that of an async function, in which the names of the package are there. */
function runBody(body: string, then: string, timeout: number, flags: readonly string[] = []): Ended {
  const script = `
    const { Client, f32, init, jit, Literal, parseHlo, tuple, XlaBuilder } = require(${JSON.stringify(require.resolve('hloom'))});
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    (async () => { ${body} })().then(${then}, (error) => { console.error(error); process.exitCode = 1; });`;
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', script], {
    encoding: 'utf8',
    timeout,
  });
  return { status, stdout, stderr, seconds: (performance.now() - started) / 1000 };
}

/** Runs the body, which is to end by itself, with flags of Node.js; `end` is printed after it. */
export function runScript(
  body: string,
  flags: readonly string[] = [],
): { status: number | null; output: string; seconds: number } {
  const { status, stdout, stderr, seconds } = runBody(body, "() => console.log('end')", 30_000, flags);
  return { status, output: stdout + stderr, seconds };
}

/**
 * Runs the body after init().
 *
 * @returns what it returns, which goes through JSON
 */
export function inProcess(body: string): unknown {
  const { stdout, stderr } = runBody(
    `await init(); ${body}`,
    '(result) => console.log(JSON.stringify(result))',
    200_000,
  );
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as unknown;
}
