// The first mistakes on the command line about several devices: the text names options, and the exit code identifies
// the cause. device-mistakes.long.test.ts has all others.
import { hloom, save } from './support.js';

beforeAll(() => {
  const sum = `add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
ENTRY e { x = f32[2] parameter(0)
  ROOT z = f32[2] all-reduce(x), replica_groups={}, to_apply=add }
`;
  save('two.hlo', `HloModule sum, replica_count=2\n${sum}`);
});

test.each([
  ['--replicas 0', '--replicas is "0"\n  help: use a whole number from 1 to 1024'],
  [
    '--replicas 3',
    'INVALID_ARGUMENT [comm.c4] compile: --replicas 3 was given, and the module has replica_count=2\n  help: leave --replicas out, or write --replicas 2',
  ],
  ['--out z.npy', 'the run has 2 results, and a .npy file holds one array\n  help: name a .npz file'],
])('run two.hlo --seed 1 %s', (words, text) => {
  const outcome = hloom(['run', 'two.hlo', '--seed', '1', ...words.split(' ')]);
  expect(outcome).toEqual({ code: 2, out: '', err: `hloom run: ${text}\n` });
});
