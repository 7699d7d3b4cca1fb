// The option accuracy of compile: functions that have no resultAccuracy round once, too.
import { Client, f32, init, XlaBuilder, type CompileOptions, type XlaComputation } from 'hloom';
import { expectError } from '../support/expect-error.js';

/** Numbers for which the usual function does not give the nearest F32. */
const [y, x] = [2.54137731, 7.99472857].map(Math.fround) as [number, number];
const exact = Math.fround(Math.atan2(y, x));

test("accuracy: 'highest'", async () => {
  await init();
  const b = new XlaBuilder('angle');
  const angle = b.build(b.atan2(b.parameter(0, f32(1), 'y'), b.parameter(1, f32(1), 'x')));
  for (const worker of [false, true]) {
    const client = await Client.create({ worker });
    const run = async (program: XlaComputation, options?: CompileOptions): Promise<unknown> =>
      (await (await client.compile(program, options)).run([y], [x])).toArray();
    try {
      expect(await run(angle, { accuracy: 'highest' })).toEqual([exact]);
      const usual = await run(angle);
      expect(usual).not.toEqual([exact]);
      expect(await run(angle, { accuracy: 'default', replicas: 1 })).toEqual(usual);
      await expectError(() => client.compile(angle, { accuracy: 'high' as never }), {
        code: 'INVALID_ARGUMENT',
        rule: 'js.c22',
        message: /accuracy is "high"/,
        help: /use 'default' or 'highest'/,
      });
    } finally {
      client.dispose();
    }
  }
});
