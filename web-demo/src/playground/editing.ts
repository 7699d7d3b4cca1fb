/** The tools for editing and searching, which the editor loads when it is focused. */

import { autocompletion, closeBrackets, type CompletionSource } from '@codemirror/autocomplete';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

export const editing = (complete: CompletionSource): Extension => [
  highlightSelectionMatches(),
  search({ top: true }),
  closeBrackets(),
  autocompletion({ override: [complete], icons: false }),
  keymap.of(searchKeymap),
];
