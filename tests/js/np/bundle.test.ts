// A page that does not use np and nn does not get them from a bundler.
import { join } from 'node:path';
import { buildSync } from 'esbuild';

function bundleOf(source: string, folder = 'dist'): string {
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: join(__dirname, '../../..', folder) },
    bundle: true,
    define: { HLOOM_VERSION: "'test'" },
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** The names of functions, in their errors, that a bundle of this page has. */
function namesIn(source: string): string[] {
  const text = bundleOf(source);
  return ['XlaBuilder', 'np.hypot', 'np.linalg.inv', 'np.expand_dims', 'nn.relu'].filter((name) => text.includes(name));
}

test('np and nn are in a bundle only if they are used', () => {
  expect(namesIn("import { XlaBuilder } from './index.browser.mjs'; console.log(XlaBuilder);")).toEqual(['XlaBuilder']);
  expect(namesIn("import { nn } from './index.browser.mjs'; console.log(nn.relu);")).toEqual(['XlaBuilder', 'nn.relu']);
  expect(namesIn("import { np } from './index.browser.mjs'; console.log(np.add);")).toContain('np.linalg.inv');
});

test('a page that imports functions of hloom/np gets these alone', () => {
  const page = "import * as np from './np.browser.mjs'; console.log(np.hypot);";
  expect(namesIn(page)).toEqual(['XlaBuilder', 'np.hypot']);
  expect(bundleOf("import { readNpy } from './npy.browser.mjs'; console.log(readNpy);")).toContain('fortran_order');
});

test('formulas, which need all functions of np, are in a bundle of its modules only if they are used', () => {
  const has = (use: string): boolean =>
    bundleOf(`import * as np from './np/index.js'; console.log(${use});`, 'js/src').includes(
      'comparisons are not chained',
    );
  expect(['np.add', 'np.linalg.inv', 'np.expr'].map(has)).toEqual([false, false, true]);
});
