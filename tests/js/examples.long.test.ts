// Each file of examples alone.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectExamplesRight, root } from './support/run-example-file.js';

const files = ['broadcasting', 'operations'].flatMap((folder) =>
  readdirSync(join(root, 'examples', folder))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `examples/${folder}/${name}`),
);

test.each(files)('%s runs alone, fits 100 columns and is right', (file) => {
  expectExamplesRight(file);
});
