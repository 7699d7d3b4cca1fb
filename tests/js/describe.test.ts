import { articled, describeValue } from '../../js/src/base/describe.js';

test.each([
  'an executable',
  'a builder',
  'an XlaBuilder',
  'a Uint8Array',
  'an Int8Array',
  'a BigInt64Array',
  'an all-reduce',
  'an f32[2,3]',
  'a Float32Array',
  'an s8[4]',
  'a shape',
  'a u8[4]',
  'a bf16[]',
  'a (f32[2], token[])',
])('the article of %s', (text) => {
  expect(articled(text.replace(/^an? /, ''))).toBe(text);
});

test('values are described with the right article', () => {
  expect(describeValue(new Int16Array(2))).toBe('an Int16Array of 2 elements');
  expect(describeValue(new Uint16Array(1))).toBe('a Uint16Array of 1 element');
  expect(describeValue(new Error())).toBe('an Error');
  expect(describeValue(new Date())).toBe('a Date');
});
