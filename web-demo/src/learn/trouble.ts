/** What keeps the engine from answering at all, as WebAssembly that is not loaded: the page says it. */

import { HloomError } from 'hloom';
import { sentences } from '../../../js/elements/model/question.js';

export type TroubleEvent = CustomEvent<unknown>;

/** Tells the page above an element what was thrown. */
export function tellTrouble(element: Element, thrown: unknown): void {
  element.dispatchEvent(new CustomEvent<unknown>('lesson-trouble', { detail: thrown, bubbles: true }));
}

export function troubleText(thrown: unknown): string {
  return thrown instanceof HloomError ? sentences(thrown) : String(thrown);
}
