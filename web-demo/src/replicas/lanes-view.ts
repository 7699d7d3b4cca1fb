/** `<replica-lanes>`: devices as lanes: the operand, the time of its communication, and the result of each. */

import '../../styles/replica-lanes.css';
import { html, LitElement, svg, type PropertyValues, type TemplateResult } from 'lit';
import type { Literal } from 'hloom';
import '../../../js/elements/array.js';
import type { PointDetail } from '../../../js/elements/array.js';
import { axesFor, keyOf, shownIndices } from '../../../js/elements/model/axis.js';
import { layOut } from '../../../js/elements/model/geometry.js';
import type { Cell } from '../../../js/elements/model/picture.js';
import { cellText, Elements } from '../../../js/elements/model/values.js';
import { RoomController } from '../../../js/elements/room.js';
import './lane-scrubber.js';
import { combined, type Reduction } from './model/collectives.js';
import type { Flow } from './model/flows.js';
import type { Recording } from './model/recording.js';
import { timelineOf, type Arrow, type Timeline } from './model/timeline.js';
import { bytesText, counted, listed, texts, workersText } from './text/en.js';
import { drawTrack } from './track.js';

/** The least and the largest side of a cell, in pixels. */
const [smallest, largest] = [30, 44];
/** The side up to which a cell grows with its longest text: five digits. */
const mostForText = 46;
/** Many lanes are smaller. */
const manyLanes = 8;
const laneGap = 14;
/** Below this width the result is under the operand. */
const narrow = 640;
const digitWidth = 9;
/** The rule of runs whose devices wait for each other forever. */
const deadlockRule = 'comm.c2';
const noResultHeight = 28;
const mostSpoken = 64;

/** An element of an operand or of the result of a device; the position is in row-major order. */
export interface Pointed {
  readonly side: 'operand' | 'result';
  readonly device: number;
  readonly position: number;
}

interface Sizes {
  readonly cell: number;
  readonly laneHeight: number;
  readonly columns: number;
}

export class ReplicaLanes extends LitElement {
  static override properties = {
    recording: { attribute: false },
    flows: { attribute: false },
    reduction: {},
    time: { state: true },
    room: { state: true },
    pointed: { state: true },
  };

  declare recording: Recording | undefined;
  declare flows: readonly Flow[] | undefined;
  /** The computation that combines elements which come from several devices. */
  declare reduction: Reduction;
  declare time: number;
  declare room: number;
  declare pointed: Pointed | undefined;
  #timeline: Timeline | undefined;

