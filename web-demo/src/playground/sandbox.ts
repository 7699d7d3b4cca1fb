/** Programs in JavaScript: they run in a Worker that reaches no other server, for a limited time. */

import { syntaxErrorAt } from './script-place.js';
import type { SandboxMessage, SandboxRequest, ScriptError } from './sandbox-messages.js';
import workerUrl from './playground-sandbox-worker.ts?worker&url';

export interface Sandbox {
  stop(): void;
}

/**
 * Runs a text. Messages come until one of kind `ended`.
 *
 * @param seconds - the time after which it is stopped
 */
export function runJavaScript(text: string, seconds: number, take: (message: SandboxMessage) => void): Sandbox {
  // A Worker from a blob inherits the policy of the page, which forbids connections to other servers.
  const script = `import ${JSON.stringify(new URL(workerUrl, location.href).href)};`;
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(address, { type: 'module' });
  let isOver = false;
  const end = (error: ScriptError | string | undefined): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    worker.terminate();
    URL.revokeObjectURL(address);
    take({ kind: 'ended', error });
  };
  const timer = setTimeout(() => end(`It was stopped after ${seconds} seconds.`), seconds * 1000);
  worker.onmessage = ({ data }: MessageEvent<SandboxMessage>) => {
    if (isOver) return;
    if (data.kind === 'ready') worker.postMessage({ text } satisfies SandboxRequest);
    else if (data.kind === 'ended') void placed(text, data.error).then(end);
    else take(data);
  };
  worker.onerror = (event) => end(event.message || 'The Worker could not be started.');
  return { stop: () => end('Stopped.') };
}

/** An error of the program with its place, for which a syntax error is read once more. */
async function placed(
  text: string,
  error: ScriptError | string | undefined,
): Promise<ScriptError | string | undefined> {
  if (typeof error !== 'object' || !error.isSyntax || error.position !== undefined) return error;
  return { ...error, position: await syntaxErrorAt(text) };
}
