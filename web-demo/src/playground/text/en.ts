/** The texts of the playground. */

import type { HloomError } from 'hloom';
import type { Origin } from '../model/recording.js';
import type { Machine } from '../model/roofline.js';
import { standIns } from '../model/stand-ins.js';
import { countOf, type Statistics } from '../model/value.js';

const counted = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;

/** A number with at most five digits. */
const number = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  const short = Number(value.toPrecision(5));
  return Math.abs(short) >= 1e6 || (short !== 0 && Math.abs(short) < 1e-4) ? short.toExponential() : String(short);
};

const whatOf = ({ text }: Origin): string => (text.includes('nan') ? 'NaN' : 'infinity');

export const graphTexts = {
  label: (name: string, count: number): string =>
    `Graph of ${name}: ${counted(count, 'node')}. Up goes to an operand, Down to a user, Left and Right along a layer, Enter opens, plus and minus zoom.`,
  layingOut: 'Laying out …',
  tooLarge: (count: number, most: number): string =>
    `${count.toLocaleString('en')} nodes are too many for a picture. Collapse scopes until at most ${most.toLocaleString('en')} are left.`,
  failed: 'The graph cannot be laid out in this browser.',
};

export const valueTexts = {
  none: 'Select an instruction to see its value.',
  empty: 'This instruction has no array.',
  part: (at: number, count: number): string => `${at + 1} of ${counted(count, 'part')}`,
  looks: { numbers: 'Numbers', picture: 'Picture', plot: 'Plot', histogram: 'Histogram' },
  tooLarge: 'The value is too large for a file of this page.',
  copyNpyHelp: 'Copies an expression in Python that loads the bytes of the .npy file.',
  copiedNpy: 'Python code is on the clipboard: it needs import base64, io, numpy as np.',
  noClipboard: 'The browser does not let the page copy.',
  nothingFinite: 'No element is finite.',
  picture: (shape: string): string => `${shape} as a picture: the darker a pixel, the greater the element.`,
  plot: (shape: string, least: number, greatest: number): string =>
    `${shape} as a line from ${number(least)} to ${number(greatest)}.`,
  histogram: (bars: readonly number[], least: number, greatest: number): string =>
    `Histogram from ${number(least)} to ${number(greatest)}: ${bars.join(', ')} elements.`,
  number,
  summary: (shape: string, count: number, statistics: Statistics, omitted: number): string => {
    const { least, greatest, mean, nans, infinities } = statistics;
    const parts = [`${shape}: ${counted(count, 'element')}`];
    if (least <= greatest) parts.push(`from ${number(least)} to ${number(greatest)}, mean ${number(mean)}`);
    if (nans > 0) parts.push(counted(nans, 'NaN'));
    if (infinities > 0) parts.push(counted(infinities, 'infinite element'));
    if (omitted > 0) parts.push(`the first ${counted(count - omitted, 'element')} shown`);
    return `${parts.join(', ')}.`;
  },
};

