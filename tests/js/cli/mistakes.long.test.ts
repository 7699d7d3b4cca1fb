// The mistakes that people make less often, and those in what comes from a pipe.
import { otherMistakes, testMistakes } from './mistakes.js';
import { hloom, shell } from './support.js';

testMistakes(otherMistakes);

test.each([
  ['words', 'hello there', 1, /text\.p/],
  [
    'StableHLO without a return',
    'module @m {\n  func.func public @main() {\n  }\n}\n',
    1,
    /\[stablehlo\.c5\] [^]*at line \d+, column \d+, in standard input\n$/,
  ],
  ['bytes that are no program', new Uint8Array([8, 1, 255, 255]), 1, /proto\./],
])('from a pipe: %s', (_, input, code, text) => {
  expect(hloom(['run', '-'], input)).toEqual({ code, out: '', err: expect.stringMatching(text) as string });
});

test('from a pipe: nothing came', () => {
  expect(shell('true | hloom run -')).toEqual({
    code: 3,
    out: '',
    err: expect.stringMatching(/standard input is empty\n {2}help: check how it was made/) as string,
  });
});

test.each([
  ['the standard input', "yes 'ENTRY e {' | hloom check -"],
  ['a pipe', "hloom check --from hlo <(yes 'ENTRY e {')"],
])('%s without an end is read up to 512 MiB', (_, line) => {
  const { code, out, err } = shell(line);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(
    /^hloom check: .* gives more than 512\.0 MiB \(536870912 bytes\), .*\n {2}help: save it as a file/,
  );
});
