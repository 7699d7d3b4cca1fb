// Images and kernels in the order that other libraries require.

/** An array of `sizes`, in the order of a permutation of its dimensions. */
export function permuted(values, sizes, permutation) {
  const strides = sizes.map((_, d) => sizes.slice(d + 1).reduce((product, size) => product * size, 1));
  const [to, steps] = [permutation.map((d) => sizes[d]), permutation.map((d) => strides[d])];
  const result = new values.constructor(values.length);
  const index = to.map(() => 0);
  let from = 0;
  for (let i = 0; i < result.length; i++) {
    result[i] = values[from];
    for (let d = to.length - 1; d >= 0; d--) {
      from += steps[d];
      if (++index[d] < to[d]) break;
      from -= steps[d] * to[d];
      index[d] = 0;
    }
  }
  return result;
}

/** [1, height, width, channels] to [1, channels, height, width]: the values and the sizes. */
export const imageFirst = (values, [n, h, w, c]) => [permuted(values, [n, h, w, c], [0, 3, 1, 2]), [n, c, h, w]];
export const imageLast = (values, [n, c, h, w]) => permuted(values, [n, c, h, w], [0, 2, 3, 1]);

/** [window, window, channels, features] to [features, channels, window, window]; a depthwise one has a feature a channel. */
export function kernelFirst(values, [h, w, channels, features], depthwise) {
  if (depthwise) return [permuted(values, [h, w, channels, 1], [2, 3, 0, 1]), [channels, 1, h, w]];
  return [permuted(values, [h, w, channels, features], [3, 2, 0, 1]), [features, channels, h, w]];
}

/** The parameters of a workload and their values, with images and kernels for libraries that put channels first. */
export function channelsFirst(workload, inputs) {
  let layer = 0;
  const kernels = workload.attributes.layers?.filter(({ kind }) => kind === 'conv' || kind === 'dense');
  return workload.parameters.map((parameter) => {
    const { name, shape } = parameter;
    const isImage = shape.length === 4 && name === 'x';
    const isWeight = name.startsWith('w');
    const { depthwise } = kernels && isWeight ? kernels[layer++] : workload.attributes;
    if (shape.length !== 4) return { ...parameter, values: inputs[name] };
    const [values, sizes] = isImage ? imageFirst(inputs[name], shape) : kernelFirst(inputs[name], shape, depthwise);
    return { ...parameter, values, shape: sizes };
  });
}

/** The parameters of a workload and their values, unchanged. */
export function asTheyAre(workload, inputs) {
  return workload.parameters.map((parameter) => ({ ...parameter, values: inputs[parameter.name] }));
}

/** Two arrays as one of complex numbers: real and imaginary parts in turn. */
export function interleaved(re, im) {
  const values = new Float32Array(2 * re.length);
  for (let i = 0; i < re.length; i++) [values[2 * i], values[2 * i + 1]] = [re[i], im[i]];
  return values;
}
