/** `<hloom-stage>`: operands and result as blocks of cells, at any time from as given to combined. */

import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from './define.js';
import './array.js';
import type { HloomArray, PointDetail } from './array.js';
import { axesLegend } from './legend.js';
import { mostDrawn, type Answer } from './model/answer.js';
import { axesFor, omission, shownIndices, type Axis } from './model/axis.js';
import { edgesOf, fanOut, type BlockLayout, type EdgeLabel } from './model/geometry.js';
import { isWord, operations } from './model/operations.js';
import { coveredSizes, overlayOf, type Overlay } from './model/overlay.js';
import { lightFor, operandCells, resultCells, type Cell, type Draft, type Light } from './model/picture.js';
import { sceneOf, type Scene, type SideName } from './model/scene.js';
import { RoomController } from './room.js';
import { stageStyles } from './stage-styles.js';
import { inWords, noResultText, rankOf, stillText, told } from './stage-text.js';
import { cellText } from './model/values.js';
import { controls, palette } from './styles.js';
import { noResult } from './text.js';

/** The side of a cell in pixels: the usual one, the smallest one, and the smallest one for arrays that do not fit otherwise. */
const [usual, smallest, tiny] = [64, 40, 24];
/** The side on a projector, in pixels. */
const projected = 112;
/**
 * The height of the element, above which cells get smaller, in pixels; and that of the cells on a projector. The lab's
 * card has 420 pixels, of which its bar and its footer take the rest.
 */
const [height, projectedHeight] = [290, 420];
/** The height of all but the cells and their indices, and that of the slider for slices, in pixels. */
const [aroundCells, leafHeight] = [76, 30];
/**
 * The same on a phone: the height of two rows of blocks, so that an answer can be read under them, and what it takes
 * besides cells and indices.
 */
const [narrowHeight, aroundNarrow] = [356, 92];
/** The width of a sign between two blocks, with little room, and of one that is a word, in pixels. */
const [signWidth, narrowSign, wordWidth] = [44, 24, 64];
/** On a projector, the height of all but the cells, in pixels at the usual size of letters: equation, table, sentences, player. */
const besides = 545;
/** The room for an index at the left of a block: a digit, and the space around; over and under it. In pixels. */
const [digit, around, lineOfIndices] = [9, 11, 22];
/** Below this width there is little room. */
const little = 520;
/** The smallest side of a cell of blocks beside each other where there is room: below each other, they would be too high. */
const small = 30;
/** The width of a character in a cell as a part of the cell's side, and the least width, in pixels. */
const [character, leastCharacter] = [0.176, 8.5];
/** The width of a small letter, in pixels. */
const smallCharacter = 7;

/** The content in the place of the result. */
interface Shown {
  readonly title: TemplateResult;
  readonly tone: SideName | 'result';
  readonly name: 'result' | 'overlay';
  readonly label: string;
  /** The array in words. */
  readonly words: string;
  readonly cells: readonly Cell[];
  /** True if its letters are small, so that its numbers fit. */
  readonly isSmall: boolean;
  /** True if its elements can be pointed at. */
  readonly isOperable: boolean;
}

export class HloomStage extends LitElement {
  static override properties = {
    answer: { attribute: false },
    time: { type: Number },
    large: { type: Boolean },
    draft: { attribute: false },
    spot: { attribute: false },
    front: { state: true },
    room: { state: true },
    light: { state: true },
  };

  declare answer: Answer | undefined;
  /** The position of the scrubber, from 0 (as given) to 3 (combined). */
  declare time: number;
  /** True for a projector: cells are as large as they can be. */
  declare large: boolean;
  /** If a reader is to say what the result is: what is shown in its place. */
  declare draft: Draft | undefined;
  /** The element of the result that is lit while no other one is. */
  declare spot: readonly number[] | undefined;
  declare front: number;
  /** The width that there is, in pixels. */
  declare room: number;
  declare light: Light | undefined;
  #scene: Scene | undefined;
  /** The dimensions that go behind the page: all but the last two. */
  #outer: readonly Axis[] = [];
  /** True if the columns of all blocks are numbered under them, so that their cells begin at the same height. */
  #isBelow = false;
  #overlay: Overlay | undefined;
  /** The size of letters, as a part of the usual one. */
  #letters = 1;
  /** The empty grid of a draft. */
  #grid: BlockLayout | undefined;
  /** The arrays in words, for screen readers. */
  #words: Readonly<Record<SideName | 'result', string>> = { lhs: '', rhs: '', result: '' };