  constructor() {
    super();
    this.recording = undefined;
    this.flows = undefined;
    this.reduction = 'add';
    this.time = 1;
    this.room = 0;
    this.addController(new RoomController(this));
    this.pointed = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('recording')) return;
    const { recording } = this;
    this.#timeline =
      recording === undefined ? undefined : timelineOf(recording.events, recording.error?.rule === deadlockRule);
    this.pointed = undefined;
    this.time = 1;
  }

  /** Plays the recording from its beginning. */
  play(): void {
    this.querySelector('lane-scrubber')?.play(0);
  }

  protected override render(): TemplateResult {
    const { recording, room } = this;
    const timeline = this.#timeline;
    if (recording === undefined || timeline === undefined || room === 0) {
      return html`<div class="lanes-wait"><p class="quiet">${texts.starting}</p></div>`;
    }
    const sizes = this.#sizes(recording);
    const { devices } = recording;
    return html`<div class="lanes-head" aria-hidden="true">
        <span></span><span>${texts.operands}</span><span>${texts.time}</span><span>${texts.results}</span>
      </div>
      <div
        class="lanes"
        style=${`--lane:${sizes.laneHeight}px;--hloom-cell:${sizes.cell}px;--devices:${devices}`}
        @hloom-point=${this.#point}
      >
        ${Array.from({ length: devices }, (_, device) => this.#lane(recording, device, sizes))}
        ${this.#track(recording, timeline, sizes)}
      </div>
      <p class="told" aria-live="polite">${this.#told(recording)}</p>
      <lane-scrubber
        .timeline=${timeline}
        .time=${this.time}
        @lane-time=${(event: CustomEvent<number>) => (this.time = event.detail)}
      ></lane-scrubber>
      <p class="workers">${workersText(devices, recording.workers)}</p>`;
  }

  #sizes({ devices, operands, results }: Recording): Sizes {
    const isNarrow = this.room < narrow;
    const width = isNarrow ? this.room * 0.46 : this.room * 0.25;
    const all = [...operands.flat(), ...(results ?? [])].flatMap(leavesOf);
    const columnsOf = ({ shape }: Literal): number => shape.dimensions.at(-1) ?? 1;
    const most = Math.max(2, Math.floor(width / smallest));
    const widest = Math.min(most, Math.max(1, ...all.map(columnsOf)));
    const text = Math.max(1, ...all.slice(0, 64).map(longestText));
    // Lanes of many rows, and many lanes, stay low.
    const isTall = devices > manyLanes || all.some(({ shape }) => (shape.dimensions.at(-2) ?? 1) > 2);
    const needed = Math.max(smallest, Math.min(mostForText, text * digitWidth + 8));
    const cell = isTall ? needed : Math.max(needed, Math.min(largest, Math.floor(width / widest)));
    const columns = Math.max(2, Math.floor(width / cell));
    // Arrays that fit are side by side, as in .held.
    const heightOf = (literals: readonly Literal[]): number => {
      const blocks = literals.flatMap(leavesOf).map(({ shape }) => blockOf(shape.dimensions, columns));
      const heights = blocks.map(({ height }) => height * cell + 6);
      const isRow = blocks.reduce((sum, block) => sum + block.width * cell + 10, 0) <= width;
      return isRow ? Math.max(0, ...heights) : heights.reduce((sum, height) => sum + height, 0);
    };
    const own = operands.map((list, device) => {
      const result = results?.[device];
      const [left, right] = [heightOf(list), result === undefined ? noResultHeight : heightOf([result])];
      return isNarrow ? left + right : Math.max(left, right);
    });
    return { cell, columns, laneHeight: Math.ceil(Math.max(cell, ...own) + laneGap) };
  }

  #lane(recording: Recording, device: number, { columns }: Sizes): TemplateResult {
    const { operands, parameterNames, results } = recording;
    const ended = this.#endOf(device);
    const isThere = this.time >= ended;
    const result = results?.[device];
    return html`<div class="lane" style=${`grid-row:${device + 1}`} role="group" aria-label=${`device ${device}`}>
      <span class="device"><span class="word">device </span>${device}</span>
      <div class="held">
        ${(operands[device] ?? []).flatMap((literal, number) =>
          leavesOf(literal).map((leaf, at) =>
            this.#array(leaf, device, columns, {
              side: 'operand',
              isFirst: number === 0 && at === 0,
              tone: number === 0 ? 'lhs' : 'rhs',
              name: `${parameterNames[number] ?? ''} of device ${device}`,
              isThere: true,
            }),
          ),
        )}
      </div>
      <div class="got">
        ${
          result === undefined
            ? html`<span class="none">no result</span>`
            : leavesOf(result).map((leaf, at) =>
                this.#array(leaf, device, columns, {
                  side: 'result',
                  isFirst: at === 0,
                  tone: 'result',
                  name: `result of device ${device}`,
                  isThere,
                }),
              )
        }
      </div>
    </div>`;
  }

  /** The time at which a device has its result. */
  #endOf(device: number): number {
    return Math.max(0, ...(this.#timeline?.bars ?? []).filter((bar) => bar.device === device).map(({ end }) => end));
  }

  #array(
    literal: Literal,
    device: number,
    columns: number,
    look: {
      readonly side: Pointed['side'];
      readonly isFirst: boolean;
      readonly tone: string;
      readonly name: string;
      readonly isThere: boolean;
    },
  ): TemplateResult {
    const { layout, cells } = drawnOf(literal, columns, look.isThere);
    return html`<hloom-array
      class=${look.tone}
      data-side=${look.side}
      data-device=${device}
      data-first=${look.isFirst}
      .cells=${cells}
      .dots=${layout.dots}
      .axes=${layout.axes}
      .width=${layout.width}
      .height=${layout.height}
      .lit=${look.isFirst ? this.#lit(look.side, device, literal.shape.dimensions) : unlit}
      ?operable=${look.side === 'result'}
      title=${look.name}
      label=${look.name}
      description=${look.isThere ? spoken(literal) : 'not there yet'}
    ></hloom-array>`;
  }

  /** The cells that belong together with the one under the pointer. */
  #lit(side: Pointed['side'], device: number, dimensions: readonly number[]): ReadonlySet<string> {
    const { pointed, flows = [] } = this;
    if (pointed === undefined) return unlit;
    const positions =
      pointed.side === side
        ? pointed.device === device
          ? [pointed.position]
          : []
        : side === 'operand'
          ? flows
              .filter((f) => f.from === device && f.to === pointed.device && f.target === pointed.position)
              .map((f) => f.source)
          : flows
              .filter((f) => f.to === device && f.from === pointed.device && f.source === pointed.position)
              .map((f) => f.target);
    return new Set(positions.map((position) => keyOf(indexOf(position, dimensions))));
  }

  #track(recording: Recording, timeline: Timeline, { laneHeight }: Sizes): TemplateResult {
    const { devices } = recording;
    const isNarrow = this.room < narrow;
    // The columns of .lanes in replicas.css.
    const width = Math.max(80, Math.round(isNarrow ? this.room * 0.54 - 40 : this.room * 0.5 - 106));
    const transfers = timeline.arrows.length;
    const label = `The time of ${counted(devices, 'device')}, from left to right: ${transfers} transfers. The table of events has the same in words.`;
    return html`<svg
      class="track"
      role="img"
      aria-label=${label}
      width=${width}
      height=${devices * laneHeight}
      style=${`grid-row:1 / span ${devices}`}
    >
      ${hatches}
      ${drawTrack({ timeline, devices, width, laneHeight, time: this.time, cargo: (arrow) => this.#cargo(recording, arrow) })}
    </svg>`;
  }

  /** The elements that an arrow carries, or its bytes. */
  #cargo({ operands }: Recording, { from, to, bytes }: Arrow): string {
    const { flows } = this;
    const operand = operands[from]?.[0];
    if (flows === undefined || operand === undefined) return bytesText(bytes).replace(/ bytes?$/, ' B');
    const sources = [...new Set(flows.filter((f) => f.from === from && f.to === to).map((f) => f.source))];
    if (sources.length === 0) return bytesText(bytes).replace(/ bytes?$/, ' B');
    const elements = new Elements(operand);
    const shown = sources.slice(0, 3).map((source) => cellText(elements.at(indexOf(source, operand.shape.dimensions))));
    return shown.join(' ') + (sources.length > 3 ? ' …' : '');
  }

  readonly #point = (event: CustomEvent<PointDetail>): void => {
    const array = event.target as HTMLElement;
    const { side, device, first } = array.dataset;
    const { index } = event.detail;
    const literal = this.#literalAt(side, Number(device));
    this.pointed =
      index === undefined || literal === undefined || first !== 'true'
        ? undefined
        : {
            side: side === 'operand' ? 'operand' : 'result',
            device: Number(device),
            position: positionOf(index, literal.shape.dimensions),
          };
  };

  #literalAt(side: string | undefined, device: number): Literal | undefined {
    const { operands, results } = this.recording ?? {};
    const given = side === 'operand' ? operands?.[device]?.[0] : results?.[device];
    return given === undefined ? undefined : leavesOf(given)[0];
  }

  /** The element under the pointer as a sentence. */
  #told({ operands }: Recording): string {
    const { pointed, flows } = this;
    if (flows === undefined) return '';
    if (pointed === undefined) return texts.point;
    const { side, device, position } = pointed;
    const literal = this.#literalAt(side, device);
    if (literal === undefined) return texts.point;
    const { dimensions } = literal.shape;
    const name = `[${indexOf(position, dimensions).join(',')}]`;
    const value = new Elements(literal).at(indexOf(position, dimensions));
    if (side === 'operand') {
      const targets = flows.filter((f) => f.from === device && f.source === position);
      const devices = [...new Set(targets.map(({ to }) => to))];
      if (devices.length === 0) return `x${name} of device ${device} is ${value}. No result has it.`;
      return `x${name} of device ${device} is ${value}. It goes to ${devices.length === 1 ? 'device' : 'devices'} ${listed(devices)}.`;
    }
    const sources = flows.filter((f) => f.to === device && f.target === position);
    if (sources.length === 0) return `result${name} of device ${device} is ${value}. It comes from no device.`;
    const valueOf = ({ from, source }: Flow): string => {
      const operand = operands[from]?.[0];
      return operand === undefined ? '' : new Elements(operand).at(indexOf(source, operand.shape.dimensions));
    };
    if (sources.length === 1 && sources[0] !== undefined) {
      return `result${name} of device ${device} is ${value}, from device ${sources[0].from}.`;
    }
    const devices = sources.map(({ from }) => from);
    return `result${name} of device ${device} = ${combined(this.reduction, sources.map(valueOf))} = ${value}, from devices ${listed(devices)}.`;
  }
}

