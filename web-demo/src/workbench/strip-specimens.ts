/** `<memory-strip>`: orders, padding, hops, gaps, and a transpose that has moved elements. */

import { Shape } from 'hloom';
import { html } from 'lit';
import '../layout/memory-strip.js';
import { axesIn } from '../layout/model/block.js';
import { Naming, slotsOf, storedShape } from '../layout/model/memory.js';
import { hopsTo } from '../layout/model/path.js';
import { writtenSlots } from '../layout/picture.js';
import type { Specimen } from './specimen.js';

/** @param index - the element that is lit */
function specimen(
  id: string,
  title: string,
  text: string,
  index?: readonly number[],
  marked: readonly string[] = [],
): Specimen {
  const shape = Shape.parse(text);
  const slots = slotsOf(shape, axesIn(storedShape(shape).dimensions, 12));
  const content = html`<memory-strip
    class="lhs"
    operable
    .label=${`memory of ${text}`}
    .description=${text}
    .slots=${writtenSlots(slots, new Naming(shape, 'letters'), ({ place }) => String(place))}
    .lit=${new Set(index === undefined ? [] : [index.join(',')])}
    .marked=${new Set(marked)}
    .hops=${index === undefined ? undefined : hopsTo(index, shape.strides)}
  ></memory-strip>`;
  return { id, title, content };
}

export const stripSpecimens = (): readonly Specimen[] => [
  specimen('columns', 'Column-major', 'f32[2,3]{0,1}'),
  specimen('padding', 'Padding', 'f32[2,3]{0,1:PAD(3,5)ZERO_PAD}'),
  specimen('hops', 'The way to an element', 'f32[2,3,4]{2,0,1}', [1, 2, 1]),
  specimen('gaps', 'Places that are left out', 'f32[100,200]{1,0}'),
  specimen('marked', 'Elements that have moved', 'f32[3,2]{1,0}', undefined, ['0,1', '1,0', '1,1', '2,0']),
];
