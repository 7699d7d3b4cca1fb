/** Plots of values: the stems of a signal, and the histogram of a sample. */

import { html, svg, type TemplateResult } from 'lit';

const [width, height, pad] = [320, 120, 8];

/** The numbers of nested lists; a complex one is two. */
export function numbersOf(nested: unknown): number[] {
  return Array.isArray(nested) ? nested.flatMap(numbersOf) : [Number(nested)];
}

/** Pairs of parts as moduli. */
export const moduli = (parts: readonly number[]): number[] =>
  Array.from({ length: parts.length / 2 }, (_, i) => Math.hypot(parts[2 * i] ?? 0, parts[2 * i + 1] ?? 0));

/** A stem for each number, from zero. */
export function stems(numbers: readonly number[], tone: string, title: string, lit?: number): TemplateResult {
  const finite = numbers.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const scale = (height - 2 * pad) / (high - low || 1);
  const y = (value: number): number => height - pad - (value - low) * scale;
  const step = (width - 2 * pad) / Math.max(1, numbers.length);
  return html`<figure class=${`plot ${tone}`}>
    <figcaption>${title}</figcaption>
    <svg
      viewBox=${`0 0 ${width} ${height}`}
      role="img"
      aria-label=${`${title}: ${numbers.length} values from ${short(low)} to ${short(high)}`}
    >
      <line class="axis" x1=${pad} x2=${width - pad} y1=${y(0)} y2=${y(0)}></line>
      ${numbers.map((value, i) => {
        if (!Number.isFinite(value)) return svg``;
        const x = pad + (i + 0.5) * step;
        return svg`<g class=${i === lit ? 'lit' : ''}><line class="stem" x1=${x} x2=${x} y1=${y(0)} y2=${y(value)}></line><circle cx=${x} cy=${y(value)} r=${Math.min(4, step / 2)}></circle></g>`;
      })}
    </svg>
  </figure>`;
}

/** Counts the numbers in each of `bins` intervals of one width. */
export function countsOf(numbers: readonly number[], bins: number): { low: number; high: number; counts: number[] } {
  const finite = numbers.filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of finite) {
    const bin = high === low ? 0 : Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { low, high, counts };
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

export function histogram(numbers: readonly number[], title: string): TemplateResult {
  const { low, high, counts } = countsOf(numbers, 12);
  const most = Math.max(1, ...counts);
  const step = (width - 2 * pad) / counts.length;
  return html`<figure class="plot result">
    <figcaption>${title}</figcaption>
    <svg
      viewBox=${`0 0 ${width} ${height + 16}`}
      role="img"
      aria-label=${`${title}: from ${short(low)} to ${short(high)}; counts ${counts.join(', ')}`}
    >
      ${counts.map((count, i) => {
        const tall = ((height - 2 * pad) * count) / most;
        return svg`<rect class="bar" x=${pad + i * step + 1} y=${height - pad - tall} width=${step - 2} height=${tall}></rect>`;
      })}
      <line class="axis" x1=${pad} x2=${width - pad} y1=${height - pad} y2=${height - pad}></line>
      <text x=${pad} y=${height + 12}>${short(low)}</text>
      <text x=${width - pad} y=${height + 12} text-anchor="end">${short(high)}</text>
    </svg>
  </figure>`;
}
