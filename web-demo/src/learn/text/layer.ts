/** A layer of a neural network in HLO as JAX prints it, and each line in words. */

export interface Line {
  readonly hlo: string;
  /** Text between backticks is code. */
  readonly text: string;
}

export const layerLines: readonly Line[] = [
  {
    hlo: '%dot.1 = f32[2,3]{1,0} dot(f32[2,4]{1,0} %x, f32[4,3]{1,0} %w), lhs_contracting_dims={1}, rhs_contracting_dims={0}',
    text: 'The matrix product `x @ w`: 2 rows of inputs become 2 rows of 3 numbers. `{1,0}` says in which order they are stored.',
  },
  {
    hlo: '%broadcast.2 = f32[2,3]{1,0} broadcast(f32[3]{0} %b), dimensions={1}',
    text: 'The bias vector goes on dimension 1. Nothing in it belongs to dimension 0, so it is repeated for both rows.',
  },
  {
    hlo: '%add.3 = f32[2,3]{1,0} add(f32[2,3]{1,0} %dot.1, f32[2,3]{1,0} %broadcast.2)',
    text: 'Both have the same shape now, so they are added in pairs.',
  },
  {
    hlo: '%broadcast.5 = f32[2,3]{1,0} broadcast(f32[] %constant.4), dimensions={}',
    text: 'The constant 0 is a scalar: it has no dimension to place, and goes everywhere.',
  },
  {
    hlo: 'ROOT %maximum.6 = f32[2,3]{1,0} maximum(f32[2,3]{1,0} %add.3, f32[2,3]{1,0} %broadcast.5)',
    text: 'The larger of each number and 0: this is `relu`.',
  },
];

/** The module that has these lines, for the engine to run. */
export const layerModule = [
  'HloModule layer',
  '',
  'ENTRY %main (x: f32[2,4], w: f32[4,3], b: f32[3]) -> f32[2,3] {',
  '  %x = f32[2,4]{1,0} parameter(0)',
  '  %w = f32[4,3]{1,0} parameter(1)',
  '  %b = f32[3]{0} parameter(2)',
  '  %constant.4 = f32[] constant(0)',
  ...layerLines.map(({ hlo }) => `  ${hlo}`),
  '}',
  '',
].join('\n');
