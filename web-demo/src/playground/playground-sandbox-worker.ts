/**
 * The Worker of programs in JavaScript. It loads the engine, takes away everything that reaches the network or starts
 * other threads, and then runs the reader's text with a few functions to show things.
 */

import * as hloom from 'hloom';
import { moduleBody } from './model/module-body.js';
import type { SandboxMessage, SandboxRequest, ScriptError } from './sandbox-messages.js';
import { otherImportAt, scriptNames, thrownAt } from './script-place.js';

interface WorkerScope {
  postMessage(message: SandboxMessage, transfer?: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<SandboxRequest>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const tell = scope.postMessage.bind(scope);

const { Client, init, Literal } = hloom;

/** Names of a Worker's scope that reach beyond it. */
const forbidden = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'indexedDB',
  'caches',
  'navigator',
  'RTCPeerConnection',
];

function close(): void {
  for (let at: object | null = globalThis; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    for (const name of forbidden) {
      if (!Object.hasOwn(at, name)) continue;
      Object.defineProperty(at, name, { value: undefined, configurable: false, writable: false });
    }
  }
}

type Value = Parameters<typeof Literal.from>[0];

const literal = (value: Value): hloom.Literal => Literal.from(value);

/** Elements as numbers, in row-major order. */
function flat(value: hloom.Literal): Float32Array<ArrayBuffer> {
  const items: number[] = [];
  const rest: unknown[] = [value.toArray()];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (Array.isArray(next)) rest.push(...[...(next as unknown[])].reverse());
    else items.push(Number(next));
  }
  return new Float32Array(items);
}

const shown = {
  /** Shows the graph of a computation, and its values for these arguments. */
  program(computation: hloom.XlaComputation, ...args: Value[]) {
    tell({ kind: 'program', text: computation.toHloText(), inputs: args.map((value) => textOf(value)) });
  },
  /** Adds a point to a curve. */
  plot(name: string, x: number, y: number) {
    tell({ kind: 'plot', name: String(name), x: Number(x), y: Number(y) });
  },
  /** Shows a matrix as a picture, and on it points between -1 and 1. */
  image(name: string, value: Value, { points = [], classes = [] }: { points?: number[][]; classes?: number[][] } = {}) {
    const matrix = literal(value);
    const [rows = 1, columns = 1] = matrix.shape.dimensions.slice(-2);
    const values = flat(matrix);
    const marks = points.map(([x = 0, y = 0], at) => [x, y, classes[at]?.[0] ?? 1] as const);
    tell({ kind: 'image', name: String(name), rows, columns, values, points: marks }, [values.buffer]);
  },
};

/** Nested lists as the fields of the page take them. */
const textOf = (value: Value): string => JSON.stringify(literal(value).toArray());

const log = (...parts: unknown[]): void => {
  tell({ kind: 'log', text: parts.map((part) => (typeof part === 'string' ? part : describe(part))).join(' ') });
};

function describe(value: unknown): string {
  if (value instanceof Error) return value.message;
  // Literals, shapes and computations say what they are.
  if (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    value.toString !== Object.prototype.toString
  ) {
    return (value as { toString(): string }).toString();
  }
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}

type Script = (...values: unknown[]) => Promise<unknown>;

const AsyncFunction = (async () => Promise.resolve()).constructor as new (...parameters: string[]) => Script;

/** Runs a text, and returns the error that ended it. */
async function run(text: string): Promise<ScriptError | undefined> {
  let script: Script;
  try {
    script = new AsyncFunction(...scriptNames, moduleBody(text));
  } catch (thrown) {
    return { fields: fieldsOf(thrown), position: otherImportAt(text), isSyntax: true };
  }
  const values: Readonly<Record<(typeof scriptNames)[number], unknown>> = {
    hloom,
    ...shown,
    console: { log, info: log, warn: log, error: log },
  };
  try {
    const result = await script(...scriptNames.map((name) => values[name]));
    if (result instanceof hloom.XlaComputation) shown.program(result);
    return undefined;
  } catch (thrown) {
    return { fields: fieldsOf(thrown), position: thrownAt(text, thrown), isSyntax: false };
  }
}

const errorText = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);

function fieldsOf(thrown: unknown): hloom.HloomErrorFields {
  if (thrown instanceof hloom.HloomError) return thrown.toJSON();
  const help = thrown instanceof SyntaxError && /\bimport\b/.test(thrown.message) ? importHelp : '';
  const headline = errorText(thrown);
  return { code: 'ABORTED', rule: '', op: '', operands: [], headline, details: [], help, location: '' };
}

const importHelp = "write import { XlaBuilder, f32 } from 'hloom', or import * as hloom from 'hloom'";

scope.addEventListener('message', ({ data }) => {
  void run(data.text).then((error) => tell({ kind: 'ended', error }));
});

// The engine's own frames must not push the program's out of a stack.
(Error as { stackTraceLimit?: number }).stackTraceLimit = 50;

// Everything that the engine loads is there before the doors close.
void init()
  .then(() => Client.create({ threads: 1, worker: false }))
  .then((client) => {
    client.dispose();
    close();
    tell({ kind: 'ready' });
  })
  .catch((thrown: unknown) => tell({ kind: 'ended', error: errorText(thrown) }));
