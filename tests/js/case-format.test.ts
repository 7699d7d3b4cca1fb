// The layout of the files in tests/cases; `npm run lint` sees that they have it.
import { formatCases } from '../../scripts/lib/case-format.mjs';
import { expandValues } from './support/case-files.js';
import { parseJsonc, type WrittenCaseFile } from './support/case-schema.js';

const zeros = '{"shape": "f32[3,4]", "value": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}';
const edges = '{"shape": "f32[2]", "value": [1.0, 3.4028235e+38]}';

// Each rule of the layout has an example.
const laidOut = `// Above all.
//   And more.
{
  "operation": "add",
  "values": {
    "zeros": ${zeros}
  },
  "cases": [
    {"name": "a case in one line", "source": "s", "steps": [["y", "Iota", {"size": 2}]], "expect": "zeros"},
    // About a case.
    {"name": "a line for each key, for a case that is too long for one", "source": "Operation Semantics, Add",
     "parameters": [${edges}, "zeros"],
     "steps": [["y", "Add", {"lhs": "p0", "rhs": "p1"}]],
     "expect": ${edges}},

    {"name": "below an empty line: a name that leaves no room for its source, which has a line of its own",
     "source": "Operation Semantics, Reduce", "replicas": 2, "partitions": 1,
     "parameters": [${zeros},
                    ${edges}],
     "computations": {
       "f": {"parameters": ["f32[]", "f32[]"], "steps": [["y", "Add", {"lhs": "p0", "rhs": "p1"}]]},
       // About a computation.
       "g": {
         "parameters": ["f32[]", "f32[]"],
         "steps": [["s", "Add", {"lhs": "p0", "rhs": "p1"}],
                   // About a step.
                   ["y", "Add", {"lhs": "s", "rhs": "s"}]]}},
     // About a key.
     "steps": [["y", "Gather", {"input": "p0", "start_indices": "p1", "slice_sizes": [1, 2],
                "dimension_numbers": {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0],
                 "index_vector_dim": 1}}]],
     "expect": ${zeros}}
    // Below all.
  ]
}
`;

test('any layout becomes this one, with its comments and the spelling of its numbers', () => {
  expect(formatCases(laidOut)).toBe(laidOut);
  const everywhere = laidOut.replace(/\/\/.*|"[^"]*"[,:]?|[[\]{},]+/g, '\n $& \n').replace(/\n\s*\n/g, '\n');
  expect(formatCases(everywhere)).toBe(laidOut.replace('\n\n', '\n'));
});

test('the columns of conversions stay as they are', () => {
  const table = '{\n  "conversions": [\n    {"from":   "s1"}\n  ],\n  "cases": [\n    {"name": "n"}\n  ]\n}\n';
  expect(formatCases(table)).toBe(table);
});

test.each([
  ['{"a": 1,\n"b" 2}', "line 2: '2' stands in place of ':'"],
  ['{"a": }', 'line 1: a value is missing'],
  ['{"cases": [', 'line 1: a value is missing'],
  ['{"a": "b}', 'line 1: this is no JSON'],
  ['{"values": {"a": {"shape": "u8[]",\n// b\n"value": 1}}}', 'a comment stands inside of what is one line'],
])('%j is refused', (text, message) => {
  expect(() => formatCases(text)).toThrow(message);
});

test('a string that names no value is refused', () => {
  const file = parseJsonc('{"operation": "add", "cases": [{"name": "n", "parameters": ["x"], "steps": []}]}');
  expect(() => expandValues(file as WrittenCaseFile)).toThrow('add: no value is named "x"');
});
