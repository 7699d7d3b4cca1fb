// The mistakes that people make first: each is answered with what is wrong, what to do, and an exit code.
// mistakes.long.test.ts has the others.
import { commonMistakes, testMistakes } from './mistakes.js';
import { hloom, save } from './support.js';

testMistakes(commonMistakes);

test('a misspelled operation in a program: the line, what was meant, exit code 1', () => {
  save('slip.hlo', 'ENTRY main {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] negte(x)\n}\n');
  expect(hloom(['check', 'slip.hlo'])).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^hloom check: INVALID_ARGUMENT \[text\.p\d+\] .*"negte"\n +ROOT y = f32\[2\] negte\(x\)\n +\^\n {2}help: did you mean negate\?\n {2}at line 3, column 19, in slip\.hlo\n$/,
    ) as string,
  });
});

test('a device without an end is read up to 512 MiB', () => {
  expect(hloom(['check', '/dev/zero'])).toEqual({
    code: 3,
    out: '',
    err:
      'hloom check: "/dev/zero" gives more than 512.0 MiB (536870912 bytes), which is all that is read of a pipe or a device\n' +
      '  help: save it as a file, of which any size is read\n',
  });
});