  constructor() {
    super();
    this.answer = undefined;
    this.time = 3;
    this.large = false;
    this.draft = undefined;
    this.spot = undefined;
    this.front = 0;
    this.room = 0;
    this.addController(new RoomController(this));
    this.light = undefined;
  }

  static override styles = [palette, controls, stageStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('answer')) this.light = undefined;
    if (changed.has('answer') && this.answer !== undefined) this.#words = inWords(this.answer);
    // The width of the element is measured before the first picture, not a frame later.
    if (this.room === 0) this.room = Math.floor(this.getBoundingClientRect().width);
    if (changed.has('room') || changed.has('large')) this.#letters = lettersOf();
    if (!['answer', 'front', 'room', 'draft'].some((name) => changed.has(name as keyof HloomStage))) return;
    const { answer, draft } = this;
    const columns = this.room >= little ? 8 : answer !== undefined && rankOf(answer) > 2 ? 3 : 6;
    // The scene of a higher rank would be huge, and is not shown.
    const isDrawn = answer !== undefined && rankOf(answer) <= mostDrawn;
    const sizes = isDrawn ? coveredSizes(answer.explanation) : [];
    this.#outer = axesFor(sizes, columns).slice(0, -2);
    this.#isBelow = isDrawn && rankOf(answer) > 2;
    const front = sliceAt(this.#outer, this.front);
    const lay = (axes: readonly Axis[]): BlockLayout => fanOut(axes, front);
    this.#scene = isDrawn ? sceneOf(answer.explanation, columns, lay) : undefined;
    this.#grid = draft?.sizes && !draft.isShown ? lay(axesFor(draft.sizes, columns)) : undefined;
    this.#overlay = isDrawn ? overlayOf(answer, columns, lay) : undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { answer } = this;
    const scene = this.#scene;
    if (answer !== undefined && rankOf(answer) > mostDrawn) {
      return html`<p class="none">
        Arrays of up to ${mostDrawn} dimensions are drawn. This one has ${rankOf(answer)} dimensions.
      </p>`;
    }
    if (answer === undefined || scene === undefined || this.room === 0) return nothing;
    const { side, kind, sign } = this.#cells(scene, answer);
    return html`
      <div class=${`blocks ${kind}`} style=${`--hloom-cell:${side}px;--sign:${sign}px`} @hloom-point=${this.#pointed}>
        ${this.#operand('lhs', scene, answer, side)}
        <div class="term">
          <span class=${isWord(answer.op) ? 'sign word' : 'sign'} aria-hidden="true"
            >${operations[answer.op].symbol}</span
          >
          ${this.#operand('rhs', scene, answer, side)}
        </div>
        <div class="term">
          <span class="sign" aria-hidden="true">${this.#hasResult(answer) ? '=' : ''}</span
          >${this.#result(scene, answer, side)}
        </div>
      </div>
      ${this.#leaf()}
      <p class="sentence" aria-live="polite">${this.#sentence(answer)}</p>
    `;
  }

