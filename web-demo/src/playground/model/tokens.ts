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
