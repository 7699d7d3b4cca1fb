// Packs the npm package: `npm run package [-- [--json] [folder]]`, once it is built; the tarball goes to build/, or to
// the folder.
//
// The package is not the checkout: it has another README (js/README.md) and a manifest without the parts that only a
// checkout needs. So it is assembled in a separate folder, and nothing in the checkout changes.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const checkoutOnly = ['private', 'scripts', 'devDependencies', 'overrides'];

/** Assembles the package in a folder: the files that the manifest lists, README, licence and the manifest itself. */
function stage(folder) {
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  for (const path of [...manifest.files, 'LICENSE']) {
    if (!existsSync(inRoot(path))) throw new Error(`there is no ${path}: run npm run build first`);
    cpSync(inRoot(path), join(folder, path), { recursive: true, filter: (from) => !from.endsWith('.map') });
  }
  withoutSourceMaps(join(folder, 'dist'));
  cpSync(inRoot('js/README.md'), join(folder, 'README.md'));
  for (const key of checkoutOnly) delete manifest[key];
  manifest.sideEffects = manifest.sideEffects.filter((path) => path.startsWith('./dist/'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Removes the lines that name source maps, which are three times as big as the code. */
function withoutSourceMaps(dist) {
  for (const name of readdirSync(dist).filter((name) => /\.[cm]?js$/.test(name))) {
    const code = readFileSync(join(dist, name), 'utf8');
    writeFileSync(join(dist, name), code.replace(/\/\/# sourceMappingURL=.*\n$/, ''));
  }
}

const args = process.argv.slice(2);
if (args.includes('--refuse')) {
  console.error('The checkout is not the package: npm run package makes the tarball, and npm publish takes its path.');
  process.exit(1);
}
const json = args.includes('--json');
const destination = resolve(args.find((arg) => !arg.startsWith('-')) ?? inRoot('build'));
const folder = mkdtempSync(join(tmpdir(), 'hloom-pack-'));
try {
  stage(folder);
  mkdirSync(destination, { recursive: true });
  const flags = ['--json', '--pack-destination', destination, '--loglevel=error'];
  const { ok, output, reason } = await run('npm', ['pack', folder, ...flags], { capture: true });
  if (!ok) throw new Error(`npm pack: ${reason}\n${output}`);
  const [{ filename, files, unpackedSize }] = JSON.parse(output.slice(output.indexOf('[')));
  if (json) console.log(JSON.stringify({ path: join(destination, filename), files }));
  else
    console.log(
      `${join(destination, filename)}: ${files.length} files, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked`,
    );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
