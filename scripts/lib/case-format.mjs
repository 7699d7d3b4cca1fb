// The layout of case files, tests/cases/*.jsonc: JSON with `//` comments, in as few lines as read well.
//
//   node scripts/lib/case-format.mjs          names the files that have another layout
//   node scripts/lib/case-format.mjs --fix    writes them anew
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const columns = 120;
/** The keys of a program whose items get a line each if they do not fit in one. */
const lists = ['parameters', 'arguments', 'steps', 'hlo'];

/**
 * Reads a file. A node has either `text`, a scalar in its original form, or its brackets and `items`. An item has a
 * value, in an object a key, and the comments above it. The comments below the last item are an item without a value.
 */
function parse(text) {
  const token = /(\s*)(\/\/.*|"(?:[^"\\\n]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"/]+|$)/y;
  let found, blank;
  const refuse = (place, message) => {
    throw new Error(`line ${text.slice(0, place).split('\n').length}: ${message}`);
  };
  const next = () => {
    const place = token.lastIndex;
    const match = token.exec(text) ?? refuse(place, 'this is no JSON');
    blank = match[1].split('\n').length > 2;
    found = match[2];
  };
  const take = (expected) => {
    if (found !== expected) refuse(token.lastIndex, `'${found}' stands in place of '${expected}'`);
    next();
  };
  /** The start of an item: its comments, and true if an empty line separates it. */
  const start = (comments = []) => {
    const item = { blank, comments };
    for (; found.startsWith('//'); next()) comments.push(found.trimEnd());
    return item;
  };
  const node = () => {
    const place = token.lastIndex - found.length;
    const open = found;
    const close = { '[': ']', '{': '}' }[open];
    if (close === undefined && (open === '' || '/:,]}'.includes(open[0]))) refuse(place, 'a value is missing');
    next();
    if (close === undefined) return { text: open };
    const items = [];
    let item = start();
    while (found !== close) {
      if (open === '{') {
        item.key = found;
        next();
        take(':');
      }
      item.value = node();
      items.push(item);
      const { comments } = start();
      if (found !== close) take(',');
      item = start(comments);
    }
    if (item.comments.length > 0) items.push(item);
    const source = text.slice(place, token.lastIndex);
    next();
    return { open, close, items, source };
  };
  next();
  const { comments } = start();
  const file = node();
  take('');
  return { comments, file };
}

const member = ({ key }, text) => (key === undefined ? text : `${key}: ${text}`);

/** A node in one line, or undefined if it has comments. */
function flat({ text, open, close, items }) {
  if (text !== undefined) return text;
  const parts = items.map(({ comments, value }) => (comments.length === 0 ? flat(value) : undefined));
  if (parts.includes(undefined)) return undefined;
  return `${open}${parts.map((part, i) => member(items[i], part)).join(', ')}${close}`;
}

function inOneLine({ value }) {
  const text = flat(value);
  if (text === undefined) throw new Error(`a comment stands inside of what is one line: ${value.source}`);
  return text;
}

// The layouts below give the text of an item's value, which starts behind `indent` and the key. `after` counts the
// characters that follow it on its last line: a comma, or brackets that close and one.

/** The value in one line, or undefined if it does not fit. */
function fitting(item, indent, after) {
  const text = flat(item.value);
  return text !== undefined && indent.length + member(item, text).length + after <= columns ? text : undefined;
}

/** The items of a node, each on a line that starts with `indent`. */
function lines({ items }, indent, after, layout) {
  let text = '';
  /** The columns of the last line, if it has only scalars. */
  let taken = columns;
  for (const [i, item] of items.entries()) {
    const { key, value, blank, comments } = item;
    const above = comments.map((comment) => `${comment}\n${indent}`).join('');
    if (value === undefined) return `${text}\n${indent}${above}`;
    const comma = items[i + 1]?.value === undefined ? '' : ',';
    const own = `${member(item, layout(item, indent, comma === '' ? after + 1 : 1))}${comma}`;
    const scalar = key !== undefined && value.text !== undefined;
    // A name and its source share a line.
    const shares = scalar && above === '' && taken + 1 + own.length <= columns;
    if (shares) text += ` ${own}`;
    else text += `${i === 0 ? '' : `${blank ? '\n' : ''}\n${indent}`}${above}${own}`;
    taken = !scalar ? columns : shares ? taken + 1 + own.length : indent.length + own.length;
  }
  return text;
}

