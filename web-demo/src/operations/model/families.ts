/** The families of operations, each with a picture of its own. */

export interface Family {
  readonly id: string;
  readonly title: string;
  /** One sentence on what the picture shows. */
  readonly brief: string;
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

export const familyOf = (id: string): Family | undefined => families.find((family) => family.id === id);
