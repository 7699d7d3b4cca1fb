/** Traces calls of `np`, `nn` and `random` for their pages, so that no other page loads these functions. */

import { HloomError, init } from 'hloom';
import { FieldError, type Texts } from './model/program.js';
import { traced } from './model/traced.js';
import type { TracedMessage } from './tracing.js';

const scope = globalThis as unknown as {
  postMessage(message: TracedMessage): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<{ id: number; texts: Texts }>) => void): void;
};

const ready = init();

scope.addEventListener('message', ({ data: { id, texts } }) => {
  ready
    .then(() => traced(texts))
    .then((program) => scope.postMessage({ id, kind: 'program', ...program }))
    .catch((thrown: unknown) => {
      if (thrown instanceof HloomError) scope.postMessage({ id, kind: 'error', fields: thrown.toJSON() });
      else if (thrown instanceof FieldError)
        scope.postMessage({ id, kind: 'mistake', field: thrown.field, text: thrown.message });
      else scope.postMessage({ id, kind: 'mistake', field: '$program', text: String(thrown) });
    });
});
