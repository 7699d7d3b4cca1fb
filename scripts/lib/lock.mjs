// One process at a time.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './paths.mjs';
import { progress } from './progress.mjs';

const pollMilliseconds = 200;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // someone else's
  }
}

/** The process that holds a lock, or undefined if none does. */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Takes the lock, if it is free. A link appears atomically with its contents, and only one process can create it. */
function tryTake(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own);
  }
}

/** Removes the lock of a process that ended without giving it back; not one that another has taken meanwhile. */
function removeStale(path, holder) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return; // another process was faster
  }
  if (holderOf(aside) !== holder) {
    try {
      linkSync(aside, path);
    } catch {
      // Another process has taken it again.
    }
  }
  rmSync(aside, { force: true });
}

/**
 * Runs `step` while no other process runs one under the same name; waits for another one, with a message.
 *
 * @returns the result of `step`
 */
export async function withLock(name, step) {
  const path = inRoot('build', 'locks', name);
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  while (!tryTake(path)) {
    const holder = holderOf(path);
    if (holder !== undefined && !isAlive(holder)) {
      removeStale(path, holder);
      continue;
    }
    if (!told) progress.print(`waiting for process ${holder}, which is at ${name} too`);
    told = true;
    await sleep(pollMilliseconds);
  }
  try {
    return await step();
  } finally {
    rmSync(path, { force: true });
  }
}
