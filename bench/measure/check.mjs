// Checks a result against a reference in double precision, at positions spread over it.

const defaultSamples = 1000;
const defaultTolerance = 1e-3;

/** The first position, the last, and others between them; all positions if there are few. */
export function positions(count, samples = defaultSamples) {
  if (count <= samples) return Array.from({ length: count }, (_, i) => i);
  const found = new Set([0, count - 1]);
  // Steps of the golden ratio meet every row and column of an array sooner or later.
  for (let i = 1; found.size < samples && i < 2 * samples; i++)
    found.add(Math.floor(((i * 0.6180339887498949) % 1) * count));
  return [...found];
}

/** A workload's reference at the positions that are checked. */
export function referenceOf({ result: { count, want, samples } }, inputs) {
  const reference = want(inputs);
  return positions(count, samples).map((i) => reference(i));
}

/**
 * Compares a result with a workload's reference.
 *
 * @param workload - its `result` has `count` (the required number of numbers), `want(inputs)`, which returns the
 * reference as a function of a position, and if they differ from the defaults `got(out, position, inputs)`, `samples`
 * and `tolerance`
 * @param out - the numbers of a library
 * @param wanted - the result of referenceOf
 * @returns `worst`, the largest error found in units of the size of the numbers, and `message` if that is too large
 */
export function check(workload, inputs, out, wanted = referenceOf(workload, inputs)) {
  const { count, got = (values, i) => values[i], samples, tolerance = defaultTolerance } = workload.result;
  if (out?.length !== count) return { worst: Infinity, message: `${out?.length} numbers instead of ${count}` };
  const at = positions(count, samples);
  const scale = Math.max(...wanted.map(Math.abs));
  let worst = 0;
  for (const [k, i] of at.entries()) {
    const value = Number(got(out, i, inputs));
    const size = Math.max(Math.abs(wanted[k]), scale / 10, 1e-30);
    const error = Math.abs(value - wanted[k]) / size;
    if (!(error <= tolerance)) return { worst: error, message: `${value} instead of ${wanted[k]} at ${i}` };
    worst = Math.max(worst, error);
  }
  return { worst };
}
