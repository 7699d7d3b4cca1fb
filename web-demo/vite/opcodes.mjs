// The modules `virtual:opcodes` and `virtual:builders`: what the core's tables say of operations and of the functions of
// XlaBuilder, for the words and the completion of the playground's editor. The whole tables, with all rules and types, are
// eight times as large.
import { readFileSync } from 'node:fs';

const tables = { 'virtual:opcodes': operationTable, 'virtual:builders': builderTable };

const read = () => JSON.parse(readFileSync(new URL('../../build/ops.json', import.meta.url), 'utf8'));

/** The first sentence says it; the documentation has the others. */
const firstSentence = (doc) => doc.split(/(?<=\.)\s/)[0];

const described = (list) => Object.fromEntries(list.map(({ name, doc }) => [name, doc]));

function operationTable() {
  return Object.fromEntries(
    read().operations.map(({ name, doc, operands, attributes, regions, traits }) => [
      name,
      {
        doc: firstSentence(doc),
        // Only sparse and scaled products have operands named `further`. The editor does not suggest them.
        operands: operands.map((operand) => operand.name).filter((operand) => operand !== 'further'),
        attributes: described(attributes),
        regions,
        isElementwise: traits.includes('elementwise'),
      },
    ]),
  );
}

/** A function with several overloads has the first one. */
function builderTable() {
  const rows = read().builders.filter(({ overload }) => overload === 0);
  return Object.fromEntries(
    rows.map((row) => [row.js, { doc: firstSentence(row.doc), parameters: row.arguments.map(({ js }) => js) }]),
  );
}

export function opcodes() {
  return {
    name: 'hloom-opcodes',
    resolveId: (id) => (id in tables ? `\0${id}` : undefined),
    load(id) {
      const table = tables[id.replace('\0', '')];
      return table && `export default ${JSON.stringify(table())};`;
    },
  };
}
