// Skips a step whose inputs are the same as when it last succeeded.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inRoot, root } from './paths.mjs';

function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) {
    if (entry !== 'node_modules') yield* filesBelow(join(path, entry));
  }
}

function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesBelow(inRoot(input))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Runs `step` unless its inputs are unchanged since it last succeeded and its outputs are there. Inputs are files or
 * directories, outputs are files, all relative to the checkout. Contents count, not times. `setting` is what else the step
 * depends on.
 *
 * @returns {Promise<boolean>} true if the step ran
 */
export async function whenChanged(name, { inputs, outputs, setting = '' }, step) {
  const stamp = inRoot('build', 'stamps', name);
  const now = fingerprint(inputs) + setting;
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (before === now && outputs.every((output) => existsSync(inRoot(output)))) return false;
  await step();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  return true;
}
