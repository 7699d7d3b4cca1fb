/** The mesh as a grid of devices, each with the parts of the arrays that it holds. */

import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { coordinates, deviceCount, rangeOf, type Mesh, type Sharding } from './model/sharding.js';

export interface MeshArray {
  readonly sharding: Sharding;
  readonly tone: 'lhs' | 'rhs' | 'result';
}

type Sizes = Readonly<Record<string, number>>;

const side = 44;
/** A phone has room for the parts of so many columns side by side. */
const fewColumns = 2;

export function meshView(mesh: Mesh, arrays: readonly MeshArray[], sizes: Sizes): TemplateResult {
  const devices = Array.from({ length: deviceCount(mesh) }, (_, device) => device);
  return html`<div class="mesh-box" tabindex="0" role="region" aria-label="What each device holds">
    <div class=${mesh.Y > fewColumns ? 'mesh many' : 'mesh'} style=${`--columns:${mesh.Y}`}>
      <span class="corner"></span>
      ${Array.from({ length: mesh.Y }, (_, y) => html`<span class="along">Y = ${y}</span>`)}
      ${devices.map((device) => {
        const { X, Y } = coordinates(mesh, device);
        return html`${Y === 0 ? html`<span class="along">X = ${X}</span>` : ''}
          <div
            class="mesh-device"
            role="group"
            aria-label=${`device ${device}: ${arrays.map(({ sharding }) => heldText(mesh, sharding, sizes, device)).join(', ')}`}
          >
            <span class="device"><span class="word">device </span>${device}</span>
            <span class="parts">${arrays.map((array) => drawPart(mesh, array, sizes, device))}</span>
          </div>`;
      })}
    </div>
  </div>`;
}

/** `A[0:2, 0:4]`. */
function heldText(mesh: Mesh, { name, dimensions }: Sharding, sizes: Sizes, device: number): string {
  const ranges = dimensions.map((dimension) => {
    const { start, size } = rangeOf(mesh, dimension.axes, sizes[dimension.name] ?? 1, device);
    return `${start}:${start + size}`;
  });
  return `${name}[${ranges.join(', ')}]`;
}

/** The whole array as an outline, and the part of the device in it. */
function drawPart(mesh: Mesh, { sharding, tone }: MeshArray, sizes: Sizes, device: number): TemplateResult {
  const [down, across] = sharding.dimensions.map(({ name, axes }) => {
    const whole = sizes[name] ?? 1;
    const { start, size } = rangeOf(mesh, axes, whole, device);
    return { start: (start / whole) * side, size: (size / whole) * side };
  });
  const part: SVGTemplateResult = svg`<rect class="part" x=${(across?.start ?? 0) + 1} y=${(down?.start ?? 0) + 1} width=${across?.size ?? side} height=${down?.size ?? side} />`;
  return html`<svg
    class=${`held-part ${tone}`}
    viewBox=${`0 0 ${side + 2} ${side + 16}`}
    width=${side + 2}
    height=${side + 16}
    aria-hidden="true"
  >
    <title>${heldText(mesh, sharding, sizes, device)}</title>
    <rect class="whole" x="1" y="1" width=${side} height=${side} />
    ${part}
    <text x=${side / 2 + 1} y=${side + 9}>${sharding.name}</text>
  </svg>`;
}
