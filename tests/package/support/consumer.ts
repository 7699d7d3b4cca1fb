// The package as a stranger gets it: packed, and installed in a fresh folder outside the checkout, where neither a
// compiler nor Emscripten can be found.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(__dirname, '../../..');

const fixtures = join(root, 'tests/package/fixtures');

/** A folder of this test file's own, removed when its tests are done. */
export const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hloom-package-')));

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
});

/** The path of a program of the PATH, if it exists. */
export function findInPath(program: string, path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A PATH with node and nothing else. */
export function barePath(): string {
  const bin = join(scratch, 'bin');
  mkdirSync(bin, { recursive: true });
  try {
    symlinkSync(process.execPath, join(bin, 'node'));
  } catch {
    // It is there already.
  }
  return bin;
}

function npm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const program = findInPath('npm');
  if (program === undefined) throw new Error('npm is not in the PATH');
  return execFileSync(process.execPath, [realpathSync(program), ...args, '--loglevel=error'], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
}

/** The tarball that `npm run package` made. */
export interface Tarball {
  readonly path: string;
  /** The packed files, by path, with their sizes. */
  readonly files: ReadonlyMap<string, number>;
}

/** Packs the checkout as it is built. */
export function pack(): Tarball {
  const script = join(root, 'scripts/pack.mjs');
  const answer = execFileSync(process.execPath, [script, '--json', scratch], { encoding: 'utf8', maxBuffer: 1e8 });
  const { path, files } = JSON.parse(answer) as { path: string; files: { path: string; size: number }[] };
  return { path, files: new Map(files.map(({ path, size }) => [path, size])) };
}

/** Puts tools of the checkout into a folder as if they were installed there. */
export function lend(folder: string, ...tools: string[]): void {
  for (const tool of tools) symlinkSync(join(root, 'node_modules', tool), join(folder, 'node_modules', tool));
}

/** A fresh folder with a fixture's files and the package installed: offline, and with nothing but node in the PATH. */
export function install(tarball: Tarball, fixture: string): string {
  const folder = join(scratch, fixture);
  cpSync(join(fixtures, fixture), folder, { recursive: true });
  npm(['install', '--offline', '--no-package-lock', tarball.path], folder, { ...process.env, PATH: barePath() });
  return folder;
}

/** Runs a script of the folder with only node in the PATH; it must end by itself, and well. */
export function runNode(folder: string, ...args: string[]): string {
  return execFileSync(process.execPath, args, {
    cwd: folder,
    env: { PATH: barePath() },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

/** Starts a script that serves until its standard input ends, and waits for the address that it prints first. */
export async function startServer(folder: string, ...args: string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('close', () => { done(); })); // prettier-ignore
  const url = await firstLine(child);
  return {
    url,
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const end = text.indexOf('\n');
      if (end >= 0) done(text.slice(0, end));
    });
    child.once('close', (code) => {
      fail(new Error(`the server ended with code ${code}: ${text}`));
    });
  });
}