  /**
   * As large as three blocks in a row allow; if they would be too small, the result is below the operands; if those do
   * not fit, all blocks are below each other.
   */
  #cells(
    { lhs, rhs, result }: Scene,
    { op }: Answer,
  ): { readonly side: number; readonly kind: string; readonly sign: number } {
    const isNarrow = this.room < little;
    const sign = (isNarrow ? narrowSign : signWidth) * this.#letters;
    const word = isWord(op) ? wordWidth * this.#letters : sign;
    const signs = sign + word;
    const last = this.#grid ?? result ?? this.#overlay?.layout;
    const gutters = [lhs, rhs, undefined].map((operand) => {
      const layouts = operand === undefined ? [last] : [operand.given, operand.placed, operand.stretched];
      return gutterOf(layouts, this.#letters);
    });
    const [left = 1, right = 1, end = 3] = [this.#blockWidth(lhs), this.#blockWidth(rhs), last?.width ?? 3];
    const highest = Math.max(1, ...[lhs, rhs].map((operand) => this.#blockHeight(operand)), last?.height ?? 1);
    const rank = Math.max(...[lhs.given, rhs.given, last].map((layout) => layout?.axes.length ?? 0));
    const taken = aroundCells + (rank > 0 ? lineOfIndices : 0) + (rank > 2 ? leafHeight : 0);
    const [most, room] = this.large
      ? [projected, Math.min(projectedHeight, innerHeight - besides * this.#letters)]
      : [usual, height - taken];
    const limitFor = (rows: number): number =>
      Math.min(most, Math.max(isNarrow ? smallest : small, Math.floor(room / rows)));
    const limit = limitFor(highest);
    const fitting = (widths: readonly number[], rest: number): number =>
      Math.floor((this.room - 6 - rest) / widths.reduce((sum, width) => sum + width, 0.1));
    const [first = 0, second = 0, third = 0] = gutters;
    const beside = fitting([left, right, end], signs + first + second + third);
    if (beside >= (isNarrow ? smallest : small)) return { side: Math.min(limit, beside), kind: '', sign };
    const paired = Math.min(fitting([left, right], sign + first + second), fitting([end], sign + third));
    if (paired >= small) {
      const rows = highest + (last?.height ?? 1);
      const edges = 2 * (taken - aroundCells) - (rank > 2 ? leafHeight : 0);
      const both = isNarrow ? Math.max(small, Math.floor((narrowHeight - aroundNarrow - edges) / rows)) : limit;
      // On a projector the two rows of blocks share the height.
      return { side: Math.min(this.large ? limitFor(rows) : both, most, paired), kind: 'paired', sign };
    }
    const widest = Math.max(left, right, end);
    return { side: Math.max(tiny, Math.min(limit, fitting([widest], Math.max(...gutters)))), kind: 'stacked', sign };
  }

  /** Room for every stage, so that nothing around moves. */
  #blockWidth({ given, placed, stretched }: Scene['lhs']): number {
    return Math.max(given.width, placed?.width ?? 0, stretched?.width ?? 0);
  }

  #blockHeight({ given, placed, stretched }: Scene['lhs']): number {
    return Math.max(given.height, placed?.height ?? 0, stretched?.height ?? 0);
  }

  #operand(name: SideName, scene: Scene, answer: Answer, side: number): TemplateResult {
    const operand = scene[name];
    const elements = answer.values?.[name];
    const text = (index: readonly number[]): string => elements?.at(index) ?? '';
    const { most, isSmall } = lettersFor(() => shownIndices(operand.given.axes).map(text), side);
    const cells = operandCells(operand, this.time, text, most);
    const layouts = [operand.given, operand.placed, operand.stretched];
    const atStage = layouts[Math.min(2, Math.round(this.time))] ?? operand.given;
    // Repeated 0 times, an operand has no elements left.
    const isVanished = Math.round(this.time) >= 2 && atStage.axes.some(({ size }) => size === 0);
    const isPlaced = answer.explanation.ok && this.time >= 0.5;
    return html`<div class=${`block ${name}`} role="group" aria-label=${name}>
      <p class="title">${name} <code>${operand.shape.toString()}</code> ${this.#stageShape(name)}</p>
      ${this.#operandLegend(name)}
      <hloom-array
        class=${isSmall ? `${name} small` : name}
        style=${edgeRoom(layouts, this.#letters, this.#isBelow)}
        data-name=${name}
        operable
        .label=${`${name}, ${operand.shape.toString()}`}
        .description=${this.#words[name]}
        .cells=${cells}
        .dots=${Number.isInteger(this.time) ? atStage.dots : []}
        .axes=${isVanished ? atStage.axes : operand.given.axes}
        .width=${this.#blockWidth(operand)}
        .height=${this.#blockHeight(operand)}
        .edges=${this.#edges(name, atStage, isPlaced)}
        .isPlaced=${isPlaced}
        .lit=${this.#light?.[name] ?? new Set<string>()}
      ></hloom-array>
      ${this.#omitted(operand.given.axes)}
      <p class="unseen">${this.#words[name]}</p>
    </div>`;
  }

  /** The indices of an operand's own dimensions: a dimension along which it is repeated has none of its own. */
  #edges(name: SideName, layout: BlockLayout, isPlaced: boolean): HloomArray['edges'] {
    const edges = { ...edgesOf(layout), isBelow: this.#isBelow };
    if (!isPlaced) return edges;
    const found = this.answer?.explanation.dimensions ?? [];
    const isOwn = ({ dimension }: EdgeLabel): boolean =>
      found[dimension]?.[name].dimension !== undefined && found[dimension][name].expanded !== true;
    return { ...edges, columns: edges.columns.filter(isOwn), rows: edges.rows.filter(isOwn) };
  }

  /** An operand that is placed has the dimensions of the result. */
  #operandLegend(name: SideName): TemplateResult | typeof nothing {
    const { explanation } = this.answer ?? {};
    if (explanation === undefined) return nothing;
    return axesLegend(
      explanation.ok && this.time >= 0.5 ? explanation.dimensions.length : explanation[name].rank,
      true,
    );
  }

  /** The shape of an operand at this stage, if it is not the original one. */
  #stageShape(name: SideName): TemplateResult | typeof nothing {
    const { explanation } = this.answer ?? {};
    // Slices leave no room for the sizes, which the table has too.
    if (!explanation?.ok || this.time < 0.5 || explanation.dimensions.length > 3) return nothing;
    const stretched = this.time >= 1.5;
    const sizes = explanation.dimensions.map(({ size, [name]: side }) => (side.expanded && !stretched ? 1 : size));
    const own = explanation[name].dimensions;
    if (sizes.length === own.length && sizes.every((size, d) => size === own[d])) return nothing;
    return html`<small>as <code>[${sizes.join(',')}]</code></small>`;
  }

  /** True if there is a result, or if it is asked for. */
  #hasResult({ explanation, error }: Answer): boolean {
    return this.draft?.isShown === false || (explanation.ok && error === undefined);
  }

  #result(scene: Scene, answer: Answer, side: number): TemplateResult {
    const { result } = scene;
    const { draft } = this;
    if (draft?.isShown === false) return this.#drafted(draft);
    if (result === undefined || answer.error !== undefined) return this.#noResult(answer, side);
    const elements = answer.values?.result;
    const text = (index: readonly number[]): string => elements?.at(index) ?? '';
    const { most, isSmall } = lettersFor(() => shownIndices(result.axes).map(text), side);
    const shape = answer.result;
    return this.#resultBlock(result, {
      title: html`result <code>${shape?.toString()}</code>`,
      tone: 'result',
      name: 'result',
      label: `result, ${shape?.toString()}`,
      words: this.#words.result,
      cells: this.#marked(resultCells(result, this.time, text, most)),
      isSmall,
      isOperable: true,
    });
  }

  /** The result, or what is in its place. It stays the same array whatever it shows, so that it is drawn quickly. */
  #resultBlock(
    layout: BlockLayout,
    { title, tone, name, label, words, cells, isSmall, isOperable }: Shown,
  ): TemplateResult {
    return html`<div class="block result" role="group" aria-label="result">
      <p class="title">${title}</p>
      ${axesLegend(layout.axes.length, true)}
      <hloom-array
        class=${isSmall ? `${tone} small` : tone}
        style=${edgeRoom([layout], this.#letters, this.#isBelow)}
        data-name=${name}
        ?operable=${isOperable}
        .label=${label}
        .description=${words}
        .cells=${cells}
        .dots=${layout.dots}
        .axes=${layout.axes}
        .width=${layout.width}
        .height=${layout.height}
        .edges=${{ ...edgesOf(layout), isBelow: this.#isBelow }}
        .isPlaced=${true}
        .lit=${(isOperable ? this.#light?.result : undefined) ?? new Set<string>()}
      ></hloom-array>
      ${
        isOperable
          ? html`${this.#omitted(layout.axes)}
              <p class="unseen">${words}</p>`
          : nothing
      }
    </div>`;
  }

  /** The element that is pointed at; otherwise the one of a lesson, once operands are repeated. */
  get #light(): Light | undefined {
    const { spot, time } = this;
    if (this.light !== undefined || spot === undefined || this.#scene?.result === undefined) return this.light;
    return time >= 2 ? lightFor(this.#scene, 'result', spot) : undefined;
  }

  #marked(cells: readonly Cell[]): readonly Cell[] {
    const { draft } = this;
    if (draft === undefined) return cells;
    return cells.map((cell) => {
      const mark = draft.marks.get(cell.key);
      return mark === undefined ? cell : { ...cell, mark: mark.kind, text: mark.text ?? cell.text };
    });
  }

  /** The empty grid of a draft, with a reader's answers in it; or a frame, if even the shape is asked for. */
  #drafted({ title, isWrong }: Draft): TemplateResult {
    const layout = this.#grid;
    const heading = html`result <code class=${isWrong ? 'wrong' : ''}>${title}</code>`;
    if (layout === undefined) {
      return html`<div class="block result" role="group" aria-label="result">
        <p class="title">${heading}</p>
        <p class="none framed open" aria-label="not known yet">?</p>
      </div>`;
    }
    const cells = resultCells(layout, 3, () => '').map((cell) => ({ ...cell, isEmpty: true }));
    return this.#resultBlock(layout, {
      title: heading,
      tone: 'result',
      name: 'result',
      label: `result ${title}`,
      words: 'nothing is computed yet',
      cells: this.#marked(cells).map((cell) => (cell.mark === undefined ? cell : { ...cell, isEmpty: false })),
      isSmall: false,
      isOperable: false,
    });
  }

  /** In place of a result: the one operand laid over the other, if they meet; and the reason in words. */
  #noResult(answer: Answer, side: number): TemplateResult {
    const overlay = this.#overlay;
    // In a lesson there is nothing to choose.
    const text = this.draft === undefined ? noResultText(answer) : noResult.shapes;
    if (overlay === undefined) {
      return html`<div class="block result" role="group" aria-label="result">
        <p class="title">result</p>
        <p class="none framed">${text}</p>
      </div>`;
    }
    const { top, layout, cells, isAstray } = overlay;
    const base = top === 'lhs' ? 'rhs' : 'lhs';
    const { most, isSmall } = lettersFor(() => cells.map((cell) => cell.text), side);
    const shown = cells.map((cell) => ({ ...cell, text: cellText(cell.text, most) }));
    return this.#resultBlock(layout, {
      title: html`<span class=${`tone ${top}`}>${top}</span> <span class="plain">${isAstray ? 'beside' : 'on'}</span>
        <span class=${`tone ${base}`}>${base}</span>`,
      tone: base,
      name: 'overlay',
      label: `${top} ${isAstray ? 'beside' : 'laid over'} ${base}`,
      words: text,
      cells: shown,
      isSmall,
      isOperable: false,
    });
  }

  #omitted(axes: HloomArray['axes']): TemplateResult | typeof nothing {
    const text = omission(axes);
    return text === '' ? nothing : html`<p class="omitted">… ${text}</p>`;
  }

  /** The slider that chooses the slice in front. */
  #leaf(): TemplateResult | typeof nothing {
    const outer = this.#outer;
    const count = outer.reduce((product, { shown }) => product * shown.length, 1);
    if (outer.length === 0 || count < 2) return nothing;
    const at = this.front % count;
    const places = sliceAt(outer, at);
    const slice = outer.map(({ shown }, dimension) => shown[places[dimension] ?? 0]);
    const name = slice.length === 1 ? String(slice[0]) : `[${slice.join(',')}]`;
    const sizes = outer.map(({ size }) => size.toLocaleString('en')).join(' × ');
    const along =
      outer.length === 1 ? 'dimension 0' : `dimensions ${outer.map((_, d) => d).slice(0, -1).join(', ')} and ${outer.length - 1}`; // prettier-ignore
    return html`<label class="leaf"
      >Slice <code>${name}</code> of ${sizes} (${along})
      <input
        type="range"
        min="0"
        max=${count - 1}
        .value=${String(at)}
        aria-valuetext=${`slice ${name} of ${along} is in front`}
        @input=${(event: InputEvent) => (this.front = Number((event.currentTarget as HTMLInputElement).value))}
    /></label>`;
  }

  #pointed(event: CustomEvent<PointDetail>): void {
    const { index, byKeyboard } = event.detail;
    const source = event.composedPath().find((target) => (target as Element).localName === 'hloom-array');
    const name = (source as HloomArray | undefined)?.dataset.name as SideName | 'result' | undefined;
    const scene = this.#scene;
    const isArray = name === 'result' || name === 'lhs' || name === 'rhs';
    if (!isArray || scene === undefined || this.draft?.isShown === false) return;
    this.light = index === undefined ? undefined : lightFor(scene, name, index);
    // An element reached by keys is brought to the front.
    if (byKeyboard && name === 'result' && index !== undefined) this.front = sliceOf(this.#outer, index);
  }

  #sentence(answer: Answer): TemplateResult | typeof nothing {
    const light = this.#light;
    // Before a reader has answered, a sentence would answer.
    if (this.draft?.isShown === false) return nothing;
    return light === undefined
      ? html`<span class="hint">${stillText(answer, this.#overlay !== undefined)}</span>`
      : told(answer, light);
  }
}

