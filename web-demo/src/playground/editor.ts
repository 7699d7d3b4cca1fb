/** The editor: CodeMirror with the words, the errors and the selection of the playground. It is loaded when needed. */

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import {
  Compartment,
  EditorState,
  RangeSet,
  StateEffect,
  StateField,
  type Extension,
  type Range,
} from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  gutter,
  GutterMarker,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view';
import type { HloomError } from 'hloom';
import operations from 'virtual:opcodes';
import { look, programs } from './highlighting.js';
import { completionsAt } from './model/completion.js';
import { scriptCompletionsAt, scriptWordsAt, type BuilderTable } from './model/script-words.js';
import { wordsAt, type Told, type Words } from './model/words.js';

/** The interface between the page and the editor. */
export interface EditorHost {
  readonly text: string;
  readonly language: 'hlo' | 'stablehlo' | 'javascript';
  readonly changed: (text: string) => void;
  /** The reader has moved the cursor. */
  readonly pointed: (position: number) => void;
  readonly breakpointToggled: (position: number) => void;
  readonly run: () => void;
  /** Goes on to the next breakpoint. */
  readonly proceed: () => void;
  readonly told: (text: string) => Omit<Told, 'operations'>;
  /** Where the text was that the editor replaces. */
  readonly start: { readonly scrollTop: number; readonly cursor: number | undefined };
}

/** Places to mark. */
export interface Marks {
  readonly selected: Place | undefined;
  readonly operands: readonly Place[];
  readonly breakpoints: readonly number[];
  /** True to bring the selected place into view. */
  readonly reveal: boolean;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

export interface Editor {
  readonly text: string;
  setText(text: string, language: EditorHost['language']): void;
  /** Underlines the place of an error, and brings it into view if the reader does not edit another line. */
  setError(error: HloomError | undefined, isAsked?: boolean): void;
  mark(marks: Marks): void;
  focus(): void;
  destroy(): void;
}

const setMarks = StateEffect.define<Marks>();

const classes = {
  selected: Decoration.line({ class: 'at-result' }),
  lhs: Decoration.line({ class: 'at-lhs' }),
  rhs: Decoration.line({ class: 'at-rhs' }),
};

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let decorations = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { selected, operands } = effect.value;
      const { doc } = transaction.state;
      const lineFrom = ({ from }: Place): number => doc.lineAt(Math.min(from, doc.length)).from;
      const ranges: Range<Decoration>[] = [];
      for (const [number, place] of operands.slice(0, 2).entries()) {
        ranges.push((number === 0 ? classes.lhs : classes.rhs).range(lineFrom(place)));
      }
      if (selected !== undefined) ranges.push(classes.selected.range(lineFrom(selected)));
      decorations = Decoration.set(ranges, true);
    }
    return decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class BreakpointMarker extends GutterMarker {
  override toDOM(): Node {
    return document.createTextNode('●');
  }
}

const breakpoint = new BreakpointMarker();

const breakpoints = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(before, transaction) {
    let markers = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = transaction.state;
      const lines = effect.value.breakpoints.map((from) => doc.lineAt(Math.min(from, doc.length)).from);
      markers = RangeSet.of([...new Set(lines)].sort((a, b) => a - b).map((from) => breakpoint.range(from)));
    }
    return markers;
  },
});

/** A language, and the functions of XlaBuilder if its programs call them. */
interface Spoken {
  readonly extension: Extension;
  readonly builders: BuilderTable;
}

/** JavaScript is as large as all the rest of the languages, so it is loaded when it is needed. */
async function languageFor(language: EditorHost['language']): Promise<Spoken> {
  if (language !== 'javascript') return { extension: programs, builders: {} };
  const [{ javascript }, table] = await Promise.all([
    import('@codemirror/lang-javascript'),
    import('virtual:builders'),
  ]);
  return { extension: javascript(), builders: table.default };
}

function tooltipOf({ title, lines }: Words): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'token-words';
  const head = document.createElement('code');
  head.textContent = title;
  dom.append(head, ...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })));
  return dom;
}

