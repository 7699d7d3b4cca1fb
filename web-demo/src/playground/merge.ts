/** The two editors of a comparison. */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { goToNextChunk, goToPreviousChunk, MergeView } from '@codemirror/merge';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { highlighting } from './highlighting.js';

export interface MergeEditor {
  setText(side: 'left' | 'right', text: string): void;
  /** Moves to the next changed lines, or to those before. */
  goToChange(direction: 1 | -1): void;
  destroy(): void;
}

export function createMerge(
  parent: HTMLElement,
  texts: Readonly<Record<'left' | 'right', string>>,
  changed: (side: 'left' | 'right', text: string) => void,
): MergeEditor {
  let isQuiet = false;
  const config = (side: 'left' | 'right') => ({
    doc: texts[side],
    extensions: [
      lineNumbers(),
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      highlighting,
      EditorView.contentAttributes.of({
        'aria-label': side === 'left' ? 'Left program' : 'Right program',
        spellcheck: 'false',
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !isQuiet) changed(side, update.state.doc.toString());
      }),
    ],
  });
  const view = new MergeView({
    parent,
    a: config('left'),
    b: config('right'),
  });
  return {
    setText(side, text) {
      isQuiet = true;
      const editor = side === 'left' ? view.a : view.b;
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
      isQuiet = false;
    },
    goToChange: (direction) => {
      (direction > 0 ? goToNextChunk : goToPreviousChunk)(view.b);
    },
    destroy: () => view.destroy(),
  };
}
