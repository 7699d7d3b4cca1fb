/** The functions that formulas call: their names in Python's spelling, and the arguments that a call by name has. */

import { countText, shortened } from '../base/describe.js';
import { HloomError } from '../base/errors.js';
import { nearest } from '../base/suggest.js';
import * as binary from './binary.js';
import * as creation from './creation.js';
import * as cumulative from './cumulative.js';
import * as curves from './curves.js';
import * as elementwise from './elementwise.js';
import * as fft from './fft.js';
import { formulaError } from './formula-error.js';
import * as linalg from './linalg.js';
import * as names from './names.js';
import * as products from './products.js';
import * as reductions from './reductions.js';
import * as selection from './selection.js';
import * as shape from './shape.js';
import * as sorting from './sorting.js';

/** A function of np. */
export type NpFunction = (...args: unknown[]) => unknown;

const chapters: readonly object[] = [
  binary,
  creation,
  cumulative,
  curves,
  elementwise,
  products,
  reductions,
  selection,
  shape,
  sorting,
];
const modules: Readonly<Record<string, object>> = { fft, linalg };

/** Returns whether a name is that of a module, as in `linalg.norm`. */
export function isModule(name: string): boolean {
  return Object.hasOwn(modules, name);
}

function spacesOf(path: string): { readonly spaces: readonly object[]; readonly name: string } {
  const [module = '', name] = path.split('.');
  return name === undefined ? { spaces: chapters, name: module } : { spaces: [modules[module] ?? {}], name };
}

/** A function by its name in either spelling: `expand_dims`, `expandDims`, `linalg.norm`. */
export function functionAt(path: string): NpFunction | undefined {
  const { spaces, name } = spacesOf(path);
  const own = camelCase(name);
  for (const space of spaces) {
    const found = Object.hasOwn(space, own) ? (space as Readonly<Record<string, unknown>>)[own] : undefined;
    if (typeof found === 'function') return found as NpFunction;
  }
  return undefined;
}

