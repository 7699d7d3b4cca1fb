// The modules of js/src need each other's values in one direction only.
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

const source = join(__dirname, '../../js/src');

/** The modules of which a module needs more than types. */
function valueImports(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  const found = [...text.matchAll(/^(?:import|export) (?!type )([^;]*?) from '(\.[^']*)\.js';/gms)];
  return found
    .filter(([, names = '']) => names.replace(/\btype \w+,?/g, '').replace(/[{},\s]/g, '') !== '')
    .map(([, , path]) => `${normalize(join(file, '..', path ?? ''))}.ts`);
}

test('no cycle', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const next of valueImports(file)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(files.length).toBeGreaterThan(40);
  expect(cycles).toEqual([]);
});
