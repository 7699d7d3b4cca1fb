// The argument kind shape[] over a fake module: what reaches the core, and what is refused before.
import { kinds } from '../../../js/src/generated/kinds.js';
import { f32 } from '../../../js/src/values/shapes.js';
import { expectError } from '../support/expect-error.js';
import { caller, recordCalls } from '../support/recorded-call.js';

const lastArguments = recordCalls();
const lay = caller('Lay', [{ name: 'operand_shapes', js: 'operandShapes', kind: kinds['shape[]'] }]);
const refused = { code: 'INVALID_ARGUMENT', rule: 'js.c5' };

test('shapes and their texts', () => {
  lay([]);
  expect(lastArguments()).toEqual({ operand_shapes: [] });
  lay(['f32[2,3]{0,1}', f32(3), '(s32[], f32[2])']);
  expect(lastArguments()).toEqual({
    operand_shapes: ['f32[2,3]{0,1}', f32(3).toJson(), '(s32[], f32[2])'],
  });
});

test('what is no list of shapes', async () => {
  await expectError(() => lay(f32(3)), { ...refused, message: /operandShapes is a shape, not an array of shapes/ });
  await expectError(() => lay('f32[3]'), {
    ...refused,
    message: /operandShapes is "f32\[3\]", not an array of shapes/,
  });
  await expectError(() => lay([f32(3), 'F32']), { ...refused, message: /operandShapes\[1\] is "F32", not a shape/ });
  await expectError(() => lay([1]), { ...refused, message: /operandShapes\[0\] is 1, not a shape/ });
});
