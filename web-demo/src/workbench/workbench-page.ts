/** `<workbench-page>`: the components, one at a time, each in all its states; the address selects one. */

import '../../styles/lab.css';
import '../../styles/workbench.css';
import { init } from 'hloom';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import '../../../js/elements/public.js';
import { alignmentSpecimens } from './alignment-specimens.js';
import { arraySpecimens } from './array-specimens.js';
import { broadcastSpecimens } from './broadcast-specimens.js';
import { chipsSpecimens } from './chips-specimens.js';
import { codePanelSpecimens } from './code-panel-specimens.js';
import { scrubberSpecimens } from './scrubber-specimens.js';
import type { Specimen } from './specimen.js';
import { stageSpecimens } from './stage-specimens.js';
import { stripSpecimens } from './strip-specimens.js';

/** The makers of the specimens, which need the engine. */
const components: Readonly<Record<string, () => readonly Specimen[] | Promise<readonly Specimen[]>>> = {
  array: arraySpecimens,
  alignment: alignmentSpecimens,
  scrubber: scrubberSpecimens,
  stage: stageSpecimens,
  broadcast: broadcastSpecimens,
  'code-panel': codePanelSpecimens,
  'memory-strip': stripSpecimens,
  'order-chips': chipsSpecimens,
};

export class WorkbenchPage extends LitElement {
  static override properties = { name: { state: true }, specimens: { state: true } };

  /** The name of the shown component. */
  declare name: string;
  declare specimens: readonly Specimen[];

  constructor() {
    super();
    this.name = '';
    this.specimens = [];
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#follow);
    void init().then(() => {
      this.#follow();
    });
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#follow);
    super.disconnectedCallback();
  }

  readonly #follow = (): void => {
    const asked = location.hash.slice(1);
    void this.#show(Object.hasOwn(components, asked) ? asked : (Object.keys(components)[0] ?? ''));
  };

  async #show(name: string): Promise<void> {
    const specimens = (await components[name]?.()) ?? [];
    this.specimens = specimens;
    this.name = name;
    await this.updateComplete;
    this.dataset.shown = name;
  }

  protected override render(): TemplateResult {
    return html`<nav aria-label="Components">
        ${Object.keys(components).map(
          (name) => html`<a href=${`#${name}`} aria-current=${name === this.name ? 'true' : nothing}>${name}</a>`,
        )}
      </nav>
      ${this.specimens.map(
        ({ id, title, content }) =>
          html`<figure id=${`${this.name}-${id}`}>
            <figcaption>${title}</figcaption>
            <div class="specimen">${content}</div>
          </figure>`,
      )}`;
  }
}

customElements.define('workbench-page', WorkbenchPage);
