/** The tools for editing and searching, which the editor loads when it is focused. */

import { autocompletion, closeBrackets, startCompletion, type CompletionSource } from '@codemirror/autocomplete';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';

export const editing = (complete: CompletionSource): Extension => [
  highlightSelectionMatches(),
  search({ top: true }),
  closeBrackets(),
  autocompletion({ override: [complete], icons: false }),
  keymap.of(searchKeymap),
];

/** Offers completions for a word that was typed while the tools were loaded. */
export function completeTyped(view: EditorView): void {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  if (/\w/.test(doc.sliceString(Math.max(0, head - 1), head))) startCompletion(view);
}
