/** `<course-end>`: real HLO that the learner can now read, line by line, and the reference. */

import { html, LitElement, type TemplateResult } from 'lit';
import { toHash } from '../../../js/elements/model/question.js';
import './formal-table.js';
import { prose } from './prose.js';
import { onFormal } from './steps.js';
import { texts } from './text/en.js';
import { layerLines } from './text/layer.js';

export class CourseEnd extends LitElement {
  static override properties = { isComplete: { type: Boolean } };

  /** True if every lesson is done. */
  declare isComplete: boolean;

  constructor() {
    super();
    this.isComplete = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { end } = texts;
    return html`<ol class="hlo">
        ${layerLines.map(
          ({ hlo, text }) =>
            html`<li>
              <code>${hlo}</code>
              <p>${prose(text)}</p>
            </li>`,
        )}
      </ol>
      ${this.isComplete ? html`<p class="complete">${end.complete}</p>` : ''}
      <p class="forward">
        <a class="main" href="../">${end.toLab} <span aria-hidden="true">→</span></a>
        <a href="../layout/#lessons">${end.layouts}</a>
      </p>
      <details class="reference">
        <summary>${end.reference}</summary>
        <formal-table
          @formal-choice=${(event: CustomEvent<readonly number[]>) =>
            (location.href = `../${toHash(onFormal(event.detail))}`)}
        ></formal-table>
      </details>`;
  }
}

customElements.define('course-end', CourseEnd);

declare global {
  interface HTMLElementTagNameMap {
    'course-end': CourseEnd;
  }
}
