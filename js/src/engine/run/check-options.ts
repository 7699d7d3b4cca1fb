/** The options of a run, checked. */

import { describeValue, isArray, isPlainObject, quoted } from '../../base/describe.js';
import { DeviceValue } from '../values/device-value.js';
import { Literal } from '../../values/literal.js';
import { donateHelp } from '../values/donation.js';
import type { EngineLimits } from '../../instance/run-memory.js';
import { jsError } from '../../base/errors.js';
import type { AnyRunOptions, ReplicatedOptions, RunLimits } from './options.js';
import { checkIsObject, checkKeys } from '../../base/options.js';
import { suggestion } from '../../base/suggest.js';
import { isComplexObject } from '../../values/values.js';

const knownOptions = [
  'signal',
  'onProgress',
  'onTrace',
  'traceElements',
  'onCommunication',
  'limits',
  'keep',
  'donate',
  'out',
];
const knownLimits = ['instructions', 'bytes', 'milliseconds', 'rendezvousMilliseconds'];

/**
 * Takes the options off the end of a list, and leaves the arguments: a plain object is never an argument, unless it is
 * a complex number.
 *
 * @throws HloomError `js.c22`
 */
export function takeOptions(all: unknown[], op: string): AnyRunOptions | undefined {
  const last = all[all.length - 1];
  const mayBe = typeof last === 'object' && !ArrayBuffer.isView(last);
  if (!mayBe || !isPlainObject(last) || isComplexObject(last)) return undefined;
  checkOptions(last, op);
  all.pop();
  return last;
}

/**
 * The options of a run on several devices.
 *
 * @throws HloomError `js.c22`
 */
export function checkReplicatedOptions(
  options: unknown,
  op: string,
): AnyRunOptions & { readonly shared: readonly unknown[] } {
  if (options === undefined) return { shared: [] };
  const help = 'use an object such as { shared: [weights] }; the arguments of all devices come in one array before it';
  checkIsObject(options, help, op);
  const { shared = [], ...rest } = options as ReplicatedOptions & Record<string, unknown>;
  if (!isArray(shared)) {
    throw jsError('options', `shared is ${describeValue(shared)}`, {
      op,
      help: 'use an array of the values of the first parameters, which all devices get',
    });
  }
  checkOptions(rest, op, [...knownOptions, 'shared']);
  return { ...(rest as AnyRunOptions), shared };
}

function checkOptions(options: Record<string, unknown>, op: string, known: readonly string[] = knownOptions): void {
  for (const key of Object.keys(options)) if (!known.includes(key)) refuseUnknown(options, op, known);
  const { onProgress, onTrace, traceElements, onCommunication, keep, donate, out } = options as AnyRunOptions;
  checkCallback('onProgress', onProgress, op);
  checkCallback('onTrace', onTrace, op);
  checkCallback('onCommunication', onCommunication, op);
  if (traceElements !== undefined && !(Number.isSafeInteger(traceElements) && traceElements >= 0)) {
    throw jsError('options', `traceElements is ${describeValue(traceElements)}`, {
      op,
      help: 'use a non-negative integer',
    });
  }
  if (keep !== undefined && typeof keep !== 'boolean') {
    throw jsError('options', `keep is ${describeValue(keep)}`, { op, help: 'use true or false' });
  }
  if (donate !== undefined && !isArray(donate)) {
    throw jsError('options', `donate is ${describeValue(donate)}`, { op, help: donateHelp });
  }
  if (out !== undefined && keep === true) {
    const help = 'leave one of them out';
    throw jsError('options', 'out takes the result, and with keep it stays on the engine', { op, help });
  }
  checkStops(options, op);
}

/** Throws the error for options of which at least one is unknown. */
function refuseUnknown(options: Record<string, unknown>, op: string, known: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (!knownLimits.includes(key)) continue;
    throw jsError('options', `${key} is a limit, not an option`, { op, help: `use { limits: { ${key}: ... } }` });
  }
  for (const [key, value] of Object.entries(options)) {
    if (known.includes(key) || !isArgument(value) || suggestion(key, known, '') !== '') continue;
    const help = `arguments go by position, in the order of the parameters: ${op}(${Object.keys(options).join(', ')})`;
    throw jsError('options', `${quoted(key)} is an argument of the program, not an option`, { op, help });
  }
  checkKeys(options, known, 'option', op);
}

