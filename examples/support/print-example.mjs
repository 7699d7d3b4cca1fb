// Prints the outcome of an example for a terminal.
import { columns, equationLines, gridLines, wrap } from './grid.mjs';

export function printExample({ example, program, explanation, operands, result, error, problem }) {
  const lines = [
    '-'.repeat(columns),
    example.title,
    '',
    ...wrap(example.text, '', ''),
    '',
    ...wrap(example.call, '  '),
  ];
  const section = (title, body) => lines.push('', title, ...body);
  if (program) section('Program', wrap(program.trim(), '  '));
  if (explanation) section('Explanation', wrap(explanation.trim(), '  '));
  if (result) section('Result', [...wrap(result.shape.toString(), '  '), ...resultLines(example, operands, result)]);
  if (error) section(example.rule ? 'Refused, as it should be' : 'Error', wrap(error, '  '));
  if (problem) section('WRONG', wrap(problem, '  '));
  console.log(`${lines.join('\n')}\n`);
}

function resultLines(example, operands, result) {
  if (result.shape.isTuple) return wrap(result.toString(), '  ');
  const { rank } = result.shape;
  const value = result.toArray();
  const [lhs, rhs] = operands.map((operand) => ({ value: operand, rank: rankOf(operand) }));
  // Only where two shapes meet is it x + y = sum.
  const equation = example.lhs && equationLines(lhs, rhs, { value, rank });
  const lines = equation ?? [...operands.map(namedElements), ...fitting(gridLines(value, rank), value)];
  return lines.map((line) => `  ${line}`.trimEnd());
}

/** An operand that is too big to be drawn next to the result. */
function namedElements(operand, index) {
  return `${'xyz'[index]} = ${firstElements(operand)}`;
}

/** The drawing, or the first elements of what is too long to be drawn. */
function fitting(lines, value) {
  return lines.every((line) => line.length + 2 <= columns) ? lines : [firstElements(value)];
}

function firstElements(value) {
  const elements = [value].flat(Infinity);
  return `${elements.slice(0, 6).join(', ')}${elements.length > 6 ? ` ... ${elements.at(-1)}` : ''}`;
}

function rankOf(value) {
  return Array.isArray(value) ? 1 + rankOf(value[0]) : 0;
}
