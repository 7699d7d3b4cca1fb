/** The tokens of HLO and StableHLO text, for highlighting. */

/** The part of CodeMirror's stream that is used. */
export interface TokenStream {
  eatSpace(): boolean;
  match(pattern: RegExp): unknown;
  next(): unknown;
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\/\/.*/, 'comment'],
  [/^"(?:[^"\\]|\\.)*"/, 'string'],
  [/^%[\w.$-]+(?=\s*(?::\d+)?\s*=)/, 'variableName.definition'],
  [/^%[\w.$-]+/, 'variableName'],
  [/^(?:HloModule|ENTRY|ROOT|module|func\.func|func|public|private|return|true|false)\b/, 'keyword'],
  [/^(?:metadata|frontend_attributes|backend_config|sharding|loc)(?==|\()/, 'meta'],
  [/^tensor<[^>]*>/, 'typeName'],
  [/^[a-z][a-z0-9]*\[[\d,<=\s]*\](?:\{[^}]*\})?/, 'typeName'],
  [/^(?:stablehlo|chlo)\.\w+/, 'operation'],
  [/^[a-z][\w-]*(?=\()/, 'operation'],
  [/^[\w.]+(?=\s*=[^=])/, 'attribute'],
  [/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i, 'number'],
  [/^[\w.-]+/, 'name'],
];

export function hloTokens(stream: TokenStream): string | null {
  if (stream.eatSpace()) return null;
  for (const [pattern, kind] of kinds) if (stream.match(pattern)) return kind === 'name' ? null : kind;
  stream.next();
  return null;
}

/** The tokens of one line, without CodeMirror: parts of the text, each with the name of its kind or an empty one. */
export function tokensOf(line: string): (readonly [part: string, kind: string])[] {
  const parts: (readonly [string, string])[] = [];
  let at = 0;
  const match = (pattern: RegExp): boolean => {
    const [found = ''] = pattern.exec(line.slice(at)) ?? [];
    at += found.length;
    return found !== '';
  };
  const stream = { eatSpace: () => match(/^\s+/), match, next: () => (at += 1) };
  while (at < line.length) {
    const start = at;
    const kind = hloTokens(stream) ?? '';
    parts.push([line.slice(start, at), kind.replace(/^variableName\.?/, '')]);
  }
  return parts;
}
