/** The examples of all operations, by family. */

import type { Examples } from './examples.js';
import { elementwise } from './elementwise.js';
import { movement } from './movement.js';
import { indexing } from './indexing.js';
import { reduce } from './reduce.js';
import { windows } from './windows.js';
import { products } from './products.js';
import { sorting } from './sorting.js';
import { control } from './control.js';
import { creation } from './creation.js';
import { random } from './random.js';
import { algebra } from './algebra.js';
import { spectral } from './spectral.js';
import { collectives } from './collectives.js';
import { host } from './host.js';

export const examples: Readonly<Record<string, Examples>> = {
  elementwise,
  movement,
  indexing,
  reduce,
  windows,
  products,
  sorting,
  control,
  creation,
  random,
  algebra,
  spectral,
  collectives,
  host,
};
