/** `<compare-view>`: two programs side by side, the instructions that changed, and the first one whose values differ. */

import { HloomError } from 'hloom';
import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { entriesOf, filesOf } from './file-drop.js';
import {
  compareGraphs,
  differenceOf,
  differingEvents,
  type Change,
  type ComparedInstruction,
  type Difference,
} from './model/differences.js';
import { orderedDumps, type Dump } from './model/dumps.js';
import { readFile } from './model/files.js';
import { usualInput, type Input } from './model/inputs.js';
import { readProgram, type Program } from './model/reading.js';
import { isShort, type Recording } from './model/recording.js';
import { errorView } from '../site/error-view.js';
import { Session } from './session.js';
import { compareTexts } from './text/compare-en.js';
import type { MergeEditor } from './merge.js';

type Side = 'left' | 'right';
/** The texts of both sides. */
export type ComparedTexts = Readonly<Record<Side, string>>;

const sides: readonly Side[] = ['left', 'right'];
const pause = 300;
const mostListed = 60;

export class CompareView extends LitElement {
  static override properties = {
    left: { attribute: false },
    right: { attribute: false },
    name: {},
    inputs: { attribute: false },
    files: { attribute: false },
    troubles: { state: true },
    compared: { state: true },
    difference: { state: true },
    results: { state: true },
    told: { state: true },
    busy: { state: true },
    dumps: { state: true },
    pass: { state: true },
  };

  /** The text of the playground, from which the comparison starts. */
  declare left: string;
  /** The text to compare with; undefined for the same one. */
  declare right: string | undefined;
  /** The file of the playground's text, or nothing. */
  declare name: string;
  declare inputs: readonly Input[];
  /** The programs with which the comparison starts, in place of the texts; two, or the passes of a folder. */
  declare files: readonly File[];
  declare troubles: Readonly<Partial<Record<Side, Error>>>;
  declare compared: readonly ComparedInstruction[];
  declare difference: Difference | undefined;
  /** The difference of the results, if the first one is another. */
  declare results: Difference | undefined;
  declare told: string;
  declare busy: boolean;
  /** The passes of a folder that XLA has dumped. */
  declare dumps: readonly (Dump & { readonly file: File })[];
  declare pass: number;
  readonly #texts: Record<Side, string> = { left: '', right: '' };
  #editor: MergeEditor | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #run = new AbortController();

