// Programs that hand a large tuple on, again and again: refused, once they are larger than what can be handled.
import { f32, init, parseProto, tuple, XlaBuilder } from 'hloom';
import { expectError } from '../support/expect-error.js';
import { integer, part, text } from '../support/protobuf.js';

const tooManyParts = { code: 'RESOURCE_EXHAUSTED', rule: 'parts.c1' } as const;

beforeAll(() => init());

test('a large tuple, used again and again', async () => {
  const large = tuple(...Array.from({ length: 65536 }, () => f32()));
  const b = new XlaBuilder('barriers');
  let last = b.parameter(0, large, 'x');
  let uses = 0;
  await expectError(() => {
    for (; uses < 40; uses++) last = b.optimizationBarrier(last);
  }, tooManyParts);
  expect(uses).toBe(30);
  const computation = b.build(b.getTupleElement(last, 65535));
  expect(parseProto(computation.toProto()).programShape.result).toEqual(f32());
  computation.dispose();
});

/** The bytes of a program that hands a tuple of 65,536 scalars on, so many times. */
function handingOn(barriers: number): Uint8Array {
  const leaves = Array.from({ length: 65_536 }, () => part(4, [integer(2, 11)]));
  const shape = part(3, [integer(2, 13), ...leaves]);
  const instruction = (opcode: string, id: number, more: Uint8Array): Uint8Array =>
    part(2, [text(1, `i${id}`), text(2, opcode), shape, integer(35, id), more]);
  const instructions = [
    instruction('parameter', 1, integer(9, 0)),
    ...Array.from({ length: barriers }, (_, index) => instruction('opt-barrier', index + 2, integer(36, index + 1))),
  ];
  const computation = part(3, [text(1, 'main'), ...instructions, integer(5, 1), integer(6, barriers + 1)]);
  return Buffer.concat([text(1, 'handing_on'), text(2, 'main'), computation, integer(6, 1)]);
}

test('in bytes, by their parts', async () => {
  const computation = parseProto(handingOn(20));
  expect(computation.programShape.result.tupleShapes).toHaveLength(65_536);
  computation.dispose();
  await expectError(() => parseProto(handingOn(33)), tooManyParts);
});
