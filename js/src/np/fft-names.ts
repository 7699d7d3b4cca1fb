/** `np.fft`: its functions, and the other names of jax.numpy.fft, which throw errors. */

import { otherNpName } from '../builder/other-names.js';

export * from './fft.js';

/** @internal */
export const hfft = /* @__PURE__ */ otherNpName(
  'hfft',
  'use np.fft.irfft(...) of np.conj(x), and multiply by n',
  'np.fft',
);
/** @internal */
export const ihfft = /* @__PURE__ */ otherNpName(
  'ihfft',
  'use np.conj(...) of np.fft.rfft(x), and divide by n',
  'np.fft',
);
