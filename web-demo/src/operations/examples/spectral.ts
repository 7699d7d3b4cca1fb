import { variants, type Examples } from './examples.js';

export const spectral: Examples = {
  fft: variants(
    {
      operand: 'f32[16] 0 0.92 1.41 1.31 1 0.54 -0 -0.38 0 0.38 0 -0.54 -1 -1.31 -1.41 -0.92',
      fftType: 'RFFT',
      fftLength: '[16]',
    },
    {
      'a pulse': { operand: 'f32[16] 0 0 0 0 0 0 1 1 1 0 0 0 0 0 0 0' },
      'a fast wave': { operand: 'f32[16] 1 -1 1 -1 1 -1 1 -1 1 -1 1 -1 1 -1 1 -1' },
      'and back': { operand: 'c64[9] 0 0-8i 0 0-4i 0 0 0 0 0', fftType: 'IRFFT' },
      'complex numbers': { operand: 'c64[8] 1 i -1 -i 1 i -1 -i', fftType: 'FFT', fftLength: '[8]' },
      'a wrong length': { fftLength: '[12]' },
    },
  ),
};
