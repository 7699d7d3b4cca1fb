/** Operand and result of a transpose, side by side; pointing at an element lights it in both. */

import { html, type TemplateResult } from 'lit';
import type { PointDetail } from '../../../js/elements/array.js';
import { keyOf, type Axis } from '../../../js/elements/model/axis.js';
import { blockOf, type Block } from './model/block.js';
import type { Names } from './model/memory.js';
import { operandIndex, permuted, resultNames, type Transpose } from './model/transpose.js';
import { blockView, columnsIn } from './picture.js';

type Index = readonly number[] | undefined;

export interface TransposeArrays {
  readonly transpose: Transpose;
  readonly naming: Names;
  /** The drawn part of each dimension of the operand. */
  readonly axes: readonly Axis[];
  /** The width that there is, in pixels. */
  readonly room: number;
  /** The index in the operand of the element that is pointed at. */
  readonly pointed: Index;
  readonly point: (event: Event, index: Index) => void;
}

export function transposeArrays(parts: TransposeArrays): TemplateResult {
  const { transpose, naming, axes, room, pointed, point } = parts;
  const { operand, permutation, plain } = transpose;
  const target = pointed && permuted(permutation, pointed);
  const lit = (index: Index): ReadonlySet<string> => new Set(index === undefined ? [] : [keyOf(index)]);
  const columns = columnsIn(room, naming);
  const given = {
    block: withFront(axes, columns, pointed),
    naming,
    room,
    tone: 'lhs',
    name: 'operand',
    lit: lit(pointed),
  } as const;
  const made = {
    block: withFront(permuted(permutation, axes), columns, target),
    naming: resultNames(transpose, plain, naming),
    room,
    tone: 'result',
    name: 'result',
    lit: lit(target),
  } as const;
  return html`<div class="two-arrays">
    <section aria-label="Operand" @hloom-point=${(event: CustomEvent<PointDetail>) => point(event, event.detail.index)}>
      <h3 class="lhs">operand <code>${operand.toString()}</code></h3>
      ${blockView(given)}
    </section>
    <section
      aria-label="Result"
      @hloom-point=${(event: CustomEvent<PointDetail>) =>
        point(event, event.detail.index && operandIndex(permutation, event.detail.index))}
    >
      <h3 class="result">result <code>${plain.toString()}</code></h3>
      ${blockView(made)}
    </section>
  </div>`;
}

/** The block with the slice in front that has the element that is pointed at. */
function withFront(axes: readonly Axis[], columns: number, index: Index): Block {
  const front = index === undefined ? 0 : (axes[0]?.shown.indexOf(index[0] ?? 0) ?? 0);
  return blockOf(axes, columns, Math.max(0, front));
}
