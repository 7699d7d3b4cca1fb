// Installs the libraries that hloom is compared with, when they are first needed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { bundleGradients } from './gradients.mjs';
import { benchRoot, inBench } from './paths.mjs';

const attemptSeconds = 300;

/** True if all packages are installed in the lock file's versions. */
function isInstalled() {
  const { packages } = JSON.parse(readFileSync(inBench('package-lock.json'), 'utf8'));
  return Object.entries(packages).every(([path, { version, optional }]) => {
    if (path === '' || optional) return true;
    const manifest = inBench(path, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  });
}

/**
 * Installs them unless they are installed.
 *
 * @returns undefined, or in one line the reason why they cannot be installed
 */
export async function installPeers() {
  if (!isInstalled()) {
    console.error('installing the libraries to compare with (220 MB) ...');
    const { status, stderr, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: benchRoot,
      encoding: 'utf8',
      timeout: attemptSeconds * 1000,
      shell: process.platform === 'win32',
    });
    if (status !== 0) {
      const code = /npm error code (\w+)/.exec(stderr ?? '')?.[1] ?? error?.code ?? `npm ended with ${status}`;
      return `the libraries to compare with cannot be installed (${code}): hloom is measured alone`;
    }
  }
  await bundleGradients();
  return undefined;
}

/** The versions of the libraries, by the names of their packages. */
export function installedVersions(packages) {
  return Object.fromEntries(
    packages.map((name) => [
      name,
      JSON.parse(readFileSync(inBench('node_modules', name, 'package.json'), 'utf8')).version,
    ]),
  );
}
