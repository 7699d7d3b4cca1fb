/** The families of operations, each with a picture of its own. */

export interface Family {
  readonly id: string;
  readonly title: string;
  /** One sentence on what the picture shows. */
  readonly brief: string;
  /** The family whose picture it has, if it has none of its own. */
  readonly picture?: string;
}

export const families: readonly Family[] = [
  { id: 'elementwise', title: 'Elementwise', brief: 'Each element is computed from the elements at the same place.' },
  { id: 'movement', title: 'Data movement', brief: 'Elements keep their value and travel to another place.' },
  { id: 'indexing', title: 'Gather and scatter', brief: 'Index vectors say where slices start.' },
  { id: 'reduce', title: 'Reductions', brief: 'Many elements become one.' },
  { id: 'windows', title: 'Windows and convolution', brief: 'A window walks over an array, over padding and holes.' },
  { id: 'products', title: 'Products', brief: 'Rows meet columns: contracted dimensions are summed.' },
  { id: 'sorting', title: 'Sorting', brief: 'A permutation, decided by keys.' },
  { id: 'control', title: 'Control flow', brief: 'Programs within programs: loops, branches and calls.' },
  { id: 'creation', title: 'Making arrays', brief: 'Arrays out of nothing but a shape.' },
  { id: 'random', title: 'Random numbers', brief: 'A state in, numbers out: the same ones each time.' },
  { id: 'algebra', title: 'Linear algebra', brief: 'Matrices taken apart, and equations solved.' },
  { id: 'spectral', title: 'Fourier transforms', brief: 'A signal and its spectrum.' },
  { id: 'collectives', title: 'Collectives', brief: 'Devices exchange their elements.' },
  { id: 'host', title: 'Host, tokens and plumbing', brief: 'Doors to the world outside of the program.' },
];

/** The functions of `np`, `nn` and `random`, and the loops, by the files of the package. */
export const functionFamilies: readonly Family[] = [
  {
    id: 'np-elementwise',
    title: 'np: each element',
    brief: 'As in jax.numpy, one element at a time.',
    picture: 'elementwise',
  },
  {
    id: 'np-binary',
    title: 'np: two arrays',
    brief: 'NumPy aligns shapes at their last dimensions.',
    picture: 'elementwise',
  },
  {
    id: 'np-shape',
    title: 'np: shape',
    brief: 'Other sizes, other places, several arrays as one.',
    picture: 'movement',
  },
  { id: 'np-reductions', title: 'np: reductions', brief: 'Sums, means, quantiles and the like.', picture: 'reduce' },
  {
    id: 'np-cumulative',
    title: 'np: running reductions',
    brief: 'Each element with all before it.',
    picture: 'reduce',
  },
  { id: 'np-selection', title: 'np: selection', brief: 'Elements by conditions and by indices.', picture: 'indexing' },
  {
    id: 'np-sorting',
    title: 'np: sorting and searching',
    brief: 'Orders, places, and values that occur.',
    picture: 'sorting',
  },
  { id: 'np-products', title: 'np: products', brief: 'Of vectors, matrices and tensors.', picture: 'products' },
  { id: 'np-curves', title: 'np: curves', brief: 'Values between points, slopes, filters.', picture: 'spectral' },
  { id: 'np-linalg', title: 'np.linalg', brief: 'Factors, equations, norms.', picture: 'algebra' },
  { id: 'np-fft', title: 'np.fft', brief: 'A signal and its spectrum.', picture: 'spectral' },
  { id: 'np-creation', title: 'np: new arrays', brief: 'Arrays out of sizes and numbers.', picture: 'creation' },
  {
    id: 'nn',
    title: 'nn: neural networks',
    brief: 'Activations, normalization, layers, attention.',
    picture: 'elementwise',
  },
  {
    id: 'random-keys',
    title: 'random',
    brief: 'Numbers of explicit keys, with the bits of jax.random.',
    picture: 'random',
  },
  {
    id: 'control-functions',
    title: 'Loops and branches',
    brief: 'As in jax.lax: state of any form, and functions that are traced.',
    picture: 'control',
  },
];

/** An order for learners: each one needs only ideas of those before it. */
export const startHere: readonly string[] = [
  'add',
  'transpose',
  'broadcastInDim',
  'slice',
  'reduce',
  'dotGeneral',
  'reduceWindow',
  'gather',
  'sort',
  'while',
];

export const familyOf = (id: string): Family | undefined =>
  [...families, ...functionFamilies].find((family) => family.id === id);

/** The family whose picture a family has. */
export const pictureOf = (id: string): string => familyOf(id)?.picture ?? id;
