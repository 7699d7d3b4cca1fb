// Programs that are built and read, in a process whose WebAssembly is not optimized yet.
const calls = 10_000;
const elements = 1_000_000;

const matrix = [1, -2, 3, 0.5, 7, 11];
const built = (name, title, op, want) => ({
  name,
  title,
  op: 'building',
  attributes: { op, calls },
  parameters: [
    { name: 'x', shape: [2, 3], type: 'F32', data: () => Float32Array.from(matrix) },
    { name: 'v', shape: [3], type: 'F32', data: () => Float32Array.of(1, 2, 3) },
  ],
  result: { count: 6, want: () => want },
  places: ['js'],
  cold: true,
});

export const building = [
  built('build-neg', '10,000 b.neg', 'neg', (i) => matrix[i]),
  built('build-add', '10,000 b.add of equal shapes', 'add', (i) => matrix[i] * (calls + 1)),
  built('build-add-row', '10,000 b.add of a vector to rows', 'addRow', (i) => matrix[i] + calls * ((i % 3) + 1)),
  built('build-reshape', '10,000 b.reshape', 'reshape', (i) => matrix[i]),
  {
    name: 'parse',
    title: 'the text of a constant of a million (9 MB)',
    op: 'parse',
    attributes: { elements },
    parameters: [],
    result: {
      count: elements,
      want: () => constantElement,
    },
    places: ['js'],
    cold: true,
  },
];

const constantElement = (i) => Number((((i * 0.7548776662) % 1) - 0.5).toPrecision(7));

/** The program of `parse`: one constant, written in decimal. */
export function constantText() {
  const list = Array.from({ length: elements }, (_, i) => constantElement(i)).join(', ');
  return `HloModule big\n\nENTRY main {\n  ROOT c = f32[${elements}]{0} constant({${list}})\n}\n`;
}