/** The size of the page's letters, which a reader may set, as a part of the usual one. */
const lettersOf = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** The places of a slice among the shown indices, by its number in row-major order: of [2,3], number 4 is [1,1]. */
function sliceAt(outer: readonly Axis[], number: number): readonly number[] {
  let rest = number;
  const places = [...outer].reverse().map(({ shown }) => {
    const count = Math.max(1, shown.length);
    const place = rest % count;
    rest = Math.floor(rest / count);
    return place;
  });
  return places.reverse();
}

/** The number of the slice that an element is in. */
const sliceOf = (outer: readonly Axis[], index: readonly number[]): number =>
  outer.reduce((number, { shown }, d) => number * shown.length + Math.max(0, shown.indexOf(index[d] ?? 0)), 0);

/**
 * The number of characters that fit in each cell of an array, in small letters if a text needs them: in cells of 30
 * pixels, three characters fit, and four small ones, so that 1100 does not become 1e3.
 */
function lettersFor(
  texts: () => readonly string[],
  side: number,
): { readonly most: number; readonly isSmall: boolean } {
  const usual = Math.min(5, Math.floor((side - 3) / Math.max(leastCharacter, side * character)));
  const most = Math.min(5, Math.floor((side - 2) / smallCharacter));
  const isSmall = most > usual && texts().some((text) => cellText(text, text.length).length > usual);
  return { most: isSmall ? most : usual, isSmall };
}

/** The room for the indices at the left of a block with rows. */
function gutterOf(layouts: readonly (BlockLayout | undefined)[], letters: number): number {
  const indices = layouts.flatMap((layout) => (layout === undefined ? [] : edgesOf(layout).rows));
  const digits = Math.max(...indices.map(({ index }) => String(index).length));
  return indices.length === 0 ? 0 : Math.ceil((around + digit * digits) * letters);
}

/** Room on the edges of a block for the indices of all its stages, so that nothing moves. */
function edgeRoom(layouts: readonly (BlockLayout | undefined)[], letters: number, isBelow: boolean): string {
  const hasColumns = layouts.some((layout) => layout !== undefined && layout.axes.length > 0);
  const room = hasColumns ? lineOfIndices * letters : 0;
  return [
    `--edge-left:${gutterOf(layouts, letters)}px`,
    `--edge-top:${isBelow ? 0 : room}px`,
    `--edge-bottom:${isBelow ? room : 0}px`,
  ].join(';');
}

define('hloom-stage', HloomStage);

declare global {
  interface HTMLElementTagNameMap {
    'hloom-stage': HloomStage;
  }
}
