/** `<replica-share>`: the open tab of the replica lab as a link, as code for another page, and its lanes as a picture. */

import { drawnSvg } from '../site/drawn-svg.js';
import { SharePanel } from '../site/share-panel.js';

/** The size of the lab in another page, in pixels. */
const frame = { width: 1000, height: 900 };

export class ReplicaShare extends SharePanel {
  protected readonly fileName = 'devices';
  protected readonly isReady = true;

  /** The lanes that are on the page: their titles and their devices. */
  get #parts(): readonly Element[] {
    return [...document.querySelectorAll('replica-page :is(.lanes-head, .lanes)')].filter((part) =>
      part.checkVisibility(),
    );
  }

  protected get isDrawn(): boolean {
    return this.#parts.length > 0;
  }

  protected link(): string {
    return location.href;
  }

  protected code(): string {
    const address = location.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<iframe src="${address}" title="Devices that exchange data" width="${frame.width}" height="${frame.height}" loading="lazy"></iframe>`;
  }

  protected svg(): string {
    return drawnSvg(this.#parts, 'Devices, what they hold, the time of their communication, and what they get');
  }
}

customElements.define('replica-share', ReplicaShare);
