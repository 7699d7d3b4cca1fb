/** `<order-chips>`: orders of no, one, two and five dimensions. */

import { html } from 'lit';
import '../layout/order-chips.js';
import { minorText } from '../layout/text/en.js';
import type { Specimen } from './specimen.js';

const specimen = (id: string, title: string, order: readonly number[]): Specimen => ({
  id,
  title,
  content: html`<order-chips
    .label=${`specimen ${id}`}
    .order=${order}
    .sizes=${order.map(() => 2)}
    .describe=${minorText}
    .ends=${['fastest', 'slowest']}
  ></order-chips>`,
});

export const chipsSpecimens = (): readonly Specimen[] => [
  specimen('none', 'A scalar', []),
  specimen('one', 'A vector', [0]),
  specimen('two', 'A matrix, column-major', [0, 1]),
  specimen('five', 'Five dimensions', [3, 0, 4, 1, 2]),
];
