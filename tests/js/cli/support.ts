/** Runs the `hloom` command as people do: a process of its own, in a folder of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { f32, init, Literal, pred, s32, s64, tuple, writeNpy, writeNpz, XlaBuilder, type XlaComputation } from 'hloom';
import { turn } from '../support/turn.js';

export const command = resolve(__dirname, '../../../dist/cli.mjs');

/** The folder of this test file's processes, with the files that {@link makeFiles} puts there. */
export const folder = mkdtempSync(join(tmpdir(), 'hloom-cli-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs it with these words; the standard input is empty unless it is given. */
export function hloom(words: readonly string[], input: string | Uint8Array = ''): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
    timeout: 50_000,
    maxBuffer: 1e8,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Starts it and leaves it running. */
export function startHloom(words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [command, ...words], { cwd: folder });
}

/** A shell's command line, in which `hloom` is the command. */
export function shell(line: string): Outcome {
  const define = `hloom() { ${JSON.stringify(process.execPath)} ${JSON.stringify(command)} "$@"; }`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${define}\n${line}`], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { code: status, out: stdout, err: stderr };
}

export function save(name: string, data: string | Uint8Array): void {
  writeFileSync(join(folder, name), data);
}

/** Programs and arrays that the tests use, by the names of their files. */
export async function makeFiles(): Promise<void> {
  await init();
  for (const [name, make] of Object.entries(programs)) {
    const computation = make();
    save(`${name}.pb`, computation.toProto());
    save(`${name}.hlo`, computation.toHloText());
  }
  save('x.npy', writeNpy(Literal.from([[1, 2, 3], [4, 5, 6]]))); // prettier-ignore
  save('v.npy', writeNpy(Literal.from([7, 8, 9])));
  save('x64.npy', writeNpy(Literal.from([[1, 2, 3], [4, 5, 6]], 'F64'))); // prettier-ignore
  save('w.npz', await writeNpz({ v: Literal.from([7, 8, 9]), big: Literal.from([1n, 2n]) }));
}

/** The built-in programs. */
export const programs = {
  /** x: f32[2,3] plus v: f32[3] along the columns. */
  axis: () => {
    const b = new XlaBuilder('axis');
    const x = b.parameter(0, f32(2, 3), 'x');
    return b.build(b.add(x, b.parameter(1, f32(3), 'v'), { broadcastDimensions: [1] }));
  },
  /** Counts from a number up to ten. */
  count: () => counting('count', (b, i) => b.lt(i, b.constant(10, 'S32'))),
  /** Counts for ever. */
  endless: () => counting('endless', (b) => b.constant(true)),
  /** A tuple of a sum of 64-bit integers, of a truth value, and of a tuple. */
  kinds: () => {
    const b = new XlaBuilder('kinds');
    const n = b.parameter(0, s64(2), 'n');
    const p = b.parameter(1, tuple(pred(), f32(2)), 'p');
    const flag = b.getTupleElement(p, 0);
    return b.build(b.tuple([b.add(n, n), b.not(flag), b.tuple([b.getTupleElement(p, 1)])]));
  },
  /** A constant alone. */
  none: () => {
    const b = new XlaBuilder('none');
    return b.build(b.constant([1, 2]));
  },
} satisfies Record<string, () => XlaComputation>;

function counting(
  name: string,
  goesOn: (b: XlaBuilder, i: ReturnType<XlaBuilder['parameter']>) => ReturnType<XlaBuilder['parameter']>,
): XlaComputation {
  const condition = new XlaBuilder('condition');
  const i = condition.parameter(0, s32(), 'i');
  const body = new XlaBuilder('body');
  body.add(body.parameter(0, s32(), 'i'), body.constant(1, 'S32'));
  const main = new XlaBuilder(name);
  const start = main.parameter(0, s32(), 'start');
  return main.build(main.while(condition.build(goesOn(condition, i)), body.build(), start));
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Sends the signal a moment after the process has said that it started. */
export async function interrupt(words: readonly string[], signal: NodeJS.Signals): Promise<Ended> {
  const child = startHloom(words);
  const texts = { out: '', err: '' };
  const started = new Promise<void>((resolve) => {
    child.stdout?.on('data', (data: Buffer) => {
      texts.out += data.toString();
      if (texts.out.includes('started')) resolve();
    });
    child.once('exit', () => {
      resolve();
    });
  });
  child.stderr?.on('data', (data: Buffer) => {
    texts.err += data.toString();
  });
  const ended = endOf(child);
  await started;
  await turn(200);
  child.kill(signal);
  return { ...(await ended), ...texts };
}

/** The end of a process. */
export function endOf(child: ChildProcess): Promise<Pick<Ended, 'code' | 'signal'>> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
    });
  });
}
