// The module `virtual:opcodes`: what the core's table says of operations, for the words and the completion of the
// playground's editor. The whole table, with all rules and types, is eight times as large.
import { readFileSync } from 'node:fs';

const name = 'virtual:opcodes';
const resolved = `\0${name}`;

const described = (list) => Object.fromEntries(list.map(({ name, doc }) => [name, doc]));

function table() {
  const { operations } = JSON.parse(readFileSync(new URL('../../build/ops.json', import.meta.url), 'utf8'));
  return Object.fromEntries(
    operations.map(({ name, doc, operands, attributes, regions, traits }) => [
      name,
      {
        // The first sentence says it; the documentation has the others.
        doc: doc.split(/(?<=\.)\s/)[0],
        operands: operands.map((operand) => operand.name),
        attributes: described(attributes),
        regions,
        isElementwise: traits.includes('elementwise'),
      },
    ]),
  );
}

export function opcodes() {
  return {
    name: 'hloom-opcodes',
    resolveId: (id) => (id === name ? resolved : undefined),
    load: (id) => (id === resolved ? `export default ${JSON.stringify(table())};` : undefined),
  };
}
