/**
 * The package in the environment that tests of pages have: no setImmediate, no Worker of the web, another realm's arrays.
 *
 * @jest-environment jsdom
 */
import { Client, type RunProgress } from 'hloom';
import { decodeUtf8, encodeUtf8 } from '../../../js/src/base/text-bytes.js';
import { clientForAll, twoEngines } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { loop, matrixPlusVector } from '../support/programs.js';

test('is one of a page', () => {
  expect(typeof document).toBe('object');
  expect(typeof setImmediate).toBe('undefined');
});

test('has no TextEncoder, and texts reach the core all the same', () => {
  expect(typeof TextEncoder).toBe('undefined');
  for (const text of ['', 'f32[8]', 'größe {😀}']) expect(decodeUtf8(encodeUtf8(text))).toBe(text);
});

describe.each(twoEngines)('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
  });

  test('runs', async () => {
    const executable = await client.compile(matrixPlusVector());
    for (let i = 0; i < 100; i++) {
      const result = await executable.run([[1, 2, 3], [4, 5, 6]], [7, 8, i]); // prettier-ignore
      expect(result.toArray()).toEqual([[8, 10, 3 + i], [11, 13, 6 + i]]); // prettier-ignore
    }
  });

  test('a run of many turns settles, and can be stopped meanwhile', async () => {
    const progress: RunProgress[] = [];
    const many = await client.compile(loop(3_000_000));
    expect((await many.run(0, { onProgress: (state) => progress.push(state) })).toArray()).toBe(3_000_000);
    expect(progress.length).toBeGreaterThan(1);
    const endless = await client.compile(loop());
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 30);
    await expectError(() => endless.run(0, { signal: controller.signal }), { code: 'CANCELLED', rule: 'js.c15' });
    const limits = { milliseconds: 30 };
    await expectError(() => endless.run(0, { limits }), { code: 'DEADLINE_EXCEEDED', rule: 'limits.c4' });
  });

  test('a run of many turns settles also where timers are faked', async () => {
    const many = await client.compile(loop(3_000_000));
    jest.useFakeTimers();
    try {
      expect((await many.run(0)).toArray()).toBe(3_000_000);
    } finally {
      jest.useRealTimers();
    }
  });
});
