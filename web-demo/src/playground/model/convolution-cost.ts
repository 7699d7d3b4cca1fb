/** The multiplications of a convolution, of which padding and the holes of dilation need none. */

import type { InstructionGraph, Shape } from 'hloom';
import { parseWindow, type WindowDimension } from '../../site/window-attribute.js';

/**
 * The pairs of a window's position and a place in the window that meet an element. With an input of 3, a window of 3 and
 * padding 1_1 there are 3 positions with 3 places each; two of these 9 meet padding, which leaves 7.
 */
export function metPairs(input: number, output: number, window: WindowDimension): number {
  const { size, stride, low, base, dilation } = window;
  let pairs = 0;
  for (let place = 0; place < size; place++) {
    // Position o meets the element i for which o * stride + offset = i * base.
    const offset = place * dilation - low;
    const first = Math.max(0, Math.ceil(-offset / stride));
    const last = Math.min(output - 1, Math.floor(((input - 1) * base - offset) / stride));
    // Elements and holes take turns, with the same pattern every `period` positions.
    const period = base / commonDivisor(stride, base);
    for (let position = first; position < first + period && position <= last; position++) {
      if ((position * stride + offset) % base !== 0) continue;
      pairs += Math.floor((last - position) / period) + 1;
      break;
    }
  }
  return pairs;
}

function commonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

/** The operations of a convolution: a product and a sum for each pair that meets an element. */
export function convolutionFlops(
  { attributes }: InstructionGraph,
  [input, kernel]: readonly Shape[],
  result: Shape,
): number {
  const [, inputs = '', kernels = '', outputs = ''] = /^(\w+)_(\w+)->(\w+)$/.exec(attributes.dim_labels ?? '') ?? [];
  const size = (shape: Shape | undefined, labels: string, label: string): number =>
    shape?.dimensions[labels.indexOf(label)] ?? 1;
  const groups = (name: string): number => Number(attributes[name] ?? 1);
  const met = parseWindow(attributes.window ?? '').map((window, dimension) => {
    const label = String(dimension);
    return metPairs(size(input, inputs, label), size(result, outputs, label), {
      ...window,
      size: size(kernel, kernels, label),
    });
  });
  const features = (size(input, inputs, 'f') / groups('feature_group_count')) * size(result, outputs, 'f');
  const batch = size(input, inputs, 'b') / groups('batch_group_count');
  return 2 * features * batch * met.reduce((product, pairs) => product * pairs, 1);
}
