/** The page's side of the Worker that traces calls of `np`, `nn` and `random`. */

import { HloomError } from 'hloom';
import { answered, type Answer } from './model/answer.js';
import { parsedProgram, type Asked, type Texts } from './model/program.js';
import type { Traced } from './model/traced.js';

export type TracedMessage = { readonly id: number } & (
  | ({ readonly kind: 'program' } & Traced)
  | { readonly kind: 'error'; readonly fields: ConstructorParameters<typeof HloomError>[0] }
  | { readonly kind: 'mistake'; readonly field: string; readonly text: string }
);

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, (message: TracedMessage) => void>();

function start(): Worker {
  const started = new Worker(new URL('./operations-tracing-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<TracedMessage>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  started.onerror = () => {
    // The next question tries again.
    worker = undefined;
    const text = 'The script that traces calls did not load. Check the network, and reload the page.';
    for (const [id, answer] of waiting) answer({ id, kind: 'mistake', field: '$program', text });
    waiting.clear();
  };
  return started;
}

/** The answer to a call in `$program`, without values. */
export async function tracedAnswer(texts: Texts): Promise<Answer> {
  worker ??= start();
  const id = ++asked;
  const message = await new Promise<TracedMessage>((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage({ id, texts });
  });
  return answered(askedBy(message, texts), texts);
}

function askedBy(message: TracedMessage, texts: Texts): Asked {
  if (message.kind === 'mistake') return { ok: false, mistake: { field: message.field, text: message.text } };
  if (message.kind === 'error') return { ok: false, error: new HloomError(message.fields), parameters: [] };
  return { ok: true, program: { ...parsedProgram(message.hlo, texts), call: message.code, args: new Map() } };
}
