/** The arrays of an answer as an SVG file for slides: on white, with colors and fonts that need no style sheet. */

import type { Answer } from '../../../js/elements/model/answer.js';
import type { BlockLayout } from '../../../js/elements/model/geometry.js';
import { operations } from '../../../js/elements/model/operations.js';
import { dimensionText, placements } from '../../../js/elements/model/question.js';
import { operandCells, resultCells, type Cell } from '../../../js/elements/model/picture.js';
import { sceneOf, type SideName } from '../../../js/elements/model/scene.js';

/** Lengths in units of the picture: the side of a cell, the room of a sign, around the picture, and above a block. */
const [cell, signRoom, margin, titleRoom, lineRoom] = [60, 76, 36, 34, 64];
/** The largest rank of arrays that are drawn, and the most cells in a row. */
const [mostRank, columns] = [5, 8];
/** The width of a character of the equation. */
const character = 12.1;

const paper = '#ffffff';
const ink = '#1b1b1f';
const tones = {
  lhs: { line: '#b4530a', fill: '#faeee6' },
  rhs: { line: '#0f766e', fill: '#e4f1ef' },
  result: { line: '#3b3fc8', fill: '#e9e9fa' },
} as const;
const mono = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const sans = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

interface Block {
  readonly name: keyof typeof tones;
  readonly shape: string;
  readonly layout: BlockLayout;
  readonly cells: readonly Cell[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The blocks at a stage, from 0 (as given) to 3 (combined). */
function blocksOf({ explanation, values, result }: Answer, stage: number): readonly Block[] {
  const scene = sceneOf(explanation, columns);
  const operand = (name: SideName): Block => {
    const { given, placed = given, stretched = given } = scene[name];
    return {
      name,
      shape: explanation[name].toString(),
      layout: [given, placed, stretched][Math.min(2, stage)] ?? given,
      cells: operandCells(scene[name], stage, (index) => values?.[name].at(index) ?? ''),
    };
  };
  const layout = scene.result;
  if (layout === undefined) return [];
  const cells = resultCells(layout, stage, (index) => values?.result?.at(index) ?? '');
  return [operand('lhs'), operand('rhs'), { name: 'result', shape: result?.toString() ?? '', layout, cells }];
}

function cellsOf({ name, layout, cells }: Block, left: number, top: number): string {
  const { line, fill } = tones[name];
  const drawn = cells.map((one) => {
    const [x, y] = [left + one.x * cell, top + one.y * cell];
    // A copy is dashed, as in the lab; the result is empty until it is computed. Only the edges of cells behind are seen.
    const isOpen = one.isCopy === true || one.isEmpty === true;
    const look = isOpen ? `fill="${paper}" stroke-dasharray="5 4"` : `fill="${fill}"`;
    const box = `<rect x="${x}" y="${y}" width="${cell}" height="${cell}" ${look} stroke="${line}" stroke-width="1.5"/>`;
    const shown = one.depth === 0 ? one.text : '';
    const value = textAt(shown, x + cell / 2, y + cell / 2, `font-family="${escaped(mono)}"`);
    return { depth: one.depth, drawn: box + value };
  });
  const dots = layout.dots.map(({ x, y, depth }) => ({
    depth,
    drawn: textAt('…', left + (x + 0.5) * cell, top + (y + 0.5) * cell, ''),
  }));
  // The cells behind are drawn first.
  const all = [...drawn, ...dots].sort((a, b) => b.depth - a.depth);
  return all.map((one) => one.drawn).join('\n');
}

/** A text in the middle of a place. */
const textAt = (text: string, x: number, y: number, attributes: string): string =>
  text === ''
    ? ''
    : `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central" ${attributes}>${escaped(text)}</text>`;

/** The parts of the line above the arrays, each with its color. */
function equationOf({ question, op }: Answer, [lhs, rhs, result]: readonly Block[]): (readonly [string, string])[] {
  const dims = dimensionText(placements(question.dims));
  return [
    [lhs?.shape ?? '', tones.lhs.line],
    [` ${operations[op].symbol} `, ink],
    [rhs?.shape ?? '', tones.rhs.line],
    [dims === '' ? ' = ' : `  broadcast_dimensions=${dims}  = `, ink],
    [result?.shape ?? '', tones.result.line],
  ];
}

/** True if an answer has a result, and all arrays can be drawn. */
export function isDrawable({ error, explanation }: Answer): boolean {
  const { lhs, rhs, result } = explanation;
  return error === undefined && [lhs, rhs, result].every((shape) => shape !== undefined && shape.rank <= mostRank);
}

/**
 * The picture of an answer that can be drawn.
 *
 * @param stage - the number of the stage, from 0 (as given) to 3 (combined)
 */
export function pictureSvg(answer: Answer, stage: number): string {
  const blocks = blocksOf(answer, stage);
  const equation = equationOf(answer, blocks);
  const written = equation.map(([text]) => text).join('');
  const widths = blocks.map(({ layout, shape, name }) =>
    Math.max(layout.width * cell, (name.length + 1 + shape.length) * character * 0.9),
  );
  const row = widths.reduce((sum, width) => sum + width, 0) + signRoom * (blocks.length - 1);
  const width = Math.ceil(2 * margin + Math.max(row, written.length * character));
  const highest = Math.max(...blocks.map(({ layout }) => layout.height));
  const top = margin + lineRoom + titleRoom;
  const height = Math.ceil(top + highest * cell + margin);

  let left = (width - row) / 2;
  const parts: string[] = [];
  for (const [place, block] of blocks.entries()) {
    const room = widths[place] ?? 0;
    const begin = left + (room - block.layout.width * cell) / 2;
    const middle = top + (highest * cell) / 2;
    const blockTop = middle - (block.layout.height * cell) / 2;
    const { line } = tones[block.name];
    parts.push(
      `<text x="${left + room / 2}" y="${blockTop - 14}" text-anchor="middle" font-size="17"><tspan font-weight="700" ` +
        `fill="${line}">${block.name}</tspan> <tspan font-family="${escaped(mono)}">${escaped(block.shape)}</tspan></text>`,
      cellsOf(block, begin, blockTop),
    );
    const sign = [operations[answer.op].symbol, '='][place];
    if (sign !== undefined) parts.push(textAt(sign, left + room + signRoom / 2, middle, 'font-size="26"'));
    left += room + signRoom;
  }
  const spans = equation.map(([text, fill]) => `<tspan fill="${fill}">${escaped(text)}</tspan>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${escaped(sans)}" font-size="18" fill="${ink}">
<title>${escaped(written)}</title>
<rect width="100%" height="100%" fill="${paper}"/>
<text x="${width / 2}" y="${margin + 20}" text-anchor="middle" xml:space="preserve" font-family="${escaped(mono)}" font-size="20">${spans}</text>
${parts.join('\n')}
</svg>
`;
}
