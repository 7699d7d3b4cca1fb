/** The parsed text of a shape in the layout lab: a shape whose memory can be shown, or the engine's error. */

import { HloomError, Shape } from 'hloom';
import { storedShape } from './memory.js';

export type Asked =
  | { readonly ok: true; readonly shape: Shape }
  | {
      readonly ok: false;
      readonly error: HloomError;
    };

export function ask(text: string): Asked {
  try {
    const shape = Shape.parse(text);
    // A shape that is not an array is refused here, with the reason.
    shape.withLayout(shape.layout ?? []);
    checkPlaces(shape);
    return { ok: true, shape };
  } catch (error) {
    if (error instanceof HloomError) return { ok: false, error };
    throw error;
  }
}

/** Refuses arrays whose last place has no exact number. */
function checkPlaces(shape: Shape): void {
  const stored = storedShape(shape.toStatic());
  if (stored.elementCount === 0) return;
  stored.multidimensionalIndexToLinearIndex(stored.dimensions.map((size) => size - 1));
}
