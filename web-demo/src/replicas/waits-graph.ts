/** Who waits for whom as a picture: devices in a circle, and an arrow from each to the ones that it waits for. */

import { svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { Wait } from './model/waits.js';

const size = 168;
const radius = 58;
const node = 19;

export function waitsGraph(waits: readonly Wait[], devices: number): TemplateResult | SVGTemplateResult {
  const place = (device: number): { x: number; y: number } => {
    const angle = (device / devices) * 2 * Math.PI - Math.PI / 2;
    return { x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) };
  };
  const stateOf = (device: number): string => waits.find((wait) => wait.device === device)?.state ?? 'ended';
  const arrows = waits.flatMap(({ device, forDevices }) =>
    device === undefined ? [] : forDevices.map((other) => [device, other] as const),
  );
  const words = waits.map(({ line }) => line).join('; ');
  return svg`<svg class="waits-graph" role="img" aria-label=${words} width=${size} height=${size} viewBox=${`0 0 ${size} ${size}`}>
    ${arrows.map(([from, to]) => {
      const [a, b] = [place(from), place(to)];
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      // Arrows in both directions stay apart.
      const [ox, oy] = [-dy * 6, dx * 6];
      const [x1, y1] = [a.x + dx * node + ox, a.y + dy * node + oy];
      const [x2, y2] = [b.x - dx * (node + 2) + ox, b.y - dy * (node + 2) + oy];
      const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
      return svg`<g class="waiting"><line x1=${x1} y1=${y1} x2=${x2 - dx * 6} y2=${y2 - dy * 6} />
        <path d="M-9 -5L0 0L-9 5z" transform=${`translate(${x2} ${y2}) rotate(${angle})`} /></g>`;
    })}
    ${Array.from({ length: devices }, (_, device) => {
      const { x, y } = place(device);
      return svg`<g class=${`node ${stateOf(device)}`}><circle cx=${x} cy=${y} r=${node} /><text x=${x} y=${y}>${device}</text></g>`;
    })}
  </svg>`;
}
