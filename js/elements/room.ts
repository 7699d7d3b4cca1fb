/** The room of an element: its width, followed as long as the element is on the page. */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost, Element {
  /** The width of its content in pixels; a reactive property. */
  room: number;
}

export class RoomController implements ReactiveController {
  readonly #host: Host;
  readonly #observer = new ResizeObserver(([entry]) => {
    // In a part that is hidden, the width stays what it was.
    if (entry !== undefined && entry.contentRect.width > 0) this.#host.room = Math.floor(entry.contentRect.width);
  });

  constructor(host: Host) {
    this.#host = host;
  }

  hostConnected(): void {
    // Measured immediately, so that nothing jumps when it is drawn.
    this.#host.room = this.#host.clientWidth;
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}
