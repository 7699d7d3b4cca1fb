// A network of MobileNetV2's layers, with random weights. Images are [1, height, width, channels]; the sizes of windows and
// steps follow "same" padding: a result of size n / stride, rounded up, in the middle of the window's places.
import { dense } from '../measure/functions.mjs';
import { weights } from '../measure/random.mjs';

// Expansion, channels, repetitions and first stride of each group of blocks.
const groups = [
  [1, 16, 1, 1],
  [6, 24, 2, 2],
  [6, 32, 3, 2],
  [6, 64, 4, 2],
  [6, 96, 3, 1],
  [6, 160, 3, 2],
  [6, 320, 1, 1],
];
const classes = 1000;

/**
 * The layers in order. A `conv` has `size` (of its input image), `window`, `stride`, `from` and `to` channels,
 * `depthwise`, and `clip` if the result is clipped to [0, 6]; `remember` and `restore` enclose layers whose result is
 * added to their input; `pool` takes the mean of each channel, and `dense` is the last layer.
 */
export function mobileNetLayers() {
  const list = [];
  const conv = (size, window, stride, from, to, { depthwise = false, clip = true } = {}) =>
    list.push({ kind: 'conv', size, window, stride, from, to, depthwise, clip });
  conv(224, 3, 2, 3, 32);
  let [channels, size] = [32, 112];
  for (const [expansion, to, repetitions, firstStride] of groups) {
    for (let i = 0; i < repetitions; i++) {
      const stride = i === 0 ? firstStride : 1;
      const wide = channels * expansion;
      const adds = stride === 1 && channels === to;
      if (adds) list.push({ kind: 'remember' });
      if (expansion !== 1) conv(size, 1, 1, channels, wide);
      conv(size, 3, stride, wide, wide, { depthwise: true });
      size = Math.ceil(size / stride);
      conv(size, 1, 1, wide, to, { clip: false });
      if (adds) list.push({ kind: 'restore' });
      channels = to;
    }
  }
  conv(size, 1, 1, channels, 1280);
  list.push({ kind: 'pool' }, { kind: 'dense', from: 1280, to: classes });
  return list;
}

/** The numbers of elements that "same" padding adds before and behind an image. */
export function samePadding({ size, window, stride }) {
  const all = Math.max((Math.ceil(size / stride) - 1) * stride + window - size, 0);
  return [all >> 1, all - (all >> 1)];
}

/** The weights as parameters w0, b0, w1 ...: two for each layer that has some. */
export function mobileNetWeights() {
  return mobileNetLayers()
    .filter(({ kind }) => kind === 'conv' || kind === 'dense')
    .flatMap(({ kind, window, from, to, depthwise }, i) => {
      const shape = kind === 'dense' ? [from, to] : [window, window, from, depthwise ? 1 : to];
      const fan = kind === 'dense' ? from : window * window * (depthwise ? 1 : from);
      const count = shape.reduce((product, size) => product * size, 1);
      const seed = 100 + 2 * i;
      const more = { type: 'F32', constant: true };
      return [
        { name: `w${i}`, shape, data: () => weights(count, seed, fan), ...more },
        { name: `b${i}`, shape: [to], data: () => weights(to, seed + 1, 600), ...more },
      ];
    });
}

export function mobileNetFlops() {
  return mobileNetLayers().reduce((sum, { kind, size, window, stride, from, to, depthwise }) => {
    if (kind === 'dense') return sum + 2 * from * to;
    if (kind !== 'conv') return sum;
    return sum + 2 * Math.ceil(size / stride) ** 2 * window * window * (depthwise ? 1 : from) * to;
  }, 0);
}

function convolve(x, w, b, layer) {
  const { size, window, stride, from, to, depthwise, clip } = layer;
  const outputs = Math.ceil(size / stride);
  const [border] = samePadding(layer);
  const y = new Float64Array(outputs * outputs * to);
  for (let row = 0; row < outputs; row++) {
    for (let column = 0; column < outputs; column++) {
      const at = (row * outputs + column) * to;
      for (let o = 0; o < to; o++) y[at + o] = b[o];
      for (let tap = 0; tap < window * window; tap++) {
        const [i, j] = [row * stride + Math.floor(tap / window) - border, column * stride + (tap % window) - border];
        if (i < 0 || j < 0 || i >= size || j >= size) continue;
        const pixel = (i * size + j) * from;
        if (depthwise) {
          for (let o = 0; o < to; o++) y[at + o] += x[pixel + o] * w[tap * from + o];
          continue;
        }
        for (let c = 0; c < from; c++) {
          const [value, line] = [x[pixel + c], (tap * from + c) * to];
          if (value !== 0) for (let o = 0; o < to; o++) y[at + o] += value * w[line + o];
        }
      }
    }
  }
  return clip ? y.map((value) => Math.min(6, Math.max(0, value))) : y;
}

function meanOfChannels(x, channels) {
  const pixels = x.length / channels;
  const y = new Float64Array(channels);
  x.forEach((value, i) => (y[i % channels] += value / pixels));
  return y;
}

/** The output of the network, in double precision. */
export function imageReference(inputs) {
  let y = inputs.x;
  let remembered;
  let channels = 3;
  let next = 0;
  for (const layer of mobileNetLayers()) {
    if (layer.kind === 'remember') remembered = y;
    else if (layer.kind === 'restore') y = y.map((value, i) => value + remembered[i]);
    else if (layer.kind === 'pool') y = meanOfChannels(y, channels);
    else {
      const [w, b] = [inputs[`w${next}`], inputs[`b${next}`]];
      next++;
      y = layer.kind === 'dense' ? dense(y, w, b, [1, layer.from, layer.to]) : convolve(y, w, b, layer);
      channels = layer.to;
    }
  }
  return y;
}
