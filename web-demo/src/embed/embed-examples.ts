/** `<embed-examples>`: elements to copy, each next to its HTML, which follows the reader's changes. */

import { html, LitElement, type TemplateResult } from 'lit';
import { defaults, type Question } from '../../../js/elements/model/question.js';
import { markupOf, type Told } from './markup.js';

interface Example {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly told: Told;
}

const usual: Told = { ...defaults, stage: 'combined', fixed: false };

const examples: readonly Example[] = [
  {
    id: 'lower-rank',
    title: 'A matrix plus a vector',
    text: 'Everything can be tried: drag the thread, type a size, point at a number.',
    told: { ...usual, lhs: 'f32[2,3]', rhs: 'f32[3]', dims: '{1}' },
  },
  {
    id: 'illegal',
    title: 'One that is refused',
    text: 'The thread is broken where the sizes differ. The rule is named, and the buttons mend it.',
    told: { ...usual, lhs: 'f32[2,3]', rhs: 'f32[3]', dims: '{0}' },
  },
  {
    id: 'rank-3',
    title: 'Three dimensions',
    text: 'Slices lie behind each other; the slider brings one to the front.',
    told: { ...usual, lhs: 'f32[2,3,4]', rhs: 'f32[3,1]', dims: '{1,2}' },
  },
  {
    id: 'fixed',
    title: 'To be watched',
    text: 'Fixed, and before anything has moved: press Play.',
    told: { ...usual, lhs: 's32[4,1]', rhs: 's32[1,3]', dims: '', op: 'mul', stage: 'given', fixed: true },
  },
  {
    id: 'values',
    title: 'With values of your own',
    text: 'A scalar goes with every element: max with 0 is what networks call ReLU.',
    told: {
      ...usual,
      lhs: 'f32[2,3]',
      rhs: 'f32[]',
      dims: '',
      op: 'max',
      lhsValues: '-1.5, 0.25, 3, 2, -0.5, 1',
      rhsValues: '0',
    },
  },
];

export class EmbedExamples extends LitElement {
  static override properties = { told: { state: true } };

  /** The current attributes of each element, by the example's id. */
  declare told: ReadonlyMap<string, Told>;

  constructor() {
    super();
    this.told = new Map(examples.map(({ id, told }) => [id, told]));
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`${examples.map(({ id, title, text }) => this.#example(id, title, text))}`;
  }

  #example(id: string, title: string, text: string): TemplateResult {
    const told = this.told.get(id) ?? usual;
    return html`<article class="example" id=${id} aria-labelledby=${`${id}-title`}>
      <div class="words">
        <h3 id=${`${id}-title`}>${title}</h3>
        <p class="quiet">${text}</p>
        <copy-block>
          <pre tabindex="0" role="group" aria-label=${`HTML of: ${title}`}>${markupOf(told)}</pre>
        </copy-block>
      </div>
      <hloom-broadcast
        .question=${told}
        .stage=${told.stage}
        ?fixed=${told.fixed}
        @hloom-question=${(event: CustomEvent<Question>) => this.#changed(id, { ...told, ...event.detail })}
      ></hloom-broadcast>
    </article>`;
  }

  #changed(id: string, told: Told): void {
    this.told = new Map(this.told).set(id, told);
  }
}

customElements.define('embed-examples', EmbedExamples);