function isArgument(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof Literal || value instanceof DeviceValue || isArray(value);
}

function checkCallback(name: string, callback: unknown, op: string): void {
  if (callback === undefined || typeof callback === 'function') return;
  throw jsError('options', `${name} is ${describeValue(callback)}`, { op, help: 'use a function' });
}

/**
 * Checks what may end a run before its program ends: a signal, and limits.
 *
 * @throws HloomError `js.c22`
 */
export function checkStops({ signal, limits }: Pick<AnyRunOptions, 'signal' | 'limits'>, op: string): void {
  if (signal !== undefined && typeof (signal as Partial<AbortSignal> | null)?.addEventListener !== 'function') {
    throw jsError('options', `signal is ${describeValue(signal)}`, {
      op,
      help: 'use the signal of an AbortController',
    });
  }
  if (limits === undefined) return;
  if (!isPlainObject(limits)) {
    throw jsError('options', `limits is ${describeValue(limits)}`, {
      op,
      help: `use { ${knownLimits.join(', ')} }`,
    });
  }
  checkKeys(limits, knownLimits, 'limit', op);
}

/** Checked limits. Infinity means no limit. */
export type CheckedLimits = Omit<EngineLimits, 'millisecondsSpent'>;

export const noLimits: CheckedLimits = {
  instructions: Infinity,
  bytes: Infinity,
  milliseconds: Infinity,
  rendezvousMilliseconds: Infinity,
};

/**
 * Reads the limits. Infinity means no limit, as if it were left out.
 *
 * @throws HloomError `js.c22`
 */
export function checkLimits(limits: RunLimits, op: string): CheckedLimits {
  const count = (name: 'instructions' | 'bytes'): number => {
    const value = limits[name];
    if (value === undefined || value === Infinity) return Infinity;
    // A limit beyond 2^53 is never reached.
    if (typeof value === 'bigint' ? value >= 0n && value < 2n ** 63n : Number.isSafeInteger(value) && value >= 0) {
      return Number(value);
    }
    throw wrongLimit(name, value, 'use a non-negative integer, or Infinity for no limit', op);
  };
  return {
    instructions: count('instructions'),
    bytes: count('bytes'),
    milliseconds: timeLimit('milliseconds', limits.milliseconds, op),
    rendezvousMilliseconds: timeLimit('rendezvousMilliseconds', limits.rendezvousMilliseconds, op),
  };
}

function timeLimit(name: keyof RunLimits, value: unknown, op: string): number {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (value === undefined || (isNumber && value > Number.MAX_SAFE_INTEGER)) return Infinity;
  if (isNumber && value >= 0) return Number(value);
  throw wrongLimit(name, value, 'use a number of milliseconds from 0 on, or Infinity for no limit', op);
}

function wrongLimit(name: keyof RunLimits, value: unknown, help: string, op: string): Error {
  return jsError('options', `limits.${name} is ${describeValue(value)}`, { op, help });
}

/** The limits for an engine that starts now. Its clock counts whole milliseconds. */
export function limitsFromNow(limits: CheckedLimits, started: number): EngineLimits {
  return {
    ...limits,
    milliseconds: Math.ceil(limits.milliseconds),
    rendezvousMilliseconds: Math.ceil(limits.rendezvousMilliseconds),
    millisecondsSpent: limits.milliseconds === Infinity ? 0 : Math.floor(performance.now() - started),
  };
}

/**
 * Checks the options of a run that is done when it returns.
 *
 * @throws HloomError `js.c22`
 */
export function checkSyncOptions({ signal, onProgress, onTrace, onCommunication }: AnyRunOptions): void {
  if ((signal ?? onProgress ?? onTrace ?? onCommunication) === undefined) return;
  throw jsError('options', 'signal, onProgress, onTrace and onCommunication can do nothing while this thread is busy', {
    op: 'runSync',
    help: 'use await executable.run(...), or limits',
  });
}
