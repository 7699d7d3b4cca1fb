/** `<output-view>`: what a program in JavaScript shows: curves, pictures and lines of text. */

import { html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import type { SandboxMessage } from './sandbox-messages.js';
import { valueTexts } from './text/en.js';

type Image = Extract<SandboxMessage, { kind: 'image' }>;

const [width, height, margin] = [420, 260, 14];
const mostLines = 200;

export class OutputView extends LitElement {
  static override properties = { version: { state: true } };

  declare version: number;
  readonly #curves = new Map<string, [x: number, y: number][]>();
  readonly #images = new Map<string, Image>();
  readonly #lines: string[] = [];

  constructor() {
    super();
    this.version = 0;
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  clear(): void {
    this.#curves.clear();
    this.#images.clear();
    this.#lines.length = 0;
    this.version++;
  }

  take(message: SandboxMessage): void {
    if (message.kind === 'plot') {
      const curve = this.#curves.get(message.name) ?? [];
      curve.push([message.x, message.y]);
      this.#curves.set(message.name, curve);
    } else if (message.kind === 'image') this.#images.set(message.name, message);
    else if (message.kind === 'log') {
      this.#lines.push(message.text);
      if (this.#lines.length > mostLines) this.#lines.shift();
    }
    this.version++;
  }

  protected override updated(): void {
    for (const [name, image] of this.#images) {
      const canvas = [...this.querySelectorAll('canvas')].find(({ dataset }) => dataset.name === name);
      if (canvas !== undefined) drawImage(canvas, image);
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="outputs">
        ${[...this.#curves].map(([name, points]) => this.#curve(name, points))}
        ${[...this.#images.values()].map(
          ({ name, rows, columns }) =>
            html`<figure>
              <figcaption>${name}</figcaption>
              <canvas
                class="picture"
                role="img"
                aria-label=${`${name}, ${rows} by ${columns}`}
                data-name=${name}
                width=${width}
                height=${Math.round((width * rows) / Math.max(1, columns))}
              ></canvas>
            </figure>`,
        )}
      </div>
      ${this.#lines.length === 0 ? nothing : html`<pre class="log" tabindex="0" aria-label="Output">${this.#lines.join('\n')}</pre>`}`;
  }

  #curve(name: string, points: readonly (readonly [number, number])[]): TemplateResult {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const x = (at: number): number => margin + ((at - left) / (right - left || 1)) * (width - 2 * margin);
    const y = (at: number): number => height - margin - ((at - low) / (high - low || 1)) * (height - 2 * margin);
    const last = ys.at(-1) ?? 0;
    return html`<figure>
      <figcaption>${name} <code>${valueTexts.number(last)}</code></figcaption>
      <svg
        class="plot"
        viewBox="0 0 ${width} ${height}"
        width=${width}
        role="img"
        aria-label=${`${name}, now ${valueTexts.number(last)}`}
      >
        ${svg`<polyline points=${points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ')} />`}
      </svg>
    </figure>`;
  }
}

/** Negative values have the color of lhs, positive ones that of rhs; so have the points of the two classes. */
function drawImage(canvas: HTMLCanvasElement, { rows, columns, values, points }: Image): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const probe = document.createElement('span');
  canvas.after(probe);
  const colorOf = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const [lhs, rhs, card] = [colorOf('lhs'), colorOf('rhs'), style.backgroundColor];
  probe.remove();
  const most = values.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 1e-9);
  const [cell, line] = [canvas.width / columns, canvas.height / rows];
  context.fillStyle = card;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [place, value] of values.entries()) {
    context.globalAlpha = 0.65 * Math.min(1, Math.abs(value) / most);
    context.fillStyle = value < 0 ? lhs : rhs;
    const [column, row] = [place % columns, Math.floor(place / columns)];
    // Whole pixels: transparent neighbors that share one would make a grid of darker lines.
    const [left, right] = [Math.round(column * cell), Math.round((column + 1) * cell)];
    const [top, bottom] = [Math.round(row * line), Math.round((row + 1) * line)];
    context.fillRect(left, top, right - left, bottom - top);
  }
  context.globalAlpha = 1;
  for (const [x, y, kind] of points) {
    context.fillStyle = kind < 0 ? lhs : rhs;
    context.beginPath();
    context.arc(((x + 1.1) / 2.2) * canvas.width, ((y + 1.1) / 2.2) * canvas.height, 4, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = card;
    context.stroke();
  }
}

customElements.define('output-view', OutputView);
