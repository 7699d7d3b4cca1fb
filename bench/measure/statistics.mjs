/** The middle one, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The spread of the numbers: the largest over the smallest. */
export function spread(numbers) {
  return Math.max(...numbers) / Math.min(...numbers);
}

/** A number between two measured ones, for a size between theirs, on a logarithmic scale; the nearest beyond the ends. */
export function interpolate(points, size) {
  const sorted = [...points].sort(([a], [b]) => a - b);
  const above = sorted.findIndex(([x]) => x >= size);
  if (above === 0) return sorted[0][1];
  if (above < 0) return sorted.at(-1)[1];
  const [[x0, y0], [x1, y1]] = [sorted[above - 1], sorted[above]];
  const part = Math.log(size / x0) / Math.log(x1 / x0);
  return y0 * (y1 / y0) ** part;
}