export function createEditor(parent: HTMLElement, host: EditorHost): Editor {
  const language = new Compartment();
  const tools = new Compartment();
  let kind = host.language;
  let builders: BuilderTable = {};
  let isQuiet = false;
  const words = hoverTooltip(
    (view, position) => {
      const text = view.state.doc.toString();
      const found =
        kind === 'javascript'
          ? scriptWordsAt(text, position, builders)
          : wordsAt({ ...host.told(text), operations }, position);
      if (found === undefined) return null;
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom: tooltipOf(found) }) };
    },
    // A click selects the instruction, whose value is then beside the text.
    { hoverTime: 150, hideOn: ({ selection }) => selection !== undefined },
  );
  const complete = (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const found =
      kind === 'javascript'
        ? scriptCompletionsAt(before, builders, context.explicit)
        : completionsAt(before, { ...host.told(context.state.doc.toString()), operations }, context.explicit);
    if (found === undefined) return null;
    return { from: context.pos - found.typed.length, options: [...found.options], validFor: /^[\w.-]*$/ };
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: host.text,
      extensions: [
        gutter({
          class: 'breakpoint-gutter',
          markers: (editor) => editor.state.field(breakpoints),
          initialSpacer: () => breakpoint,
          domEventHandlers: {
            mousedown: (_, line) => {
              host.breakpointToggled(line.from);
              return true;
            },
          },
        }),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        tools.of([]),
        language.of(programs),
        syntaxHighlighting(look),
        marks,
        breakpoints,
        words,
        keymap.of([
          { key: 'Mod-Enter', run: () => (host.run(), true) },
          { key: 'F8', run: () => (host.proceed(), true) },
          { key: 'F9', run: ({ state }) => (host.breakpointToggled(state.selection.main.head), true) },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': 'Program', spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (isQuiet) return;
          if (update.docChanged) host.changed(update.state.doc.toString());
          else if (update.selectionSet) host.pointed(update.state.selection.main.head);
        }),
      ],
    }),
  });
  const speak = async (next: EditorHost['language']): Promise<void> => {
    const spoken = await languageFor(next);
    if (next !== kind) return;
    ({ builders } = spoken);
    view.dispatch({ effects: language.reconfigure(spoken.extension) });
  };
  void speak(kind);
  const { scrollTop, cursor } = host.start;
  view.scrollDOM.scrollTop = scrollTop;
  if (cursor !== undefined) view.dispatch({ selection: { anchor: Math.min(cursor, view.state.doc.length) } });
  // Readers who only look at a program need no tools for editing.
  view.dom.addEventListener(
    'focusin',
    () => {
      const before = view.state.doc;
      void import('./editing.js').then(({ editing, completeTyped }) => {
        view.dispatch({ effects: tools.reconfigure(editing(complete)) });
        if (view.state.doc !== before) completeTyped(view);
      });
    },
    { once: true },
  );
  // The editor's own function would scroll the page too.
  const center = (top: number): void => {
    view.scrollDOM.scrollTop = top - view.scrollDOM.clientHeight / 2;
  };
  return {
    get text() {
      return view.state.doc.toString();
    },
    setText(text, next) {
      isQuiet = true;
      kind = next;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
      });
      view.scrollDOM.scrollTop = 0;
      isQuiet = false;
      void speak(next);
    },
    setError(error, isAsked = false) {
      const found = diagnosticsOf(view.state, error);
      view.dispatch(setDiagnostics(view.state, found));
      const [first] = found;
      if (first === undefined) return;
      // The panel of the error takes its room from the editor by the next frame.
      requestAnimationFrame(() => {
        const position = view.hasFocus && !isAsked ? view.state.selection.main.head : first.from;
        const { top, bottom } = view.lineBlockAt(Math.min(position, view.state.doc.length));
        const { scrollTop, clientHeight } = view.scrollDOM;
        if (top < scrollTop || bottom > scrollTop + clientHeight) center(top);
      });
    },
    mark(next) {
      view.dispatch({ effects: setMarks.of(next) });
      if (!next.reveal || next.selected === undefined) return;
      center(view.lineBlockAt(Math.min(next.selected.from, view.state.doc.length)).top);
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** The error's place, underlined as far as its word goes, with the help. */
function diagnosticsOf({ doc }: EditorState, error: HloomError | undefined): Diagnostic[] {
  const position = error?.position;
  if (error === undefined || position === undefined || position.line > doc.lines) return [];
  const line = doc.line(position.line);
  // The engine counts characters; the editor counts UTF-16 units.
  const before = [...line.text].slice(0, position.column - 1).join('').length;
  const word = /^(?:[%@]?[\w.-]+|.)/.exec(line.text.slice(before))?.[0] ?? '';
  const from = line.from + before;
  const message = [error.headline, error.help].filter((text) => text !== '').join('\n');
  return [
    {
      from: Math.min(from, line.to),
      to: Math.min(from + Math.max(1, word.length), line.to),
      severity: 'error',
      message,
    },
  ];
}
