/** `<share-menu>`: the state of the lab as a link, as code for another page, and as a picture for slides. */

import type { HloomBroadcast } from '../../../js/elements/broadcast.js';
import type { Answer } from '../../../js/elements/model/answer.js';
import { defaults, toHash } from '../../../js/elements/model/question.js';
import { stages } from '../../../js/elements/model/scene.js';
import { markupOf } from '../embed/markup.js';
import { isDrawable, pictureSvg } from './picture-svg.js';
import { SharePanel } from './share-panel.js';

export class ShareMenu extends SharePanel {
  static override properties = { ...SharePanel.properties, answer: { attribute: false } };

  declare answer: Answer | undefined;
  protected readonly fileName = 'broadcast';

  constructor() {
    super();
    this.answer = undefined;
  }

  protected get isReady(): boolean {
    return this.answer !== undefined;
  }

  protected get isDrawn(): boolean {
    return this.answer !== undefined && isDrawable(this.answer);
  }

  /** The number of the stage that the picture is at. */
  get #stage(): number {
    const { position = stages.length - 1 } = this.closest<HloomBroadcast>('hloom-broadcast') ?? {};
    return Math.round(position);
  }

  get #stageName(): (typeof stages)[number] {
    return stages[this.#stage] ?? 'combined';
  }

  protected link(): string {
    const name = this.#stageName;
    const stage = name === 'combined' ? '' : `&stage=${name}`;
    return new URL(toHash(this.answer?.question ?? defaults) + stage, location.href).href;
  }

  protected code(): string {
    const question = this.answer?.question ?? defaults;
    return (
      '<script type="module" src="/hloom/elements.mjs"></script>\n' +
      markupOf({ ...question, stage: this.#stageName, fixed: false })
    );
  }

  protected svg(): string {
    return this.answer === undefined ? '' : pictureSvg(this.answer, this.#stage);
  }
}

customElements.define('share-menu', ShareMenu);
