/**
 * Problems that keep the engine from answering at all, such as WebAssembly that cannot be loaded: the page shows them.
 */

import { HloomError } from 'hloom';
import { sentences } from '../../../js/elements/model/question.js';

export type TroubleEvent = CustomEvent<unknown>;

/** Reports a thrown error to the page above an element. */
export function tellTrouble(element: Element, thrown: unknown): void {
  element.dispatchEvent(new CustomEvent<unknown>('lesson-trouble', { detail: thrown, bubbles: true }));
}

export function troubleText(thrown: unknown): string {
  return thrown instanceof HloomError ? sentences(thrown) : String(thrown);
}
