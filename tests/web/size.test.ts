// The download size of the site itself for the front page, without the package and its WebAssembly.
import { downloadSize, loadedBy, readBuilt } from './support/scripts.js';

test('the front page has at most 120 KB of scripts and styles of its own, compressed', () => {
  const files = [...loadedBy('index.html')];
  const ofPackage = files.filter((path) => /^assets\/hloom-[\w-]+\.js$/.test(path));
  expect(ofPackage).toHaveLength(1);
  expect(readBuilt(ofPackage[0] ?? '')).toContain('the builder instance is not loaded yet');
  const own = files.filter((path) => !ofPackage.includes(path));
  expect(own.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  expect(own.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(0);
  // It is the site that is counted here, so that nothing of the package may hide in it.
  for (const path of own) expect(readBuilt(path)).not.toContain('the builder instance is not loaded yet');
  const bytes = own.reduce((sum, path) => sum + downloadSize(path), 0);
  expect(bytes).toBeLessThan(120_000);
});