  constructor() {
    super();
    this.left = '';
    this.right = undefined;
    this.name = '';
    this.inputs = [];
    this.files = [];
    this.troubles = {};
    this.compared = [];
    this.difference = undefined;
    this.results = undefined;
    this.told = '';
    this.busy = false;
    this.dumps = [];
    this.pass = 0;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('drop', this.#drop);
  }

  override disconnectedCallback(): void {
    document.removeEventListener('drop', this.#drop);
    this.#run.abort();
    this.#editor?.destroy();
    this.#editor = undefined;
    super.disconnectedCallback();
  }

  protected override firstUpdated(_: PropertyValues<this>): void {
    this.#texts.left = this.left;
    this.#texts.right = this.right ?? this.left;
    void this.#start();
  }

  async #start(): Promise<void> {
    const { createMerge } = await import('./merge.js');
    const parent = this.querySelector<HTMLElement>('.merge');
    if (parent === null || !this.isConnected) return;
    parent.replaceChildren();
    this.#editor = createMerge(parent, this.#texts, (side, text) => {
      this.#texts[side] = text;
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => void this.#compare(), pause);
      this.#tell();
    });
    const isSame = this.right === undefined;
    for (const side of sides) {
      this.#editor.setName(side, compareTexts.side(side, side === 'left' || isSame ? this.name : ''));
    }
    if (this.files.length > 0) {
      await this.#take(this.files, 'right');
      return;
    }
    this.#editor.showFirstChange();
    await this.#compare();
  }

  #show(side: Side, text: string): void {
    this.#texts[side] = text;
    this.#editor?.setText(side, text);
  }

  #tell(): void {
    this.dispatchEvent(new CustomEvent<ComparedTexts>('compare-change', { detail: { ...this.#texts } }));
  }

  /** Compares the programs, and runs both on the same arguments. */
  async #compare(): Promise<void> {
    this.#run.abort();
    const run = new AbortController();
    this.#run = run;
    const troubles: Partial<Record<Side, Error>> = {};
    const programs: Partial<Record<Side, Program>> = {};
    for (const side of sides) {
      const read = readProgram(this.#texts[side]);
      if (read.ok) programs[side] = read.program;
      else troubles[side] = read.error;
    }
    this.troubles = troubles;
    this.difference = undefined;
    this.results = undefined;
    this.told = '';
    const { left, right } = programs;
    if (left === undefined || right === undefined) {
      this.compared = [];
      return;
    }
    this.compared = compareGraphs(left.graph, right.graph);
    const shapes = sides.map((side) => programs[side]?.computation.programShape.parameters.map(String).join());
    if (shapes[0] !== shapes[1]) {
      this.told = compareTexts.otherParameters;
      return;
    }
    await this.#runBoth(left, right, run.signal);
  }

  async #runBoth(left: Program, right: Program, signal: AbortSignal): Promise<void> {
    const inputs = left.computation.programShape.parameters.map((_, number) => this.inputs[number] ?? usualInput);
    const sessions = [new Session(left, inputs), new Session(right, inputs)] as const;
    const [first, second] = sessions;
    this.busy = true;
    try {
      await this.#compareRuns(first, second, signal);
    } catch (thrown) {
      if (!signal.aborted) this.told = thrown instanceof HloomError ? thrown.message : String(thrown);
    } finally {
      for (const session of sessions) session.dispose();
      if (!signal.aborted) this.busy = false;
    }
  }

  /** Runs both, and looks for the first value that differs, among elements that the recordings leave out, too. */
  async #compareRuns(first: Session, second: Session, signal: AbortSignal): Promise<void> {
    const lefts = await recordingOf(first, signal);
    const rights = await recordingOf(second, signal);
    const [left, right] =
      isShort(lefts) || isShort(rights)
        ? [await first.scan(lefts, signal, digestOf), await second.scan(rights, signal, digestOf)]
        : [lefts.events, rights.events];
    signal.throwIfAborted();
    const isWhole = left !== undefined && right !== undefined;
    const difference = async (at: number, other: number): Promise<Difference | undefined> => {
      const [one, two] = [lefts.events[at], rights.events[other]];
      if (one === undefined || two === undefined) return undefined;
      const values = isWhole ? [await first.whole(lefts, at), await second.whole(rights, other)] : [];
      return differenceOf(one, two, ...values);
    };
    const pairs = isWhole
      ? differingEvents(left, right, this.compared)
      : differingEvents(lefts.events, rights.events, this.compared);
    const last = lefts.events.length - 1;
    for (const [at, other] of pairs) {
      const found = await difference(at, other);
      if (found === undefined) continue;
      const results = at === last ? undefined : await difference(last, rights.events.length - 1);
      signal.throwIfAborted();
      [this.difference, this.results] = [found, results];
      return;
    }
    // The roots are compared although they do not match, such as negate in one program and abs in the other.
    const results = await difference(last, rights.events.length - 1);
    signal.throwIfAborted();
    this.results = results;
    this.told = isWhole ? compareTexts.noDifference : compareTexts.noDifferenceInRecording;
  }

  readonly #drop = (event: DragEvent): void => {
    const entries = entriesOf(event);
    if (entries.length === 0) return;
    event.preventDefault();
    const target = event.target instanceof Element ? event.target.closest('.cm-merge-a, .cm-merge-b') : null;
    void filesOf(entries).then((files) =>
      this.#take(files, target?.classList.contains('cm-merge-a') === true ? 'left' : 'right'),
    );
  };

  /** One file goes to a side, two to both, and more are the passes of a folder. */
  async #take(files: readonly File[], side: Side): Promise<void> {
    if (files.length === 0) return;
    if (files.length > 2) {
      const byName = new Map(files.map((file, number) => [`${number}/${file.name}`, file]));
      this.dumps = orderedDumps([...byName.keys()]).flatMap((dump) => {
        const file = byName.get(dump.name);
        return file === undefined ? [] : [{ ...dump, file }];
      });
      if (this.dumps.length === 0) this.told = compareTexts.noDumps;
      else await this.#goToPass(0);
      return;
    }
    for (const [number, file] of files.entries()) {
      await this.#takeFile(file, files.length === 2 ? (sides[number] ?? side) : side);
    }
    this.#taken();
    await this.#compare();
  }

  #taken(): void {
    this.#editor?.showFirstChange();
    this.#tell();
  }

  async #takeFile(file: File, side: Side): Promise<void> {
    const read = await readFile(file.name, new Uint8Array(await file.arrayBuffer()));
    if (read.kind === 'program') {
      this.#show(side, read.text);
      this.#editor?.setName(side, compareTexts.side(side, file.name));
    } else
      this.troubles = {
        ...this.troubles,
        [side]: new Error(read.kind === 'refused' ? read.reason : compareTexts.noProgram),
      };
  }

  /** A pass: the program before it on the left, and after it on the right. */
  async #goToPass(pass: number): Promise<void> {
    this.pass = pass;
    const [before, after] = [this.dumps[pass], this.dumps[pass + 1] ?? this.dumps[pass]];
    if (before === undefined || after === undefined) return;
    await this.#takeFile(before.file, 'left');
    await this.#takeFile(after.file, 'right');
    if (pass !== this.pass) return;
    this.#taken();
    await this.#compare();
  }

  #choose(side: Side, isFolder = false): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.webkitdirectory = isFolder;
    input.onchange = () => void this.#take([...(input.files ?? [])], side);
    input.click();
  }

  protected override render(): TemplateResult {
    return html`<div class="compare">
      <div class="compare-bar">
        <button type="button" @click=${() => this.#choose('left')}>Open left</button>
        <button type="button" @click=${() => this.#choose('right')}>Open right</button>
        <button type="button" @click=${() => this.#choose('right', true)}>Open a folder of passes</button>
        <button type="button" @click=${() => this.#editor?.goToChange(-1)}>Previous change</button>
        <button type="button" @click=${() => this.#editor?.goToChange(1)}>Next change</button>
        ${this.#passes()}
      </div>
      <div class="merge"></div>
      ${sides.map((side) => this.#trouble(side))} ${this.#answer()}
    </div>`;
  }

  #trouble(side: Side): TemplateResult | typeof nothing {
    const trouble = this.troubles[side];
    return trouble === undefined ? nothing : errorView(trouble, { title: side === 'left' ? 'Left: ' : 'Right: ' });
  }

  #passes(): TemplateResult | typeof nothing {
    const { dumps, pass } = this;
    if (dumps.length < 2) return nothing;
    const title = compareTexts.pass(dumps[pass]?.title ?? '', dumps[pass + 1]?.title ?? '');
    return html`<label class="passes">
      <input
        type="range"
        min="0"
        max=${dumps.length - 2}
        .value=${String(pass)}
        aria-valuetext=${title}
        aria-label="Pass"
        @input=${({ target }: Event) => void this.#goToPass(Number((target as HTMLInputElement).value))}
      />
      <span>${pass + 1} of ${dumps.length - 1}: ${title}</span>
    </label>`;
  }

  #answer(): TemplateResult {
    const counts = (change: Change): number => this.compared.filter((one) => one.change === change).length;
    const changes = this.compared.filter(({ change }) => change !== 'same');
    return html`<div class="compare-answer">
      <section aria-label="First difference" role="status">
        <h2>First difference</h2>
        ${this.busy ? html`<p class="quiet">Running both …</p>` : this.#answers()}
      </section>
      <section aria-label="Changed instructions">
        <h2>Changed instructions</h2>
        <p>${compareTexts.counts(counts('same'), counts('changed'), counts('added'), counts('removed'))}</p>
        ${this.compared.length > 0 && changes.length === 0 ? html`<p class="quiet">${compareTexts.unchanged}</p>` : nothing}
        <ul class="changes">
          ${changes.slice(0, mostListed).map(
            ({ name, change, left, right }) =>
              html`<li class=${change}>
                <span><strong>${change}</strong> <code>%${name}</code></span>
                ${left === undefined ? nothing : html`<code class="lhs">${lineOf(left)}</code>`}
                ${right === undefined ? nothing : html`<code class="rhs">${lineOf(right)}</code>`}
              </li>`,
          )}
        </ul>
      </section>
    </div>`;
  }

  #answers(): TemplateResult {
    const { difference, results } = this;
    if (difference === undefined)
      return html`<p>${this.told}</p>
        ${results === undefined ? nothing : this.#difference(results, compareTexts.otherResults(results))}`;
    const first = this.#difference(difference, compareTexts.difference(difference));
    return results === undefined ? first : html`${first} ${this.#difference(results, compareTexts.results(results))}`;
  }

  #difference({ ulps, leftText, rightText }: Difference, sentence: string): TemplateResult {
    const most = Math.max(1, ...ulps.bars.map((bar) => bar.count));
    const [width, height] = [420, 120];
    const step = width / ulps.bars.length;
    return html`<p>${sentence}</p>
      <p>
        ${ulps.at.length === 0 ? nothing : html`<code>[${ulps.at.join()}]</code>: `}<code class="lhs">${leftText}</code>
        and <code class="rhs">${rightText}</code>, ${compareTexts.distance(ulps.greatest)}.
      </p>
      <svg
        class="plot"
        viewBox="0 0 ${width} ${height + 40}"
        width=${width}
        role="img"
        aria-label=${compareTexts.histogram(ulps.bars)}
      >
        ${ulps.bars.map(({ title, count: own }, number) => {
          const tall = (own / most) * (height - 16);
          const middle = number * step + step / 2;
          return svg`<rect class="bar" x=${number * step + 2} y=${height - tall} width=${step - 4} height=${tall} />
            <text x=${middle} y=${height + 16} text-anchor="middle">${title}</text>
            ${own === 0 ? nothing : svg`<text x=${middle} y=${height - tall - 3} text-anchor="middle">${own}</text>`}`;
        })}
        ${svg`<text x=${width / 2} y=${height + 36} text-anchor="middle">units in the last place</text>`}
      </svg>`;
  }
}

async function recordingOf(session: Session, signal: AbortSignal): Promise<Recording> {
  const { recording, error } = await session.run(signal);
  if (error !== undefined) throw error;
  return recording;
}

/** A short text for a long one: 64 bits, so that two texts that differ hardly ever have the same one. */
function digestOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 15);
  }
  return `${one},${other}`;
}

const lineOf = ({ shape, opcode, operands, attributes }: NonNullable<ComparedInstruction['left']>): string => {
  const rest = Object.entries(attributes).map(([name, value]) => `${name}=${value}`);
  return [`${shape} ${opcode}(${operands.join(', ')})`, ...rest].join(', ');
};

customElements.define('compare-view', CompareView);
