/** Files that are dropped or chosen: programs, and arrays for their parameters. */

import { HloomError, parseProto, parseStableHlo, readNpy, readNpz, type Literal } from 'hloom';
import { sentences } from '../../../../js/elements/model/question.js';

export type ReadFile =
  | { readonly kind: 'program'; readonly name: string; readonly text: string; readonly note: string }
  | { readonly kind: 'arrays'; readonly arrays: readonly { readonly name: string; readonly value: Literal }[] }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Reads a file by its content; the name only names it. */
export async function readFile(name: string, given: Uint8Array<ArrayBuffer>): Promise<ReadFile> {
  try {
    const bytes = startsWith(given, 0x1f, 0x8b) ? await unzipped(given) : given;
    if (startsWith(bytes, 0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59)) {
      return { kind: 'arrays', arrays: [{ name: name.replace(/\.npy$/, ''), value: readNpy(bytes) }] };
    }
    if (startsWith(bytes, 0x50, 0x4b, 3, 4)) {
      const arrays = [...(await readNpz(bytes))].map(([key, value]) => ({ name: key, value }));
      return { kind: 'arrays', arrays };
    }
    const text = textOf(bytes);
    if (text !== undefined) return { kind: 'program', name, text, note: '' };
    return { kind: 'program', name, ...programOf(bytes) };
  } catch (thrown) {
    const reason = thrown instanceof HloomError ? sentences(thrown) : `The file cannot be read: ${String(thrown)}`;
    return { kind: 'refused', name, reason };
  }
}

/** MLIR bytecode, also inside a file of jax.export, or an HloModuleProto. */
function programOf(bytes: Uint8Array): { readonly text: string; readonly note: string } {
  const magic = [0x4d, 0x4c, 0xef, 0x52];
  let at = bytes.indexOf(0x4d);
  while (at >= 0 && !magic.every((byte, offset) => bytes[at + offset] === byte)) at = bytes.indexOf(0x4d, at + 1);
  const computation = at >= 0 ? parseStableHlo(bytes) : parseProto(bytes, { allowMixedPrecision: true });
  try {
    const note =
      at === 0
        ? 'MLIR bytecode, shown as HLO text.'
        : at > 0
          ? 'A function of jax.export, shown as HLO text.'
          : 'An HloModuleProto, shown as HLO text.';
    return { text: computation.toHloText(), note };
  } finally {
    computation.dispose();
  }
}

async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The text of bytes in UTF-8; undefined if they are something else. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // eslint-disable-next-line no-control-regex -- text has no such characters, and protos do
    return /[\x00-\x08\x0e-\x1f]/.test(text.slice(0, 4096)) ? undefined : text;
  } catch {
    return undefined;
  }
}