/** In one line if it fits, otherwise with its items below each other, directly behind its bracket. */
function stacked(item, indent, after, layout) {
  const { key, value } = item;
  const inner = indent + ' '.repeat(key === undefined ? 1 : key.length + 3);
  const start = value.items[0]?.comments.length > 0 ? `\n${inner}` : '';
  const text = fitting(item, indent, after);
  return text ?? `${value.open}${start}${lines(value, inner, after, layout)}${value.close}`;
}

/** In one line if it fits, otherwise with its items below its key. */
function indented(item, indent, after, layout) {
  const { value } = item;
  const inner = `${indent}  `;
  const text = fitting(item, indent, after);
  return text ?? `${value.open}\n${inner}${lines(value, inner, after, layout)}${value.close}`;
}

/** With lines of their own for its brackets. */
function section({ value }, indent, layout) {
  const inner = `${indent}  `;
  return `${value.open}\n${inner}${lines(value, inner, 0, layout).trimEnd()}\n${indent}${value.close}`;
}

/** The parts of a step that share a line, each with its depth: an object longer than `room` is split. */
function pieces(item, room, depth = 0) {
  const text = member(item, flat(item.value));
  const { open, items = [] } = item.value;
  const isLiteral = items.some(({ key }) => key === '"value"');
  if (text.length <= room || open !== '{' || items.length === 0 || isLiteral) return [{ text, depth }];
  const start = member(item, open);
  const parts = items.flatMap((part, i) => pieces(part, i === 0 ? room - start.length : room, depth + 1));
  parts[0] = { text: `${start}${parts[0].text}`, depth };
  parts.at(-1).text += '}';
  return parts;
}

/** A step in one line if it fits; otherwise its arguments continue in the next lines. */
function step(item, indent, after) {
  const line = inOneLine(item);
  if (indent.length + line.length + after <= columns) return line;
  const parts = item.value.items.flatMap((part) => pieces(part, columns - indent.length - 6));
  let text = '[';
  let taken = indent.length + 1;
  for (const [i, part] of parts.entries()) {
    const last = i === parts.length - 1;
    const own = `${part.text}${last ? ']' : ','}`;
    const inner = `${indent}${' '.repeat(Math.max(part.depth, 1))}`;
    const goesOn = i === 0 || taken + 1 + own.length + (last ? after : 0) <= columns;
    text += i === 0 ? own : goesOn ? ` ${own}` : `\n${inner}${own}`;
    taken = (goesOn ? taken + 1 : inner.length) + own.length;
  }
  return text;
}

function programMember(item, indent, after) {
  const name = item.key?.slice(1, -1);
  if (name === 'computations') return indented(item, indent, after, computation);
  return lists.includes(name) ? stacked(item, indent, after, name === 'steps' ? step : inOneLine) : inOneLine(item);
}

const computation = (item, indent, after) => indented(item, indent, after, programMember);
const wholeCase = (item, indent, after) => stacked(item, indent, after, programMember);

function fileMember(item, indent) {
  // The columns of this table are aligned by hand.
  if (item.key === '"conversions"') return item.value.source;
  if (item.value.items === undefined) return item.value.text;
  return section(item, indent, item.key === '"cases"' ? wholeCase : inOneLine);
}

/** The text of a case file in its layout. Numbers and strings keep their spelling. */
export function formatCases(text) {
  const { comments, file } = parse(text);
  return [...comments, section({ value: file }, '', fileMember), ''].join('\n');
}

/** The files with another layout; `fix` reformats them. */
function otherwise(fix) {
  const paths = readdirSync(inRoot('tests/cases'))
    .filter((name) => name.endsWith('.jsonc'))
    .map((name) => `tests/cases/${name}`);
  return paths.filter((path) => {
    const text = readFileSync(inRoot(path), 'utf8');
    const formatted = formatCases(text);
    if (fix && text !== formatted) writeFileSync(inRoot(path), formatted);
    return text !== formatted;
  });
}

if (process.argv[1] === inRoot('scripts/lib/case-format.mjs')) {
  const fix = process.argv.includes('--fix');
  const paths = otherwise(fix);
  if (paths.length > 0 && !fix) {
    console.error(`not in the layout of cases:\n  ${paths.join('\n  ')}`);
    process.exit(1);
  }
}
