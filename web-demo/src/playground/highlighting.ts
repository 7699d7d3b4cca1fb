/** HLO and StableHLO in the editors: weight and slant instead of colors, which mean operands and results on this site. */

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { hloTokens } from './model/tokens.js';

export const look = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: '700' },
  { tag: tags.function(tags.variableName), fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--quiet)' },
  { tag: tags.attributeName, fontStyle: 'italic' },
  { tag: [tags.comment, tags.meta], color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--quiet)' },
  { tag: tags.definition(tags.variableName), fontWeight: '600' },
]);

export const programs = StreamLanguage.define({
  name: 'hlo',
  token: hloTokens,
  languageData: { commentTokens: { line: '//' } },
  tokenTable: { operation: tags.function(tags.variableName), attribute: tags.attributeName },
});

export const highlighting = [programs, syntaxHighlighting(look)];
