// The builder instance's memory: what is disposed or forgotten comes back, and where it ends, nothing else is lost.
import { inProcess as inItsProcess } from '../support/scripts.js';

/** Runs a script in a separate process, whose memory has no other use. */
const inProcess = (body: string): unknown =>
  inItsProcess(`
    const literalOf = (elements) => Literal.fromTypedArray(new Float32Array(elements), f32(elements));
    const refused = (action) => {
      try { action(); return undefined; } catch ({ code, rule, help }) { return { code, rule, help }; }
    };
    ${body}`);

/** 6 GB in all, where an instance can have 4. */
const forgetful = (body: string): string => `
  const big = literalOf(2_500_000);
  let most = 0;
  for (let round = 0; round < 600; round++) {
    const b = new XlaBuilder('round');
    const constant = b.constant(big);
    const computation = b.build(round % 2 === 0 ? constant : b.neg(constant));
    ${body}
    most = Math.max(most, process.memoryUsage.rss());
  }
  return most;`;

test('programs that are disposed give their constants back', () => {
  const most = inProcess(forgetful('computation.dispose(); b.dispose();')) as number;
  process.stdout.write(`600 constants of 10 MB, disposed: at most ${(most / 1e6).toFixed(0)} MB\n`);
  expect(most).toBeLessThan(1e9);
}, 200_000);

test('programs that are forgotten give them back between two turns of the event loop', () => {
  const most = inProcess(forgetful('await turn();')) as number;
  process.stdout.write(`600 constants of 10 MB, forgotten: at most ${(most / 1e6).toFixed(0)} MB\n`);
  expect(most).toBeLessThan(1e9);
}, 200_000);

test('a program that calls another weighs what both do', () => {
  const most = inProcess(
    forgetful(`
      const caller = new XlaBuilder('caller');
      caller.call(computation, []);
      caller.build();
      await turn();`),
  ) as number;
  expect(most).toBeLessThan(1e9);
}, 200_000);

test('a loop that never turns is told about dispose(), and works again in a later turn', () => {
  const result = inProcess(`
    const big = literalOf(2_500_000);
    const build = () => { const b = new XlaBuilder('round'); b.constant(big); return b.build(); };
    let error, rounds = 0;
    while (error === undefined && rounds < 600) { error = refused(build); rounds += 1; }
    for (let i = 0; i < 5; i++) await turn();
    return { error, rounds, later: refused(build) };`);
  expect(result).toEqual({
    error: {
      code: 'RESOURCE_EXHAUSTED',
      rule: expect.stringMatching(/^(js\.c27|memory\.c2)$/) as string,
      help: expect.stringContaining('dispose()') as string,
    },
    rounds: expect.any(Number) as number,
  });
  expect((result as { rounds: number }).rounds).toBeGreaterThan(300);
}, 200_000);

test('an instance that is full to the brim refuses, and loses nothing', () => {
  const result = inProcess(`
    const kept = [];
    const fill = (elements) => {
      const literal = literalOf(elements);
      for (;;) {
        const b = new XlaBuilder('kept');
        const error = refused(() => { b.constant(literal); kept.push(b.build()); });
        if (error !== undefined) return error;
      }
    };
    // Smaller and smaller, until there is no room for anything.
    const errors = [50_000_000, 5_000_000, 500_000, 50_000, 5_000].map(fill);
    const text = kept.at(-1).programShape.text;
    for (const computation of kept) computation.dispose();
    const b = new XlaBuilder('afterwards');
    b.constant(1);
    return { errors, text, later: b.build().toHloText().includes('constant(1)') };`);
  const full = { code: 'RESOURCE_EXHAUSTED', help: expect.stringContaining('dispose()') as string };
  expect(result).toMatchObject({
    errors: [full, full, full, full, { ...full, rule: 'memory.c2' }],
    text: expect.stringMatching(/^\(\) -> f32\[\d+\]$/) as string,
    later: true,
  });
}, 200_000);
