/**
 * Replaces the still picture of the lab, which the build has drawn (vite/still.mjs), by the living one: as soon as that
 * has drawn the same picture, so that nothing moves and nothing is empty.
 */

import type { HloomBroadcast } from '../../../js/elements/broadcast.js';
import { engine } from '../../../js/elements/model/computing.js';

/** The time for which the still picture waits for an engine that runs and does not answer. */
const patience = 2000;

/** Waits until the values of the first question are drawn, or the reason why there are none. */
function drawn(live: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    live.addEventListener('hloom-answer', ({ target }) => {
      const { answer, mistakes } = target as HloomBroadcast;
      const isComplete = answer?.values?.result !== undefined || answer?.error !== undefined;
      // The picture follows in a microtask of the element's own, and the parts around it in those after that.
      if (isComplete || mistakes !== undefined) setTimeout(resolve);
    });
    engine().then(() => setTimeout(resolve, patience), resolve);
  });
}

async function takeOver(still: HTMLElement): Promise<void> {
  const isShown = still.checkVisibility();
  const live = document.createElement('lab-page');
  if (isShown) {
    // It has the width that it will have, because pictures measure their room.
    const { width } = still.getBoundingClientRect();
    live.style.cssText = `position: absolute; visibility: hidden; width: ${width}px`;
    live.inert = true;
  }
  const isDrawn = drawn(live);
  still.after(live);
  if (isShown) await isDrawn;
  still.remove();
  live.removeAttribute('style');
  live.inert = false;
  performance.mark('hloom-live');
}

const still = document.querySelector<HTMLElement>('lab-page[still]');
if (still !== null) void customElements.whenDefined('lab-page').then(() => takeOver(still));
