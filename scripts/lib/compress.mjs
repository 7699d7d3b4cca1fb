// Puts compressed forms beside the files of a site: `lab.css.br` and `lab.css.gz` beside `lab.css`.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.js', '.mjs', '.css', '.wasm', '.svg', '.json', '.webmanifest', '.txt']);
/** A smaller file fits in the first packet of an answer either way. */
const smallest = 1000;

const forms = [
  {
    ending: '.br',
    compress: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { ending: '.gz', compress: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
];

/**
 * Compresses a file. The results are kept in `kept` by the hash of the content: brotli takes 15 seconds for the
 * WebAssembly, which most builds of the site do not change.
 */
async function compressFile(file, kept) {
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  for (const { ending, compress } of forms) {
    const known = join(kept, hash + ending);
    if (!existsSync(known)) {
      // A build that is interrupted leaves no half of a file.
      writeFileSync(`${known}.new`, await compress(bytes));
      renameSync(`${known}.new`, known);
    }
    copyFileSync(known, file + ending);
  }
}

/** Compresses the files of a directory. */
export async function compressSite(directory, kept) {
  mkdirSync(kept, { recursive: true });
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).length >= smallest)
    .values();
  const worker = async () => {
    // All workers take from one iterator.
    for (const file of files) await compressFile(file, kept);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