/** `expand_dims` is expandDims, and UPLO uplo. */
function camelCase(name: string): string {
  if (/^[A-Z]+$/.test(name)) return name.toLowerCase();
  return name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

/** The error for a function that np does not have. */
function noFunction(path: string): HloomError {
  const { spaces, name } = spacesOf(path);
  const headline = `unknown function ${shortened(path)}`;
  const module = Object.keys(modules).find((one) => functionAt(`${one}.${name}`) !== undefined);
  if (module !== undefined) return formulaError(headline, `use ${module}.${name}(...)`);
  const other = Object.hasOwn(names, name) ? (names as Readonly<Record<string, () => never>>)[name] : undefined;
  if (other !== undefined) return formulaError(headline, otherHelp(other));
  const word = nearest(
    camelCase(name),
    spaces.flatMap((space) => Object.keys(space)),
  );
  if (word === undefined) return formulaError(headline, 'docs/np.md lists the functions of np');
  const isPython = name === name.toLowerCase();
  const spelled = isPython ? word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : word;
  return formulaError(headline, `did you mean ${path.slice(0, -name.length)}${spelled}?`);
}

/** The help of a name that np refuses, for a formula: there np's names stand alone, and those of nn are in holes. */
function otherHelp(refuse: () => never): string {
  try {
    return refuse();
  } catch (thrown) {
    const help = thrown instanceof HloomError ? thrown.help : '';
    return help.replace(/use (nn\.\w+)\(\.\.\.\)/, 'put it into the formula as ${$1(...)}').replace(/\bnp\./g, '');
  }
}

/**
 * The parameters of functions by their names in Python, in camelCase: those that are given by their places, and after
 * a star the options, of which the first may be given by its place, too. A function that is not here has no parameters
 * that a call names. A test compares the numbers with the functions.
 */
const parameters: Readonly<Record<string, string>> = {
  'a * axis keepdims':
    'all any argmax argmin countNonzero max mean median min nanmax nanmean nanmin nanprod nansum prod ptp sum',
  'a * axis': 'cummax cummin cumprod cumsum flip gradient size squeeze unstack',
  'arrays * axis': 'concatenate stack',
  'a * axis keepdims ddof': 'nanstd nanvar std var',
  'a * axis keepdims weights': 'average',
  'a q * axis keepdims method': 'percentile quantile',
  'a * axis descending': 'argsort sort',
  'a axis': 'expandDims',
  'a shape': 'broadcastTo reshape',
  'a axes': 'transpose',
  'a axis1 axis2': 'swapaxes',
  'a source destination': 'moveaxis',
  'a values * axis': 'append',
  'a indicesOrSections * axis': 'arraySplit split',
  'a indicesOrSections': 'hsplit vsplit',
  'a reps': 'tile',
  'a repeats * axis': 'repeat',
  'a shift * axis': 'roll',
  'a * k axes': 'rot90',
  'a padWidth * mode constantValues': 'pad',
  'a * offset axis1 axis2': 'diagonal trace',
  'a v * side': 'searchsorted',
  'a bins * right': 'digitize',
  'a * size fillValue': 'argwhere flatnonzero nonzero unique',
  'element testElements': 'isin',
  'condition x y': 'where',
  'condlist choicelist default': 'select',
  'a indices * axis': 'take takeAlongAxis',
  'indices shape': 'unravelIndex',
  'a choices': 'choose',
  'a dtype': 'astype',
  'a min max': 'clip',
  'a * decimals': 'round',
  'a * deg': 'angle',
  'a * nan posinf neginf': 'nanToNum',
  'a * dtype': 'array identity onesLike zerosLike',
  'shape * dtype': 'ones zeros',
  'shape fillValue * dtype': 'full',
  'a fillValue * dtype': 'fullLike',
  'start stop step * dtype': 'arange',
  'start stop * num endpoint dtype': 'geomspace linspace',
  'start stop * num endpoint dtype base': 'logspace',
  'n * m k dtype': 'eye tri',
  'a * k': 'diag tril triu',
  '... * indexing': 'meshgrid',
  '...': 'broadcastArrays broadcastShapes einsum',
  'a * n axis': 'diff',
  'a * dx axis': 'trapezoid',
  'x xp fp * left right': 'interp',
  'a v * mode': 'convolve',
  'a b * axes': 'tensordot',
  'a b * axis': 'cross',
  'a * length weights': 'bincount',
  'a * rowvar ddof': 'cov',
  'a * rowvar': 'corrcoef',
  'a b * rtol atol equalNan': 'allclose isclose',
  'a * n axis norm': 'fft.fft fft.ifft fft.irfft fft.rfft',
  'a * s axes norm': 'fft.fft2 fft.fftn fft.ifft2 fft.ifftn fft.irfft2 fft.irfftn fft.rfft2 fft.rfftn',
  'n * d': 'fft.fftfreq fft.rfftfreq',
  'a * axes': 'fft.fftshift fft.ifftshift',
  'a * upper': 'linalg.cholesky',
  'a * mode': 'linalg.qr',
  'a * fullMatrices': 'linalg.svd',
  'a * uplo': 'linalg.eigh linalg.eigvalsh',
  'a * rcond': 'linalg.pinv',
  'a b * rcond': 'linalg.lstsq',
  'a * rtol': 'linalg.matrixRank',
  'a n': 'linalg.matrixPower',
  'a * ord axis keepdims': 'linalg.norm',
};

/** The parameters of a function. */
export interface Parameters {
  /** The names of those that are given by their places. */
  readonly places: readonly string[];
  /** The names of options; none if there is no object of options. */
  readonly options: readonly string[];
  /** True if there may be any number of places. */
  readonly isOpen: boolean;
}

/** The parameters of a function of np by its name. */
export function parametersOf(path: string): Parameters {
  const { name } = spacesOf(path);
  const own = `${path.slice(0, path.length - name.length)}${camelCase(name)}`;
  const row = Object.entries(parameters).find(([, functions]) => functions.split(' ').includes(own))?.[0];
  if (row === undefined) {
    return { places: Array.from({ length: functionAt(path)?.length ?? 0 }, () => ''), options: [], isOpen: false };
  }
  const [places = [], options = []] = row.split('*').map((list) => list.trim().split(' ').filter(Boolean));
  const isOpen = places[0] === '...';
  return { places: isOpen ? [] : places, options, isOpen };
}

/** A call, of which only the values are missing. */
export interface CallPlan {
  readonly call: NpFunction;
  /** For each value its place among the arguments, or the name of the option. */
  readonly targets: readonly (number | string)[];
  /** The place of the object of options; -1 if it follows the other arguments. */
  readonly optionsAt: number;
}

/**
 * Plans a call with some arguments by their places, and then some by their names.
 *
 * @throws HloomError `js.c116` for a function that does not exist, or that does not have the parameters
 */
export function plannedCall(path: string, count: number, keywords: readonly string[]): CallPlan {
  const call = functionAt(path);
  if (call === undefined) throw noFunction(path);
  const { places, options, isOpen } = parametersOf(path);
  const most = places.length + Math.min(options.length, 1);
  if (count > most && !isOpen) {
    const more = options.slice(1).map((option) => `${option}=...`);
    throw formulaError(
      `${path} takes ${countText(most, 'argument')} without a name, not ${count}`,
      more.length > 0 ? `name the others: ${more.join(', ')}` : 'see the signature of the function',
    );
  }
  const targets: (number | string)[] = Array.from({ length: count }, (_, index) =>
    index < places.length || isOpen ? index : (options[0] ?? index),
  );
  for (const keyword of keywords) {
    const own = camelCase(keyword);
    const place = places.indexOf(own);
    if (place < 0 && !options.includes(own)) {
      const known = [...places, ...options].filter(Boolean);
      throw formulaError(
        `${path} has no argument with the name ${shortened(keyword)}`,
        known.length === 0 ? 'write the arguments without names' : `it has ${known.join(', ')}`,
      );
    }
    const target = place < 0 ? own : place;
    if (targets.includes(target)) throw formulaError(`${path} has ${keyword} twice`, 'write it once');
    targets.push(target);
  }
  // np.arange and np.meshgrid take their options after any number of arguments.
  return { call, targets, optionsAt: call.length === 0 ? -1 : places.length };
}

/** Calls the function with the values. None is an argument that is left out. */
export function callAsPlanned({ call, targets, optionsAt }: CallPlan, values: readonly unknown[]): unknown {
  const args: unknown[] = [];
  const options: Record<string, unknown> = {};
  for (const [index, target] of targets.entries()) {
    const value = values[index] ?? undefined;
    if (typeof target === 'number') args[target] = value;
    else options[target] = value;
  }
  if (Object.keys(options).length > 0) args[optionsAt < 0 ? args.length : optionsAt] = options;
  return call(...args);
}
