/** The examples: their texts are loaded when they are chosen. */

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  /** The instruction that is selected at first, and the number of its time in a loop; the result otherwise. */
  readonly at?: string;
}

export const examples: readonly Example[] = [
  { id: 'layer', title: 'A layer and its softmax', file: 'layer.hlo' },
  { id: 'semantics', title: 'Examples of XLA’s operation semantics', file: 'semantics.hlo', at: 'plus_row' },
  { id: 'attention', title: 'Attention', file: 'attention.hlo' },
  { id: 'classifier', title: 'Image classifier in StableHLO', file: 'classifier.mlir' },
  { id: 'life', title: 'Game of Life', file: 'life.hlo', at: 'next_cells' },
  { id: 'mandelbrot', title: 'Mandelbrot set by a while loop', file: 'mandelbrot.hlo' },
  { id: 'filter', title: 'Edges of an image', file: 'filter.hlo' },
  { id: 'spectrum', title: 'Spectrum of a signal', file: 'spectrum.hlo' },
  { id: 'mlp', title: 'A network that trains here, in JavaScript', file: 'mlp.js' },
  { id: 'nan', title: 'A NaN, and the instruction that makes it', file: 'nan.hlo' },
  { id: 'error', title: 'A mistake', file: 'error.hlo' },
];

const texts = import.meta.glob<string>('./examples/*', { query: '?raw', import: 'default' });

export const exampleText = async ({ file }: Example): Promise<string> => (await texts[`./examples/${file}`]?.()) ?? '';