const unlit: ReadonlySet<string> = new Set();

interface Drawn {
  readonly columns: number;
  readonly layout: ReturnType<typeof layOut>;
  readonly cells: readonly Cell[];
}

/** The cells of values, filled and empty: a frame of an animation draws only arrays that change. */
const drawings = { filled: new WeakMap<Literal, Drawn>(), empty: new WeakMap<Literal, Drawn>() };

function drawnOf(literal: Literal, columns: number, isThere: boolean): Drawn {
  const known = drawings[isThere ? 'filled' : 'empty'];
  const found = known.get(literal);
  if (found?.columns === columns) return found;
  const layout = blockOf(literal.shape.dimensions, columns);
  const elements = new Elements(literal);
  const cells = shownIndices(layout.axes).flatMap((index) => {
    const place = layout.at(index);
    if (place === undefined) return [];
    const text = isThere ? cellText(elements.at(index)) : '';
    return [{ ...place, index, key: keyOf(index), text, opacity: 1, isEmpty: !isThere }];
  });
  const drawn = { columns, layout, cells };
  known.set(literal, drawn);
  return drawn;
}

const hatches = svg`<defs>
  ${(['wait', 'stuck'] as const).map(
    (name) =>
      svg`<pattern id=${`hatch-${name}`} class=${`hatch-${name}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" x2="0" y1="0" y2="6" />
      </pattern>`,
  )}
