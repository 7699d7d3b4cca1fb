/** The two editors of a comparison. */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { getChunks, goToNextChunk, goToPreviousChunk, MergeView } from '@codemirror/merge';
import { EditorView, keymap, lineNumbers, showPanel } from '@codemirror/view';
import { highlighting } from './highlighting.js';

export interface MergeEditor {
  setText(side: 'left' | 'right', text: string): void;
  /** The title above a side. */
  setName(side: 'left' | 'right', name: string): void;
  /** Moves to the next changed lines, or to those before. */
  goToChange(direction: 1 | -1): void;
  /** Scrolls both sides to the first changed lines, and leaves the page where it is. */
  showFirstChange(): void;
  destroy(): void;
}

export function createMerge(
  parent: HTMLElement,
  texts: Readonly<Record<'left' | 'right', string>>,
  changed: (side: 'left' | 'right', text: string) => void,
): MergeEditor {
  let isQuiet = false;
  const names = { left: document.createElement('p'), right: document.createElement('p') };
  names.left.className = 'merge-name lhs';
  names.right.className = 'merge-name rhs';
  const config = (side: 'left' | 'right') => ({
    doc: texts[side],
    extensions: [
      lineNumbers(),
      showPanel.of(() => ({ dom: names[side], top: true })),
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
    setName(side, name) {
      names[side].textContent = name;
    },
    goToChange: (direction) => {
      (direction > 0 ? goToNextChunk : goToPreviousChunk)(view.b);
    },
    showFirstChange() {
      const [first] = getChunks(view.b.state)?.chunks ?? [];
      for (const [editor, from] of [
        [view.a, first?.fromA ?? 0],
        [view.b, first?.fromB ?? 0],
      ] as const) {
        const { top } = editor.lineBlockAt(Math.min(from, editor.state.doc.length));
        // Sides that are stacked scroll each by itself.
        const own = editor.dom.parentElement;
        const scroller = own !== null && getComputedStyle(own).overflowY === 'auto' ? own : parent;
        scroller.scrollTop = top - scroller.clientHeight / 3;
      }
    },
    destroy: () => view.destroy(),
  };
}
