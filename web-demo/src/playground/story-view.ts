/** `<story-view>`: what an element is made of, through several instructions, in the words of the engine. */

import type { ElementExplanation, ElementPart } from 'hloom';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Names } from './model/names.js';
import { roundOf } from './model/recording.js';
import { placeOf, type ArrayValue } from './model/value.js';
import type { Session } from './session.js';

interface Chapter {
  readonly explanation: ElementExplanation;
  /** The chapters of its elements, by part and place. */
  readonly opened: Map<string, Chapter>;
}

/** The number of steps that are told at once, and the most elements of a part that have a button. */
const [firstSteps, mostButtons] = [3, 8];

export class StoryView extends LitElement {
  static override properties = {
    story: { attribute: false },
    pointed: { attribute: false },
    arrays: { attribute: false },
    session: { attribute: false },
    name: {},
    names: { attribute: false },
    version: { state: true },
  };

  declare story: ElementExplanation | undefined;
  declare pointed: { readonly path: readonly number[]; readonly index: readonly number[] } | undefined;
  declare arrays: readonly ArrayValue[] | undefined;
  declare session: Session | undefined;
  declare name: string;
  declare names: Names;
  declare version: number;
  #chapter: Chapter | undefined;

  constructor() {
    super();
    this.story = undefined;
    this.pointed = undefined;
    this.arrays = undefined;
    this.session = undefined;
    this.name = '';
    this.names = new Names();
    this.version = 0;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('story')) return;
    this.#chapter = this.story === undefined ? undefined : { explanation: this.story, opened: new Map() };
    if (this.#chapter !== undefined) void this.#goOn(this.#chapter, firstSteps);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('story') || changed.has('version')) this.dispatchEvent(new CustomEvent('story-drawn'));
  }

  /** The element that the reader points at. */
  #text(): string {
    const { pointed, arrays = [] } = this;
    const array = arrays.find(({ path }) => path.join() === pointed?.path.join());
    return array?.texts[placeOf(array.dimensions, pointed?.index ?? [])] ?? '…';
  }

  /** Opens the first element of each chapter that has a single origin, a few steps far. */
  async #goOn(chapter: Chapter, steps: number): Promise<void> {
    let at: Chapter | undefined = chapter;
    for (let step = 0; step < steps && at !== undefined; step++) {
      const parts: readonly ElementPart[] = at.explanation.parts.filter(({ decides }) => !decides);
      const [part] = parts;
      const element = part?.elements?.[0] ?? firstOf(part);
      if (part === undefined || element === undefined) return;
      at = await this.#open(at, part, element);
    }
  }

  async #open(
    chapter: Chapter,
    part: ElementPart,
    index: readonly number[] | { readonly index: readonly number[] },
  ): Promise<Chapter | undefined> {
    const place = 'index' in index ? index.index : index;
    const key = keyOf(part, place);
    const known = chapter.opened.get(key);
    if (known !== undefined || this.session === undefined) return known;
    const round = roundOf(chapter.explanation);
    try {
      const explanation = await this.session.explain({ instruction: part.instruction }, place, part.tupleIndex, round);
      const next = { explanation, opened: new Map<string, Chapter>() };
      chapter.opened.set(key, next);
      this.version++;
      return next;
    } catch {
      // The parameter of a loop's body comes from an earlier iteration, which the engine says in its sentence.
      return undefined;
    }
  }

  protected override render(): TemplateResult {
    const chapter = this.#chapter;
    // The region is there before its first text, so that a screen reader reads that text too.
    return html`${chapter === undefined ? this.#hint() : nothing}
      <div
        class="story"
        role="region"
        aria-live="polite"
        aria-label="What the element is made of"
        ?hidden=${chapter === undefined}
      >
        ${
          chapter === undefined
            ? nothing
            : html`<button
                  type="button"
                  class="close"
                  aria-label="Close the explanation"
                  @click=${() => this.dispatchEvent(new CustomEvent('story-close'))}
                >
                  ✕
                </button>
                <ul>
                  ${this.#tell(chapter)}
                </ul>`
        }
      </div>`;
  }

  #hint(): TemplateResult {
    const index = this.pointed?.index;
    return html`<p class="quiet story-hint">
      ${index === undefined ? 'Click an element to see what it is made of.' : html`<code>%${this.names.of(this.name)}[${index.join()}] = ${this.#text()}</code>: click to see what it is made of.`}
    </p>`;
  }

  // The depth is that of the reader's clicks.
  #tell(chapter: Chapter): TemplateResult {
    const { explanation } = chapter;
    const { arithmetic, parts, value, instruction, inside } = explanation;
    const [first = '', ...rest] = explanation.sentences.map((sentence) => this.names.in(sentence));
    return html`<li>
      <p>
        <button
          type="button"
          class="name"
          @click=${() => this.dispatchEvent(new CustomEvent('story-select', { detail: instruction }))}
        >
          <code>${arithmetic === '' ? first : this.names.in(arithmetic)}</code>
        </button>
        <code class="result-name">= ${value}</code>
      </p>
      ${
        inside.length > 0
          ? this.#inside(inside)
          : parts.length === 0
            ? html`<p class="quiet">${rest.length === 0 ? first : rest.join(' ')}</p>`
            : nothing
      }
      ${parts.map((part) => this.#part(chapter, part))}
    </li>`;
  }

  /** The computations that give the element. */
  #inside(computations: readonly string[]): TemplateResult {
    return html`<p class="part">
      Computed by
      ${computations.map(
        (name, at) =>
          html`${at === 0 ? nothing : ' and '}<button
              type="button"
              class="name"
              @click=${() => this.dispatchEvent(new CustomEvent('story-enter', { detail: name }))}
            >
              ${name}
            </button>`,
      )}
    </p>`;
  }

  #part(chapter: Chapter, part: ElementPart): TemplateResult {
    const places = placesOf(part).slice(0, mostButtons);
    const closed = places.filter((index) => !chapter.opened.has(keyOf(part, index)));
    const open = places.flatMap((index) => chapter.opened.get(keyOf(part, index)) ?? []);
    return html`<p class="part">
        ${this.names.in(part.sentence)}
        ${closed.map(
          (index) =>
            html`<button type="button" class="more" @click=${() => void this.#open(chapter, part, index)}>
              ${this.names.of(part.instruction)}[${index.join()}]
            </button>`,
        )}
      </p>
      ${
        open.length === 0
          ? nothing
          : html`<ul>
              ${open.map((one) => this.#tell(one))}
            </ul>`
      }`;
  }
}

const keyOf = ({ operand, tupleIndex }: ElementPart, index: readonly number[]): string =>
  `${operand}/${tupleIndex.join()}/${index.join()}`;

const firstOf = ({ box }: Partial<ElementPart> = {}): readonly number[] | undefined => box?.map(({ start }) => start);

/** The elements of a part: those listed, or the first ones of its box, in row-major order. */
function placesOf(part: ElementPart): readonly (readonly number[])[] {
  if (part.elements !== undefined) return part.elements.map(({ index }) => index);
  let places: number[][] = [[]];
  for (const { start, size, step } of part.box ?? []) {
    places = places.flatMap((place) =>
      Array.from({ length: Math.min(size, mostButtons) }, (_, at) => [...place, start + at * step]),
    );
    places = places.slice(0, mostButtons ** 2);
  }
  return part.box === undefined ? [] : places;
}

customElements.define('story-view', StoryView);
