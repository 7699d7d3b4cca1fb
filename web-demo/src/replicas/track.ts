/** The lanes' time as a picture: a line for each device, bars where it communicates, and bytes that move between lines. */

import { nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { Arrow, Bar, Timeline } from './model/timeline.js';
import { bytesText } from './text/en.js';

export interface Track {
  readonly timeline: Timeline;
  readonly devices: number;
  /** In pixels. */
  readonly width: number;
  readonly laneHeight: number;
  /** From 0 to 1. */
  readonly time: number;
  /** The text of what an arrow carries, if it is known. */
  readonly cargo: (arrow: Arrow) => string;
}

const edge = 10;
const barHeight = 14;
const tokenHeight = 22;
/** More tokens than this are drawn as dots. */
const mostTokens = 40;
const characterWidth = 8.4;

const clamped = (share: number): number => Math.min(1, Math.max(0, share));

export function drawTrack(track: Track): TemplateResult | SVGTemplateResult {
  const { timeline, devices, width, laneHeight, time } = track;
  const height = devices * laneHeight;
  const x = (at: number): number => edge + at * (width - 2 * edge);
  const y = (device: number): number => (device + 0.5) * laneHeight;
  const moving = timeline.arrows.filter(({ start, end }) => time > start && time < end);
  return svg`
    ${Array.from({ length: devices }, (_, device) => {
      return svg`<line class="lane-line" x1=${x(0)} x2=${x(1)} y1=${y(device)} y2=${y(device)} />`;
    })}
    ${timeline.arrows.map((arrow) => drawArrow(arrow, x, y, time))}
    ${timeline.bars.map((bar) => drawBar(bar, x, y, time))}
    <line class="now" x1=${x(time)} x2=${x(time)} y1="0" y2=${height} />
    ${moving.map((arrow) => drawToken(arrow, x, y, time, moving.length > mostTokens ? '' : track.cargo(arrow)))}
  `;
}

type Scale = (at: number) => number;

/** A send is above the line of its device and a recv below it, because a device may do both at once. */
const sides: Readonly<Record<string, number>> = { send: -1, recv: 1 };

function drawBar(bar: Bar, x: Scale, y: Scale, time: number): SVGTemplateResult {
  const { device, start, wait, end, isStuck, isSplit } = bar;
  const side = sides[bar.opcode] ?? 0;
  const top = y(device) - barHeight / 2 + (side * barHeight) / 2;
  const now = Math.max(time, start);
  const until = Math.min(end, now);
  const begins = x(start);
  const from = wait === undefined ? undefined : Math.min(wait, until);
  const isDone = time >= end && !isStuck;
  return svg`<g class=${`bar ${isDone ? 'done' : ''} ${isStuck ? 'stuck' : ''} ${time < start ? 'later' : ''}`}>
    <title>${barText(bar)}</title>
    ${
      isSplit
        ? svg`<line class="meanwhile" x1=${begins} x2=${x(wait ?? end)} y1=${top + barHeight / 2} y2=${top + barHeight / 2} />`
        : svg`<rect class="visit" x=${begins} y=${top} width=${Math.max(2, x(end) - begins)} height=${barHeight} rx="3" />`
    }
    ${
      wait === undefined || from === undefined
        ? nothing
        : svg`<rect class="outline" x=${x(wait)} y=${top} width=${Math.max(1, x(end) - x(wait))} height=${barHeight} rx="3" />
          <rect class="waits" x=${x(from)} y=${top} width=${Math.max(0, x(until) - x(from))} height=${barHeight} rx="3" fill=${`url(#${isStuck ? 'hatch-stuck' : 'hatch-wait'})`} />`
    }
    <circle class="begins" cx=${begins} cy=${top + barHeight / 2} r="3.5" />
  </g>`;
}

function barText({ device, opcode, instruction, round, bytes, wait, isStuck }: Bar): string {
  const waits = isStuck ? ', waits forever' : wait === undefined ? '' : ', waits for others';
  return `device ${device}: ${opcode} %${instruction}, round ${round + 1}, ${bytesText(bytes)}${waits}`;
}

function drawArrow(arrow: Arrow, x: Scale, y: Scale, time: number): SVGTemplateResult {
  const { from, to, start, end, bytes } = arrow;
  const state = time >= end ? 'done' : time > start ? 'moving' : 'later';
  const [x1, y1, x2, y2] = [x(start), y(from), x(end), y(to)];
  // The head is drawn by hand: an SVG marker does not take the color of its line everywhere.
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const head = svg`<path d="M-7 -3.5L0 0L-7 3.5z" transform=${`translate(${x2} ${y2}) rotate(${angle})`} />`;
  return svg`<g class=${`arrow ${state}`}>
    <title>${`${bytesText(bytes)} from device ${from} to device ${to}`}</title>
    <line x1=${x1} y1=${y1} x2=${x2} y2=${y2} />${head}
  </g>`;
}

function drawToken(arrow: Arrow, x: Scale, y: Scale, time: number, text: string): SVGTemplateResult {
  const { from, to, start, end } = arrow;
  const share = clamped((time - start) / (end - start));
  const eased = share * share * (3 - 2 * share);
  const [cx, cy] = [x(start) + (x(end) - x(start)) * share, y(from) + (y(to) - y(from)) * eased];
  if (text === '') return svg`<circle class="token" cx=${cx} cy=${cy} r="4" />`;
  const width = text.length * characterWidth + 12;
  const left = Math.max(1, cx - width / 2);
  return svg`<g class="token" transform=${`translate(${left.toFixed(1)} ${(cy - tokenHeight / 2).toFixed(1)})`}>
    <rect width=${width} height=${tokenHeight} rx="4" /><text x=${width / 2} y=${tokenHeight / 2}>${text}</text>
  </g>`;
}
