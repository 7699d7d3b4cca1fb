// Values drawn as the matrices of a textbook, for a terminal.

/** The longest line that is drawn. */
export const columns = 100;

const gap = '   ';

/** The lines of a matrix: `|1 2 3|`. A scalar is one number, a vector one row; an empty array has no rows. */
function matrixLines(value) {
  if (!Array.isArray(value)) return [format(value)];
  const rows = Array.isArray(value[0]) ? value : [value];
  const cells = rows.map((row) => row.map(format));
  const widths = (cells[0] ?? []).map((_, j) => Math.max(...cells.map((row) => row[j].length)));
  return cells.map((row) => `|${row.map((cell, j) => cell.padStart(widths[j])).join(' ')}|`);
}

function format(value) {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The matrices that an array of rank 3 or more consists of, each with its index: `[0,2,:,:]`. */
function panes(value, rank, prefix = []) {
  if (rank === 2) {
    return [[`[${[...prefix, ':', ':'].join(',')}]`, ...matrixLines(value)]];
  }
  return value.flatMap((part, index) => panes(part, rank - 1, [...prefix, index]));
}

/** Puts blocks of lines side by side, in as many rows as the width needs. */
function sideBySide(blocks) {
  const widthOf = (block) => Math.max(0, ...block.map((line) => line.length));
  const rows = [];
  let width = Infinity;
  for (const block of blocks) {
    const needed = widthOf(block) + gap.length;
    if (width + needed > columns) {
      rows.push([]);
      width = 0;
    }
    rows.at(-1).push(block);
    width += needed;
  }
  return rows.flatMap((row, index) => {
    const height = Math.max(...row.map((block) => block.length));
    const lines = Array.from({ length: height }, (_, i) =>
      row.map((block) => (block[i] ?? '').padEnd(widthOf(block))).join(gap),
    );
    return index === 0 ? lines : ['', ...lines];
  });
}

/** An array of any rank as lines. */
export function gridLines(value, rank) {
  return rank <= 2 ? matrixLines(value) : sideBySide(panes(value, rank));
}

/** `x + y = sum` as XLA's page on broadcasting draws it, or `undefined` where it takes more than matrices or too much room. */
export function equationLines(lhs, rhs, sum) {
  const blocks = [lhs, rhs, sum].map(({ value, rank }) => (rank <= 2 ? matrixLines(value) : undefined));
  if (blocks.includes(undefined)) return undefined;
  const [x, y, z] = blocks;
  const lines = sideBySide([x, ['+'], y, ['='], z]);
  return lines.length === Math.max(x.length, y.length, z.length) ? lines : undefined;
}

/** Breaks lines that are too long at a space; what follows is indented by so much more. */
export function wrap(text, indent = '', more = '    ') {
  return text.split('\n').flatMap((line) => wrapLine(`${indent}${line}`, more));
}

function wrapLine(line, more) {
  const lines = [];
  const hanging = /^ */.exec(line)[0] + more;
  let rest = line.trimEnd();
  while (rest.length > columns) {
    const at = rest.lastIndexOf(' ', columns);
    if (at <= hanging.length) break;
    lines.push(rest.slice(0, at));
    rest = hanging + rest.slice(at + 1);
  }
  return [...lines, rest];
}
