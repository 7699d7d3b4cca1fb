// A tuple of many more elements than people have, which takes its time.
import { f32, Literal, Shape } from 'hloom';

test('a tuple may be wider than calls may have arguments', () => {
  const wide = Shape.tuple(new Array<Shape>(200_000).fill(f32()));
  const plain = { shape: wide, elements: new Array<Literal>(200_000).fill(Literal.from(1)) };
  const literal = Literal.from(plain);
  expect(literal.relayout(wide).toStatic().elements).toHaveLength(200_000);
});