/** 1536 is `1.54 k`. */
export function shortNumber(value: number): string {
  const units = ['', ' k', ' M', ' G', ' T'];
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${Number(rest.toPrecision(3))}${units[unit] ?? ''}`;
}

const percent = (share: number): string =>
  share < 0.01 ? '< 1 %' : `${Math.round(100 * share).toLocaleString('en')} %`;

export const costTexts = {
  percent,
  /** A power of ten: `0.01`, `100`, `10 G`. */
  power: (power: number): string => (power < 0 ? (10 ** power).toFixed(-power) : shortNumber(10 ** power)),
  intensity: 'operations per byte',
  rate: 'operations per second',
  share: (name: string, share: number): string => `%${name}: ${percent(share)} of what the machine allows`,
  roofHelp: 'the measured rate, as a part of what this machine allows for this number of operations per byte',
  roofline: ({ operations, bytes }: Machine, count: number): string =>
    `Roofline of this machine: ${shortNumber(bytes)} bytes and ${shortNumber(operations)} operations per second, and ${counted(count, 'instruction')}. The table has their numbers.`,
  explained: ({ operations, bytes }: Machine): string =>
    `In this browser, a sum of large arrays moves ${shortNumber(bytes)}B/s and a matrix product does ${shortNumber(operations)}flop/s. With fewer than ${number(Number((operations / bytes).toPrecision(2)))} operations per byte, an instruction waits for memory. Small arrays are in the cache, which is faster than this roof.`,
};

export const playTexts = {
  stale: 'Still showing the last program that could be read.',
  reading: 'Loading the engine …',
  running: 'Running …',
  ran: (instructions: number, milliseconds: number, isCut: boolean): string =>
    `Ran ${counted(instructions, 'instruction')} in ${number(Math.max(0.01, Math.round(milliseconds * 100) / 100))} ms. ` +
    (isCut ? 'The recording ends there.' : 'Click one to see its value.'),
  /** A reader ends at the first error. */
  unread: ({ position }: HloomError): string =>
    `1 error${position === undefined ? '' : `, at line ${position.line}, column ${position.column}`}.`,
  refused: (name: string): string => `Could not open ${name}.`,
  scriptFailed: 'An error ended the program.',
  notRun: ({ position, headline }: HloomError): string =>
    `Not run: ${position === undefined ? '' : `line ${position.line}, column ${position.column}: `}${headline}.`,
  /** The location of an error of a run is `%x in computation "main"`. */
  stopped: ({ location }: HloomError, instructions: number): string =>
    `Stopped${/^%/.test(location) ? ` at ${location.split(' ', 1)[0] ?? ''}` : ''} after ${counted(instructions, 'instruction')}.`,
  atBreakpoint: (name: string): string => `Stopped at the breakpoint %${name}.`,
  continueHelp: 'Go to the next breakpoint, or to the end (F8)',
  /** A program whose shardings only describe where its arrays are. */
  shardings: (devices: number): string =>
    `The shardings of the program do not divide its work here: ${devices === 1 ? 'one device has' : `each of ${devices} devices has`} the whole arrays, so the values are those of the program without shardings.`,
  devices: (devices: number): string =>
    `The program runs on ${devices} devices with the same arguments; the values are those of device 0.`,
  noStandIn: `The program calls a function that is not part of it. This page computes ${standIns.join(' and ')} itself, and the functions of LAPACK. To use your own function, build and run the program in JavaScript, and call registerCustomCall(name, function) first.`,
  tooLong: (size: number, most: number): string =>
    `The link would have ${size.toLocaleString('en')} characters, and at most ${most.toLocaleString('en')} fit. Share the file instead.`,
  linked: 'The link is on the clipboard.',
  linkInAddress: 'The link is in the address bar.',
  notLinked: (names: readonly string[]): string => `It leaves out ${names.join(', ')}, too large for a link.`,
  drop: 'Drop a program, .npy and .npz files for its parameters, or two programs or a folder of passes to compare',
  nothing: 'Nothing to show until the error is fixed.',
  step: (at: number, count: number): string => `${(at + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`,
  nonFinite: (origin: Origin, name: string): string => `Stop at the first ${whatOf(origin)}: %${name}`,
  madeBy: (origin: Origin, arithmetic: string, parts: readonly string[]): string =>
    `%${origin.instruction} makes the first ${whatOf(origin)}: ${arithmetic}${parts.length === 0 ? '' : `, where ${parts.join(' and ')}`}.`,
  moreOperands: (count: number): string => `… ${counted(count, 'more operand')}`,
  unreached: 'Not executed yet at this step.',
  unused: 'Not used.',
  notTaken: 'Not executed in this run.',
  heavy: (flops: number): string =>
    `This program has about ${number(flops / 1e9)} billion operations, so it does not run by itself. Press Run.`,
  noParameters: 'The program has no parameters.',
  watchHint: 'Such as %dot.1[0, ::2]',
  costs:
    'Operations are counted from the shapes, as XLA’s cost analysis does: a loop for one iteration, and functions such as tanh, log and exponential separately, as transcendentals. The time is that of each instruction alone, with its operands ready.',
  arrays: (names: readonly string[]): string => `Taken as arguments: ${names.join(', ')}.`,
  noPlace: (name: string, shape: string): string => `No parameter has the shape of ${name}, ${shape}.`,
  keys: 'In the editor, Ctrl+Enter runs, F9 sets a breakpoint, F8 continues, Ctrl+Space completes, Ctrl+F finds.',
};

export const inputTitles: Readonly<Record<string, string>> = {
  random: 'random',
  counted: '0, 1, 2, …',
  ones: 'ones',
  zeros: 'zeros',
  typed: 'typed',
  file: 'from a file',
};

export const sizeText = (dimensions: readonly number[]): string => counted(countOf(dimensions), 'element');
