/** The state of the playground, and the facts that follow from it. */

import { HloomError, type ElementExplanation } from 'hloom';
import { LitElement } from 'lit';
import type { ComparedTexts } from './compare-view.js';
import type { Marks } from './editor.js';
import type { SharedState } from './model/fragment.js';
import type { Input } from './model/inputs.js';
import { isJavaScript } from './model/module-body.js';
import { Names } from './model/names.js';
import { eventAt, type Origin } from './model/recording.js';
import type { Machine } from './model/roofline.js';
import { sharedInputs } from './model/shared-inputs.js';
import { noMap, textMap, type TextMap } from './model/text-map.js';
import type { ArrayValue } from './model/value.js';
import type { OperationTable } from './model/words.js';
import { noMarks, type Mistake } from './program-editor.js';
import type { Ran, Session } from './session.js';
import type { SideTab } from './side-tabs.js';
import { keptSplits, type Splits } from './splits.js';
import { playTexts } from './text/en.js';

const wide = matchMedia('(min-width: 84rem)');

export class PlaygroundState extends LitElement {
  static override properties = Object.fromEntries(
    [
      'text',
      'fileName',
      'notes',
      'trouble',
      'session',
      'ran',
      'step',
      'selected',
      'value',
      'element',
      'story',
      'watches',
      'breakpoints',
      'inputs',
      'computation',
      'tab',
      'status',
      'busy',
      'times',
      'operations',
      'origin',
      'originText',
      'comparing',
      'hasOutput',
      'loaded',
      'splits',
      'names',
      'machine',
      'marks',
      'mistake',
      'isWide',
    ].map((name) => [name, { state: true }]),
  );

  declare text: string;
  declare fileName: string;
  declare notes: readonly string[];
  /** The error of the text or of the run. */
  declare trouble: HloomError | Error | undefined;
  declare session: Session | undefined;
  declare ran: Ran | undefined;
  declare step: number;
  declare selected: string | undefined;
  declare value: readonly ArrayValue[] | undefined;
  declare element: { readonly path: readonly number[]; readonly index: readonly number[] } | undefined;
  declare story: ElementExplanation | undefined;
  declare watches: readonly string[];
  declare breakpoints: ReadonlySet<string>;
  declare inputs: readonly Input[];
  /** The computation whose graph is shown. */
  declare computation: string;
  declare tab: SideTab;
  declare status: string;
  declare busy: boolean;
  declare times: ReadonlyMap<string, number>;
  declare operations: OperationTable | undefined;
  declare origin: Origin | undefined;
  declare originText: string;
  declare comparing: boolean;
  declare hasOutput: boolean;
  /** True once there is a program: what is below the bar comes at once, so that nothing moves. */
  declare loaded: boolean;
  declare splits: Splits;
  /** The names that the text has for the instructions of the graph. */
  declare names: Names;
  declare machine: Machine | undefined;
  /** Places in the text. */
  declare marks: Marks;
  /** The error that the text underlines. */
  declare mistake: Mistake | undefined;
  /** True if the text, the graph and the value fit side by side. */
  declare isWide: boolean;
  /** Where the instructions are in the text. */
  map: TextMap = noMap;
  /** The numbers of the events of each instruction. */
  events: ReadonlyMap<string, readonly number[]> = new Map();
  /** Both texts of the comparison, once one of them is another than the page's. */
  compared: ComparedTexts | undefined;

  constructor() {
    super();
    this.text = '';
    this.fileName = '';
    this.notes = [];
    this.trouble = undefined;
    this.session = undefined;
    this.ran = undefined;
    this.step = 0;
    this.selected = undefined;
    this.value = undefined;
    this.element = undefined;
    this.story = undefined;
    this.watches = [];
    this.breakpoints = new Set();
    this.inputs = [];
    this.computation = '';
    this.tab = 'inputs';
    this.status = playTexts.reading;
    this.busy = false;
    this.times = new Map();
    this.operations = undefined;
    this.origin = undefined;
    this.originText = '';
    this.comparing = location.hash === '#compare';
    this.hasOutput = false;
    this.loaded = false;
    this.splits = keptSplits();
    this.names = new Names();
    this.machine = undefined;
    this.marks = noMarks;
    this.mistake = undefined;
    this.isWide = wide.matches;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    wide.addEventListener('change', this.#widen);
  }

  override disconnectedCallback(): void {
    wide.removeEventListener('change', this.#widen);
    super.disconnectedCallback();
  }

  readonly #widen = (): void => {
    this.isWide = wide.matches;
  };

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  get language(): 'hlo' | 'stablehlo' | 'javascript' {
    return isJavaScript(this.text) ? 'javascript' : textMap(this.text.slice(0, 2000), undefined).language;
  }

  rootOf(name: string): string | undefined {
    return this.session?.program.graph.computations.find((one) => one.name === name)?.root;
  }

  /** The number of the selected instruction's event at the current step. */
  get eventNumber(): number | undefined {
    return this.selected === undefined ? undefined : eventAt(this.events.get(this.selected), this.step);
  }

  valueText(name: string): string | undefined {
    const at = eventAt(this.events.get(name), this.step);
    return at === undefined ? undefined : this.ran?.recording.events[at]?.value;
  }

  /** The sentence that the page adds to an error; empty if it adds none. */
  get troubleNote(): string {
    if (this.trouble instanceof HloomError && this.trouble.rule === 'custom_call.c3') return playTexts.noStandIn;
    return this.isStale ? playTexts.stale : '';
  }

  /** True while the text has an error, and an earlier program is still shown. */
  get isStale(): boolean {
    return this.session !== undefined && this.trouble instanceof HloomError && this.trouble.position !== undefined;
  }

  /** True if the text has an error and no program was read before. */
  get isEmpty(): boolean {
    return this.session === undefined && this.trouble !== undefined;
  }

  /** The reason why an instruction has no value at this step. */
  reasonFor(name: string): string {
    const { ran, session } = this;
    if (ran === undefined || ran.error !== undefined || ran.recording.isCut || this.events.has(name)) {
      return playTexts.unreached;
    }
    // The entry runs all that its result needs; other computations may be branches that are not taken.
    return this.computation === session?.program.graph.entry ? playTexts.unused : playTexts.notTaken;
  }

  /** The part of the state that a link has. */
  get shared(): SharedState {
    const { inputs } = sharedInputs(this.inputs);
    if (this.comparing) {
      const { left, right } = this.compared ?? { left: this.text, right: this.text };
      return { text: left, right, inputs };
    }
    const last = Math.max(0, (this.ran?.recording.events.length ?? 1) - 1);
    return {
      text: this.text,
      inputs,
      ...(this.selected === undefined ? {} : { at: this.selected }),
      ...(this.step === last ? {} : { step: this.step }),
      watches: this.watches,
      breakpoints: [...this.breakpoints],
    };
  }
}
