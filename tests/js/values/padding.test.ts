// The argument kinds padding_config, int64_pair[] and padding over a fake module: what reaches the core, and what is refused before.
import { expectError } from '../support/expect-error.js';
import { kinds } from '../../../js/src/generated/kinds.js';
import { caller, recordCalls } from '../support/recorded-call.js';

const lastArguments = recordCalls();

const pad = caller('Pad', [{ name: 'padding_config', js: 'paddingConfig', kind: kinds.padding_config }]);
const windows = {
  padding: caller('Window', [{ name: 'padding', js: 'padding', kind: kinds.padding }]),
  'int64_pair[]': caller('Window', [{ name: 'padding', js: 'padding', kind: kinds['int64_pair[]'] }]),
} as const;
const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };

test('each dimension is [low, high] or [low, high, interior]', () => {
  pad([
    [1, -2],
    [0, 2n ** 62n, 3],
  ]);
  expect(lastArguments()).toEqual({
    padding_config: [
      ['1', '-2'],
      ['0', '4611686018427387904', '3'],
    ],
  });
  pad([]);
  expect(lastArguments()).toEqual({ padding_config: [] });
});

test('or an object with XLA’s names, 0 where one is left out', async () => {
  pad([
    { edgePaddingLow: 1, edgePaddingHigh: -2, interiorPadding: 3n },
    {},
    [0, 1],
    { interiorPadding: 1, edgePaddingLow: undefined },
  ]);
  expect(lastArguments()).toEqual({
    padding_config: [
      { edge_padding_low: '1', edge_padding_high: '-2', interior_padding: '3' },
      {},
      ['0', '1'],
      { interior_padding: '1' },
    ],
  });
  const fields = /edgePaddingLow, edgePaddingHigh, interiorPadding/;
  await expectError(() => pad([{ low: 1 }]), {
    ...refused,
    message: /paddingConfig\[0\] has no field "low"/,
    help: fields,
  });
  await expectError(() => pad([[0, 0], { edgePaddingLow: 1.5 }]), {
    ...refused,
    message: /paddingConfig\[1\]\.edgePaddingLow is 1.5/,
  });
  for (const wrong of [null, [[0, 0], null], [{ length: 2 }], [{ edgePaddingHigh: '1' }], [new Map()]]) {
    await expectError(() => pad(wrong), refused);
  }
});

test.each([[1], [[1, 2]], [[[1]]], [[[1, 2, 3, 4]]], [[[1, 2.5]]], [[['1', 2]]], [[[2 ** 60, 0]]], [[[2n ** 63n, 0]]]])(
  '%p is no padding',
  async (wrong) => {
    await expectError(() => pad(wrong), refused);
  },
);

test.each(['SAME', 'VALID'])('%p is a padding of a window', (padding) => {
  windows.padding(padding);
  expect(lastArguments()).toEqual({ padding });
});

test.each(['padding', 'int64_pair[]'] as const)('pairs are of the kind %p', (kind) => {
  windows[kind]([
    [1, -2],
    [0, 2n ** 62n],
  ]);
  expect(lastArguments()).toEqual({
    padding: [
      ['1', '-2'],
      ['0', '4611686018427387904'],
    ],
  });
  windows[kind]([]);
  expect(lastArguments()).toEqual({ padding: [] });
});

test.each([['same'], [1], [[1, 2]], [[[1]]], [[[1, 2, 3]]], [[[1, 2.5]]], [[[2n ** 63n, 0]]]])(
  '%p is no padding of a window',
  async (wrong) => {
    for (const window of Object.values(windows)) await expectError(() => window(wrong), refused);
  },
);

test('SAME is no list of pairs', async () => {
  await expectError(() => windows['int64_pair[]']('SAME'), refused);
});
