// TypeScript and ES modules to CommonJS for Jest, by esbuild, one file at a time.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const esbuild = require('esbuild');

const options = {
  loader: 'ts',
  format: 'cjs',
  target: 'node20',
  sourcemap: 'inline',
  define: { 'import.meta.url': 'importMetaUrl' },
  // On the first line, so that the line numbers stay.
  banner: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;",
};

const self = readFileSync(__filename);

module.exports = {
  getCacheKey: (source, path) => createHash('sha256').update(self).update(path).update(source).digest('hex'),
  process: (source, path) => ({ code: esbuild.transformSync(source, { ...options, sourcefile: path }).code }),
};
