// Functions that JavaScript does not have, in double precision.

const twoOverRootPi = 2 / Math.sqrt(Math.PI);

/**
 * The error function: its Maclaurin series near zero, the continued fraction of erfc beyond. The error is below 1e-12 of the
 * result.
 */
export function erf(x) {
  const z = Math.abs(x);
  if (z < 2.5) {
    let [sum, term] = [z, z];
    for (let n = 1; Math.abs(term) > 1e-17 * sum; n++) {
      term *= (-z * z) / n;
      sum += term / (2 * n + 1);
    }
    return Math.sign(x) * twoOverRootPi * sum;
  }
  let fraction = 0;
  for (let k = 60; k > 0; k--) fraction = k / 2 / (z + fraction);
  return Math.sign(x) * (1 - Math.exp(-z * z) / Math.sqrt(Math.PI) / (z + fraction));
}

/** The dense layer x w + b of f64s, with its negative results replaced by 0 where `relu` is set. */
export function dense(x, w, b, [rows, inner, columns], relu = false) {
  const y = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const value = x[i * inner + k];
      if (value === 0) continue;
      for (let j = 0; j < columns; j++) y[i * columns + j] += value * w[k * columns + j];
    }
  }
  for (let i = 0; i < y.length; i++) {
    y[i] += b?.[i % columns] ?? 0;
    if (relu && y[i] < 0) y[i] = 0;
  }
  return y;
}

/** The transpose of a [rows, columns] matrix. */
export function transposed(x, [rows, columns]) {
  const y = new Float64Array(x.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) y[j * rows + i] = x[i * columns + j];
  return y;
}
