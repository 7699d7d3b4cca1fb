// A page that does not use np and nn does not get them from a bundler.
import { join } from 'node:path';
import { buildSync } from 'esbuild';

function bundleOf(source: string): string {
  const dist = join(__dirname, '../../../dist');
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: dist },
    bundle: true,
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
