// Clients with a WebAssembly file of the user's: its memory is shared by threads if there are several.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client, parseHlo } from 'hloom';
import { shareMemory } from '../../../js/src/instance/memory-type.js';

const require = createRequire(join(process.cwd(), 'package.json'));
const wasmUrl = join(dirname(require.resolve('hloom')), 'wasm/hloom.wasm');
const bytes = new Uint8Array(readFileSync(wasmUrl));

async function computed(client: Client): Promise<unknown> {
  const executable = await client.compile(
    parseHlo(`HloModule m
ENTRY e {
  x = f32[4] parameter(0)
  ROOT y = f32[4] add(x, x)
}`),
  );
  const result = await executable.run([1, 2, 3, 4]);
  client.dispose();
  return result.toArray();
}

test.each(['wasmBinary', 'wasmUrl'])('%s has one thread or several', async (option) => {
  const before = bytes.slice();
  for (const threads of [1, 2]) {
    const client = await Client.create({ threads, [option]: option === 'wasmUrl' ? wasmUrl : bytes });
    expect(client.platform).toMatchObject({ threads, variant: threads > 1 ? 'simd-threads' : 'simd' });
    expect(await computed(client)).toEqual([2, 4, 6, 8]);
  }
  expect(Buffer.compare(bytes, before)).toBe(0);
});

test('a compiled module has one thread', async () => {
  const client = await Client.create({ threads: 2, wasmModule: await WebAssembly.compile(bytes) });
  expect(client.platform).toMatchObject({ threads: 1, reason: expect.stringMatching(/wasmBinary/) as string });
  expect(await computed(client)).toEqual([2, 4, 6, 8]);
});

test('one byte of the file decides', () => {
  const shared = bytes.slice();
  expect(shareMemory(shared)).toBe(true);
  const place = shared.findIndex((byte, i) => byte !== bytes[i]);
  expect([bytes[place], shared[place]]).toEqual([1, 3]);
  expect(Buffer.compare(shared.subarray(place + 1), bytes.subarray(place + 1))).toBe(0);
  // It is done already, the file is cut off before the byte, it imports no memory, or a table before.
  expect(shareMemory(shared)).toBe(false);
  for (const length of [0, 8, 9, 40, place]) expect(shareMemory(bytes.slice(0, length))).toBe(false);
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  expect(shareMemory(new Uint8Array([...header, 2, 1, 0]))).toBe(false);
  expect(shareMemory(new Uint8Array([...header, 2, 7, 1, 1, 0x61, 1, 0x62, 1, 0x70, 0, 1]))).toBe(false);
});
