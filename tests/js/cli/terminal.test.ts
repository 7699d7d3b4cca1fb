// Additional output on a terminal: elided signatures, and progress lines.
import { join } from 'node:path';
import type { Io } from '../../../js/src/cli/io.js';
import type * as Main from '../../../js/src/cli/main.js';
import { folder, hloom, makeFiles, save } from './support.js';

// The command of the sources, with the built package next to it, as in dist/cli-worker.mjs.
jest.doMock('../../../js/src/index.node.js', () => jest.requireActual<object>('hloom'));
const { main } = jest.requireActual<typeof Main>('../../../js/src/cli/main.js');

beforeAll(makeFiles);

interface Seen {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The lines of progress in their order; an empty one clears the line. */
  readonly progress: readonly string[];
}

/** Runs a command on a file of {@link folder} as if both outputs were a terminal. */
async function onTerminal(name: string, file: string, ...words: readonly string[]): Promise<Seen> {
  const printed: string[] = [];
  const told: string[] = [];
  const progress: string[] = [];
  const io: Io = {
    print: (text) => printed.push(text),
    printBytes: () => undefined,
    outIsTerminal: true,
    signal: new AbortController().signal,
    showProgress: (text) => progress.push(text),
  };
  const code = await main([name, join(folder, file), ...words], io, '', (text) => told.push(text));
  return { code, out: printed.join('\n'), err: told.join('\n'), progress };
}

const arrays = (count: number): string[] => Array.from({ length: count }, (_, i) => `f32[${i + 1}]`);

describe('the signature of hloom check', () => {
  /** The lines between those that begin and end the answer, on a terminal and elsewhere. */
  async function signatures(file: string, text: string): Promise<{ terminal: string[]; pipe: string[] }> {
    save(file, text);
    const seen = await onTerminal('check', file);
    expect(seen).toMatchObject({ code: 0, err: '', progress: [] });
    const { out } = hloom(['check', file]);
    const linesOf = (answer: string): string[] => answer.trimEnd().split('\n').slice(1, -1);
    return { terminal: linesOf(seen.out), pipe: linesOf(out) };
  }

  test('a tuple of 290 arrays: an element on each line', async () => {
    const shapes = arrays(290);
    const tuple = `(${shapes.join(', ')})`;
    const { terminal, pipe } = await signatures(
      'tuple.hlo',
      `HloModule m\nENTRY e {\n  p = ${tuple} parameter(0)\n  flag = pred[] parameter(1)\n  ROOT y = f32[1] get-tuple-element(p), index=0\n}\n`,
    );
    const lines = shapes.map((shape) => `    ${shape},`);
    const around = (middle: readonly string[]): string[] => [
      '  p: (',
      ...middle,
      '  ),',
      '  flag: pred[],',
      ') -> f32[1]',
    ];
    expect(pipe).toEqual(around(lines));
    expect(terminal).toEqual(around([...lines.slice(0, 16), '    ... 270 more elements ...', ...lines.slice(-4)]));
  });

  test('many parameters and results, and tuples in them', async () => {
    const parameters = Array.from({ length: 30 }, (_, i) => `  p${i} = f32[${i + 1}] parameter(${i})`);
    const state = `(s32[], (${arrays(22).join(', ')}), (f32[], f32[]))`;
    const names = Array.from({ length: 30 }, (_, i) => `p${i}`);
    const { terminal, pipe } = await signatures(
      'many.hlo',
      `HloModule m\nENTRY e {\n${parameters.join('\n')}\n  state = ${state} parameter(30)\n  ROOT y = (${[...arrays(30), state].join(', ')}) tuple(${[...names, 'state'].join(', ')})\n}\n`,
    );
    const inner = arrays(22).map((shape) => `      ${shape},`);
    const elided = [...inner.slice(0, 16), '      ... 2 more elements ...', ...inner.slice(-4)];
    const stateLines = (begin: string, middle: readonly string[]): string[] => [
      begin,
      '    s32[],',
      '    (',
      ...middle,
      '    ),',
      '    (f32[], f32[]),',
      '  ),',
    ];
    const [taken, given] = [
      names.map((name, i) => `  ${name}: f32[${i + 1}],`),
      arrays(30).map((shape) => `  ${shape},`),
    ];
    expect(pipe).toEqual([
      ...[...taken, ...stateLines('  state: (', inner), ') -> ('],
      ...[...given, ...stateLines('  (', inner), ')'],
    ]);
    expect(terminal).toEqual([
      ...[
        ...taken.slice(0, 16),
        '  ... 11 more parameters ...',
        ...taken.slice(-3),
        ...stateLines('  state: (', elided),
      ],
      ...[
        ') -> (',
        ...given.slice(0, 16),
        '  ... 11 more results ...',
        ...given.slice(-3),
        ...stateLines('  (', elided),
      ],
      ')',
    ]);
  });
});

describe('the progress of random arguments', () => {
  const first = ['making random arguments: 1 of 2', 'making random arguments: 2 of 2', ''];

  test.each([
    ['run', []],
    ['bench', ['--runs', '1']],
    ['explain', ['--at', 'add[0,1]']],
  ])('hloom %s', async (name, words) => {
    save(
      'add.hlo',
      'ENTRY e { x = f32[2,2] parameter(0)\n v = f32[2,2] parameter(1)\n ROOT add = f32[2,2] add(x, v) }\n',
    );
    const { code, err, progress } = await onTerminal(name, 'add.hlo', '--seed', '1', ...words);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(progress.slice(0, 3)).toEqual(first);
  });

  test('on two devices', async () => {
    const { code, progress } = await onTerminal('run', 'count.hlo', '--seed', '1', '--replicas', '2');
    expect({ code, progress }).toEqual({ code: 0, progress: first });
  });

  test('the line is cleared before an error', async () => {
    const { code, progress } = await onTerminal('run', 'axis.hlo', '--seed', '1', '--arg', 'v=[1, 2]');
    expect({ code, progress }).toEqual({ code: 2, progress: ['making random arguments: 1 of 2', ''] });
  });
});
