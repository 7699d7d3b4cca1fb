// Numbers and reasons as tables show them.

const scales = { ms: 1, us: 1e3, ns: 1e6 };

/** Three digits that count, and no exponents. */
export function threeDigits(value) {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  if (value >= 1) return value.toFixed(2);
  return String(Number(value.toPrecision(value >= 0.1 ? 2 : 3)));
}

/** A time in milliseconds, in the workload's unit and for one of its steps. */
export function inUnit(milliseconds, { unit, per }) {
  return threeDigits((milliseconds * (scales[unit] ?? 1)) / per);
}

export const unitOf = ({ unit }) => (unit === 'us' ? 'µs' : unit);

/** The cell of a library: its time, or in a word the reason why there is none. */
export function cell(result, workload) {
  if (result === undefined) return '–';
  if (result.value !== undefined) return inUnit(result.value, workload);
  if (result.timeout !== undefined) return `> ${result.timeout} s`;
  if (result.wrong !== undefined) return 'wrong';
  return result.failed !== undefined ? 'fails' : '–';
}

export const ratio = (value) => (value === undefined ? '–' : threeDigits(value));