</defs>`;

/** The arrays of a value; tokens have nothing to show. */
export function leavesOf(literal: Literal): Literal[] {
  if (literal.shape.type === 'TUPLE') return literal.elements.flatMap(leavesOf);
  return literal.shape.isArray ? [literal] : [];
}

const blockOf = (dimensions: readonly number[], columns: number): ReturnType<typeof layOut> =>
  layOut(axesFor(dimensions, columns));

function indexOf(position: number, dimensions: readonly number[]): number[] {
  let rest = position;
  const index = dimensions.map(() => 0);
  for (let dimension = dimensions.length - 1; dimension >= 0; dimension--) {
    const size = dimensions[dimension] ?? 1;
    index[dimension] = rest % size;
    rest = Math.floor(rest / size);
  }
  return index;
}

const positionOf = (index: readonly number[], dimensions: readonly number[]): number =>
  index.reduce((position, at, dimension) => position * (dimensions[dimension] ?? 1) + at, 0);

/** The number of characters of the longest of the first elements. */
function longestText(literal: Literal): number {
  const elements = new Elements(literal);
  const axes = axesFor(literal.shape.dimensions, 8);
  return Math.max(1, ...shownIndices(axes).map((index) => cellText(elements.at(index)).length));
}

function spoken(literal: Literal): string {
  if (literal.shape.elementCount > mostSpoken) return literal.shape.toString();
  return literal.toString().replaceAll(/\s+/g, ' ');
}

customElements.define('replica-lanes', ReplicaLanes);

declare global {
  interface HTMLElementTagNameMap {
    'replica-lanes': ReplicaLanes;
    'lane-scrubber': import('./lane-scrubber.js').LaneScrubber;
  }
}
