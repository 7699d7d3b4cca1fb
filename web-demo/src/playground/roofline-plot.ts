/** `<roofline-plot>`: the measured rate of each instruction below what the machine allows for its operations per byte. */

import { html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { RoomController } from '../../../js/elements/room.js';
import { decades, roofAt, type Machine, type RoofPoint } from './model/roofline.js';
import { costTexts } from './text/en.js';

/** The height, and the room for the numbers at the left, below and above, in pixels. */
const [height, left, below, above] = [230, 56, 40, 24];

export class RooflinePlot extends LitElement {
  static override properties = {
    points: { attribute: false },
    machine: { attribute: false },
    selected: { attribute: false },
    nameOf: { attribute: false },
    room: { state: true },
  };

  declare points: readonly RoofPoint[];
  declare machine: Machine;
  declare selected: string | undefined;
  declare nameOf: (name: string) => string;
  declare room: number;

  constructor() {
    super();
    this.points = [];
    this.machine = { operations: 1, bytes: 1 };
    this.selected = undefined;
    this.nameOf = (name) => name;
    this.room = 0;
    this.addController(new RoomController(this));
  }

  /** The page's own styles apply. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { machine, points, room } = this;
    if (room === 0) return nothing;
    const ridge = machine.operations / machine.bytes;
    const [low, high] = decades([ridge / 4, ridge * 4, ...points.map(({ intensity }) => intensity)]);
    const [slow, fast] = decades([machine.operations, machine.operations / 30, ...points.map(({ rate }) => rate)]);
    const x = (intensity: number): number => left + ((Math.log10(intensity) - low) / (high - low)) * (room - left - 12);
    const y = (rate: number): number =>
      height - below - ((Math.log10(Math.max(rate, 10 ** slow)) - slow) / (fast - slow)) * (height - below - above);
    const roof = [10 ** low, ridge, 10 ** high].map((at) => `${x(at)},${y(roofAt(machine, at))}`).join(' ');
    const powers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    return html`<svg
      class="roofline"
      viewBox="0 0 ${room} ${height}"
      width=${room}
      height=${height}
      role="img"
      aria-label=${costTexts.roofline(machine, points.length)}
    >
      ${powers(low, high).map(
        (
          power,
        ) => svg`<line class="axis" x1=${x(10 ** power)} x2=${x(10 ** power)} y1=${above} y2=${height - below}></line>
        <text x=${x(10 ** power)} y=${height - below + 18} text-anchor=${power === high ? 'end' : power === low ? 'start' : 'middle'}>${costTexts.power(power)}</text>`,
      )}
      ${powers(slow, fast).map(
        (power) => svg`<line class="axis" x1=${left} x2=${room - 12} y1=${y(10 ** power)} y2=${y(10 ** power)}></line>
        <text x=${left - 6} y=${y(10 ** power) + 5} text-anchor="end">${costTexts.power(power)}</text>`,
      )}
      <text x=${(left + room) / 2} y=${height - 4} text-anchor="middle">${costTexts.intensity}</text>
      <text x=${4} y=${14}>${costTexts.rate}</text>
      <polyline class="roof" points=${roof} />
      ${points.map((point) => this.#point(point, x(point.intensity), y(point.rate), room))}
    </svg>`;
  }

  #point({ name, share }: RoofPoint, x: number, y: number, room: number): TemplateResult<2> {
    const isSelected = name === this.selected;
    const isRight = x > room / 2;
    return svg`<g
      class=${isSelected ? 'point here' : 'point'}
      @click=${() => this.dispatchEvent(new CustomEvent('roof-select', { detail: name }))}
    >
      <title>${costTexts.share(this.nameOf(name), share)}</title>
      <circle cx=${x} cy=${y} r=${isSelected ? 7 : 5}></circle>
      ${isSelected ? svg`<text x=${x + (isRight ? -12 : 12)} y=${y + 5} text-anchor=${isRight ? 'end' : 'start'}>%${this.nameOf(name)}</text>` : nothing}
    </g>`;
  }
}

customElements.define('roofline-plot', RooflinePlot);
