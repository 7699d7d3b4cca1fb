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
  if (result.shape.isTuple()) return wrap(result.toString(), '  ');
  const { rank } = result.shape;
  const value = result.toArray();
  const [lhs, rhs] = operands.map((operand) => ({ value: operand, rank: rankOf(operand) }));
  // Only where two shapes meet is it x + y = sum.
  const equation = example.lhs && equationLines(lhs, rhs, { value, rank });
  const lines = equation ?? [...operands.map(firstElements), ...gridLines(value, rank)];
  return lines.map((line) => `  ${line}`.trimEnd());
}

/** An operand that is too big to be drawn beside the result. */
function firstElements(operand, index) {
  const elements = [operand].flat(Infinity);
  return `${'xyz'[index]} = ${elements.slice(0, 6).join(', ')}${elements.length > 6 ? ` ... ${elements.at(-1)}` : ''}`;
}

function rankOf(value) {
  return Array.isArray(value) ? 1 + rankOf(value[0]) : 0;
}
