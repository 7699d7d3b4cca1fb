// How long the functions of a file are, from the line of their names to that of the closing brace, without their tables.
import ts from 'typescript';

export interface FunctionLength {
  readonly line: number;
  readonly lines: number;
}

/** The functions of a module of TypeScript or JavaScript. Blocks of `describe` are no functions, but hold some. */
export function scriptFunctions(name: string, text: string): FunctionLength[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const found: FunctionLength[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && !isDescribed(node)) {
      const line = lineOf(node.getStart());
      found.push({ line, lines: lineOf(node.end) - line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isDescribed({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText());
}

/** What a line of a raw string becomes, or what stands behind one: nothing begins or ends there. */
const inRawString = '#';

/**
 * The functions of a file of C++ that clang-format has laid out: what ends with a brace began at the nearest line above that
 * is indented as far. Lines of the preprocessor and of raw strings are indented otherwise.
 */
export function cppFunctions(text: string): FunctionLength[] {
  const blank = (raw: string): string => raw.replace(/[^\n]+/g, '').replace(/\n/g, `\n${inRawString}`);
  const lines = text.replace(/R"(\w*)\([^]*?\)\1"/g, blank).split('\n');
  // The line that began last at each indentation, and the lines of tables.
  const begun: number[] = [];
  const inTable = new Set<number>();
  const found: FunctionLength[] = [];
  for (const [i, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length;
    if (line[indent] === undefined || line.startsWith(inRawString)) continue;
    const from = begun[indent];
    begun[indent] = i;
    if (line[indent] !== '}' || from === undefined) continue;
    const head = /^[^]*?(?=\{$)/m.exec(lines.slice(from, i).join('\n'))?.[0].trim() ?? '';
    const own = Array.from({ length: i - from + 1 }, (_, at) => from + at).filter((at) => !inTable.has(at));
    if (head.endsWith('=')) for (const at of own) inTable.add(at);
    else if (isFunctionHead(head)) found.push({ line: from + 1, lines: own.length });
  }
  return found;
}

/** Whether a block after this text is a function's, and not that of a class, a namespace or a statement. */
function isFunctionHead(head: string): boolean {
  return (
    head.includes('(') &&
    !/^(?:\}|(?:class|struct|union|enum|namespace|extern|if|for|while|switch|do|else|case|default)\b)/.test(head)
  );
}
