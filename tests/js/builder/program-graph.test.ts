// XlaComputation.toDot and toJson.
import { f32, init, XlaBuilder, type XlaComputation } from 'hloom';
import { expectError } from '../support/expect-error.js';

beforeAll(() => init());

function sums(): XlaComputation {
  const add = new XlaBuilder('add');
  add.add(add.parameter(0, f32(), 'a'), add.parameter(1, f32(), 'b'));
  const b = new XlaBuilder('sums');
  const x = b.parameter(0, f32(2, 3), 'x');
  return b.build(b.reduce(x, b.constant(0), add.build(), [0]));
}

test('toJson gives plain objects', () => {
  const graph = sums().toJson();
  expect(graph.name).toBe('sums');
  expect(graph.computations.map(({ name }) => name.replace(/\.\d+$/, ''))).toEqual(['add', 'sums']);
  const [add, main] = graph.computations;
  expect(main?.name).toBe(graph.entry);
  expect(main?.parameters).toEqual(['x']);
  const reduce = main?.instructions.find(({ name }) => name === main.root);
  expect(reduce).toEqual({
    name: main?.root,
    opcode: 'reduce',
    shape: 'f32[3]{0}',
    operands: ['x', expect.stringMatching(/^constant/) as string],
    attributes: { dimensions: '{0}' },
    calls: [{ region: 'to_apply', computation: add?.name }],
  });
});

test('toDot gives a graph with a frame for each computation', () => {
  const dot = sums().toDot();
  expect(dot).toMatch(/^digraph "sums" \{\n/);
  expect(dot.match(/subgraph cluster_\d \{/g)).toHaveLength(2);
  expect(dot).toContain('[label="parameter(0)\\nx\\nf32[2,3]{1,0}", fillcolor="lightgrey"];');
  expect(dot).toMatch(/\[style=dashed, label="to_apply", lhead=cluster_0\];/);
});

test('not after dispose()', async () => {
  const computation = sums();
  computation.dispose();
  await expectError(() => computation.toDot(), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
  await expectError(() => computation.toJson(), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
});
