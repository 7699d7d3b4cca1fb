import { internal } from './internal.js';
import type { Literal } from './literal.js';

/** Elements shown of one literal; the rest is counted. */
const shownElements = 1000;

/** XLA's text form of a literal, for people. */
export function literalText(literal: Literal): string {
  const { shape } = literal;
  if (shape.isToken()) return 'token';
  if (shape.isTuple()) {
    if (literal.elements.length === 0) return '()';
    return `(\n${literal.elements.map((element) => literalText(element)).join(',\n')}\n)`;
  }
  const head = shape.hasDefaultLayout() ? shape.toString() : shape.toStringWithLayout();
  const data = literal[internal]();
  if (data === undefined) return head;
  const format = shape.type === 'F32' ? formatF32 : formatNumber;
  if (data.length > shownElements) {
    const first = Array.from(data.subarray(0, 10) as Float64Array, format).join(', ');
    return `${head} { ${first}, ... ${data.length - 10} more elements in memory order }`;
  }
  if (shape.rank > 8) return `${head} { ${Array.from(data as Float64Array, format).join(', ')} }`;
  return `${head} ${block(literal.toArray(), shape.rank, '', format)}`;
}

/** As deep as the rank, which the caller has bounded. */
function block(value: unknown, rank: number, indent: string, format: (value: unknown) => string): string {
  if (rank === 0) return format(value);
  const items = value as unknown[];
  if (items.length === 0) return '{}';
  if (rank === 1) return `{ ${items.map(format).join(', ')} }`;
  const inner = `${indent}  `;
  const lines = items.map((item) => `${inner}${block(item, rank - 1, inner, format)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function formatNumber(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  return Number.isNaN(value) ? 'nan' : String(value);
}

/** The fewest digits that name the float: 0.1 and not 0.10000000149011612. */
function formatF32(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || Number.isInteger(value)) return formatNumber(value);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
