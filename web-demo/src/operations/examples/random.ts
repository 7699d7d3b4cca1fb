import { only, variants, type Examples } from './examples.js';

const key = 'u64[] 42';
const keyed = { key, initialState: 'u64[] 0' };
const wide = { key, initialState: 'u64[2] 0 0' };

export const random: Examples = {
  rngUniform: variants(
    { a: 'f32[] 0', b: 'f32[] 1', shape: 'f32[8,8]' },
    { dice: { a: 's32[] 1', b: 's32[] 7', shape: 's32[8,8]' } },
  ),
  rngNormal: only({ mu: 'f32[] 10', sigma: 'f32[] 2', shape: 'f32[8,8]' }),
  rngBitGenerator: only({ algorithm: 'RNG_THREE_FRY', initialState: 'u64[2] 42 0', shape: 'u8[4,8]' }),
  threeFryBitGenerator: only({ ...keyed, shape: 'u32[2,3]' }),
  philoxBitGenerator: only({ ...wide, shape: 'u32[2,3]' }),
  scramblePhiloxKey: only({ key }),
  philoxIncreaseCounter: only({ counter: 'u64[2] 7 0', delta: 'u64[] 3' }),
  uniformFloatingPointDistribution: only({
    ...keyed,
    bitGenerator: 'RNG_THREE_FRY',
    minval: 'f32[] -1',
    maxval: 'f32[] 1',
    shape: 'f32[8,8]',
  }),
  uniformIntDistribution: only({
    ...keyed,
    bitGenerator: 'RNG_THREE_FRY',
    minval: 's32[] 1',
    maxval: 's32[] 7',
    shape: 's32[8,8]',
  }),
  normalFloatingPointDistribution: only({ ...wide, bitGenerator: 'RNG_PHILOX', shape: 'f32[8,8]' }),
  'rng-get-and-update-state': only({
    $hlo: `HloModule m
ENTRY main {
  before = u64[2] rng-get-and-update-state(), delta=6
  after = u64[2] rng-get-and-update-state(), delta=1
  ROOT y = (u64[2], u64[2]) tuple(before, after)
}`,
  }),
};
