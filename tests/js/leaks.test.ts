// Ten thousand programs: what is disposed is given back.
import { Client, f32, XlaBuilder } from 'hloom';

const programs = 10_000;

async function once(client: Client, value: number): Promise<void> {
  const b = new XlaBuilder('leak');
  const x = b.parameter(0, f32(64), 'x');
  const computation = b.build(b.add(x, b.constant(value)));
  const executable = await client.compile(computation);
  const result = await executable.run(new Float32Array(64));
  if ((result.data as Float32Array)[63] !== value) throw new Error(`program ${value} is wrong: ${result.toString()}`);
  executable.dispose();
  computation.dispose();
  b.dispose();
}

test(`${programs} programs built, run and disposed`, async () => {
  const client = await Client.create();
  for (let i = 0; i < 500; i++) await once(client, i);
  const before = await client.statistics();
  const memoryBefore = process.memoryUsage();
  for (let i = 0; i < programs; i++) await once(client, i);
  const memoryAfter = process.memoryUsage();
  expect(await client.statistics()).toEqual(before);
  expect(before).toEqual({ executables: 0, runs: 0, buffers: 0, bufferBytes: 0 });
  // The wasm memory of both instances counts as external: not a page more.
  expect(memoryAfter.external - memoryBefore.external).toBeLessThan(8e6);
  expect(memoryAfter.rss - memoryBefore.rss).toBeLessThan(150e6);
  client.dispose();
}, 120_000);

test('clients give their instances back', async () => {
  for (let i = 0; i < 20; i++) {
    const client = await Client.create();
    await once(client, i);
    client.dispose();
  }
});
