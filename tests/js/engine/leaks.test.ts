// Disposed objects are freed at once. leaks.long.test.ts has ten thousand programs, and garbage-collected ones.
import { Client, f32, XlaBuilder } from 'hloom';
import { nothingHeld } from '../support/engines.js';
import { measure, probeAlone } from './leaks.js';

test('programs disposed', () => {
  const report = measure(500, true);
  expect(report.before).toMatchObject({ engine: nothingHeld, building: probeAlone });
  expect(report.after).toMatchObject({ engine: nothingHeld, building: probeAlone });
  expect(report.peakExecutables).toBe(0);
  // There is not a page of wasm memory more.
  expect(report.after.external - report.before.external).toBeLessThan(64 * 1024);
});

test('clients give their instances back', async () => {
  for (let i = 0; i < 20; i++) {
    const client = await Client.create();
    const b = new XlaBuilder('client');
    const executable = await client.compile(b.build(b.add(b.parameter(0, f32(), 'x'), b.constant(i))));
    expect((await executable.run(1)).toArray()).toBe(i + 1);
    client.dispose();
  }
});
