/** The state of the playground in the fragment of its address: compressed, while it is small. */

/** The state that a link keeps. */
export interface SharedState {
  readonly text: string;
  /** The text on the right of a comparison, of which `text` is the left one. */
  readonly right?: string;
  /** The settings of the parameters that are not generated in the usual way, by their numbers. */
  readonly inputs?: Readonly<Record<string, SharedInput>>;
  /** The selected instruction. */
  readonly at?: string;
  readonly step?: number;
  readonly watches?: readonly string[];
  readonly breakpoints?: readonly string[];
}

/** A way to generate a parameter, or its elements as text. */
export type SharedInput = { readonly kind: string; readonly text?: string };

/** Browsers and chat programs take addresses of this length. */
export const mostCharacters = 16_000;

/** The fragment of a state, which is for a link only if it has at most `mostCharacters`. */
export async function toFragment(state: SharedState): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return `#p=${base64Url(await through(new CompressionStream('deflate-raw'), bytes))}`;
}

/** False if a state is so large that it fits no link, which takes no compression to know. */
export const mayFit = ({ text, right = '' }: SharedState): boolean => text.length + right.length <= mostCharacters * 20;

/** The state of a fragment; undefined if it has none, or a damaged one. */
export async function fromFragment(fragment: string): Promise<SharedState | undefined> {
  const text = /^#p=([\w-]+)$/.exec(fragment)?.[1];
  if (text === undefined) return undefined;
  try {
    const bytes = await through(new DecompressionStream('deflate-raw'), fromBase64Url(text));
    return stateOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

/** A link comes from anywhere: only members of the right kind are taken. */
function stateOf(value: unknown): SharedState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, right, inputs, at, step, watches, breakpoints } = value as Record<string, unknown>;
  if (typeof text !== 'string') return undefined;
  const texts = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];
  return {
    text,
    ...(typeof right === 'string' ? { right } : {}),
    inputs: inputsOf(inputs),
    ...(typeof at === 'string' ? { at } : {}),
    ...(Number.isSafeInteger(step) ? { step: step as number } : {}),
    watches: texts(watches),
    breakpoints: texts(breakpoints),
  };
}

function inputsOf(value: unknown): Record<string, SharedInput> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).flatMap(([number, input]) => {
      if (typeof input !== 'object' || input === null) return [];
      const { kind, text } = input as Record<string, unknown>;
      if (typeof kind !== 'string') return [];
      return [[number, typeof text === 'string' ? { kind, text } : { kind }]];
    }),
  );
}

async function through(
  stream: { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<BufferSource> },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  // Errors appear at the reading end.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

function base64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
