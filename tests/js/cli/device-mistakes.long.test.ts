// Mistakes on the command line about several devices and feeds: the text names options, and the exit code identifies
// the cause.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folder, hloom, save } from './support.js';

const add = `add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
`;
const sum = (header: string, groups = '{}'): string => `HloModule sum${header}
${add}ENTRY e { x = f32[2] parameter(0)
  ROOT z = f32[2] all-reduce(x), replica_groups=${groups}, to_apply=add }
`;

beforeAll(() => {
  save('sum.hlo', sum(''));
  save('two.hlo', sum(', replica_count=2'));
  save('six.hlo', sum(', replica_count=2, num_partitions=3'));
  save('many.hlo', sum(', replica_count=2000, num_partitions=2'));
  save('groups.hlo', sum('', '{{0,1},{2,3}}'));
  save(
    'feed.hlo',
    `HloModule feed
ENTRY e { t = token[] after-all()
  first = (f32[2], token[]) infeed(t)
  x = f32[2] get-tuple-element(first), index=0
  ROOT y = f32[2] add(x, x) }
`,
  );
  save(
    'recv.hlo',
    `HloModule recv
ENTRY e { t = token[] after-all()
  r = (f32[2], u32[], token[]) recv(t), channel_id=3, is_host_transfer=true
  d = (f32[2], token[]) recv-done(r), channel_id=3, is_host_transfer=true
  ROOT z = f32[2] get-tuple-element(d), index=0 }
`,
  );
  save(
    'late.hlo',
    `HloModule late
${add}more { x = f32[] parameter(0)
  zero = f32[] constant(0)
  ROOT r = pred[] compare(x, zero), direction=GT }
same { ROOT x = f32[] parameter(0) }
ENTRY e { x = f32[] parameter(0)
  y = f32[] while(x), condition=more, body=same
  ROOT z = f32[] all-reduce(y), replica_groups={}, to_apply=add }
`,
  );
  save(
    'begun.hlo',
    `HloModule begun
${add}ENTRY e { x = f32[2] parameter(0)
  begun = f32[2] all-reduce-start(x), replica_groups={}, to_apply=add
  ROOT done = f32[2] all-reduce-done(begun) }
`,
  );
  mkdirSync(join(folder, 'sub'));
});

const counts = 'use a whole number from 1 to 1024';
const notThere = (text: string, devices: string): string =>
  `--infeed "${text}" is for device ${text[0] as string}, which does not exist\n  help: ${devices}; without a number and =, a value is for every device`;

/** The words, the exit code, and the whole text behind the command's name. */
const mistakes: readonly (readonly [string, number, string])[] = [
  ['run sum.hlo --seed 1 --replicas 0', 2, `--replicas is "0"\n  help: ${counts}`],
  ['run sum.hlo --seed 1 --replicas x', 2, `--replicas is "x"\n  help: ${counts}`],
  ['run sum.hlo --seed 1 --replicas 1e9', 2, `--replicas is "1e9"\n  help: ${counts}`],
  ['run sum.hlo --seed 1 --replicas 1025', 2, `--replicas is "1025"\n  help: ${counts}`],
  ['run sum.hlo --seed 1 --replicas=', 2, `--replicas is ""\n  help: ${counts}`],
  ['bench sum.hlo --partitions -1', 2, `--partitions is "-1"\n  help: ${counts}`],
  ['run sum.hlo --seed 1 --replicas 2 --replicas 2', 2, '--replicas is given twice\n  help: give it once'],
  [
    'run sum.hlo --replicas 512 --partitions 4',
    2,
    '--replicas 512 and --partitions 4 make 2048 devices\n  help: there are 1024 devices at most: replicas times partitions',
  ],
  [
    'run sum.hlo --seed 1 --replicas',
    2,
    'the value of --replicas is missing\n  help: the number of replicas of the program, each on its own device; by default, the number in the module',
  ],
  [
    'run sum.hlo --comm-trace --json',
    2,
    'the value of --comm-trace is missing: --json comes after it\n  help: if --json is the value, write --comm-trace=--json',
  ],
  ['run sum.hlo --wait-ms soon', 2, '--wait-ms is "soon"\n  help: use a whole number from 0 on, as in --wait-ms 100'],
  // Options that are wrong by themselves are told before the file is read.
  [
    'run not-there.hlo --wait-ms soon',
    2,
    '--wait-ms is "soon"\n  help: use a whole number from 0 on, as in --wait-ms 100',
  ],
  // A contradiction of the module blames the options; an error of the module itself blames the module.
  [
    'run two.hlo --seed 1 --replicas 3',
    2,
    'INVALID_ARGUMENT [comm.c4] compile: --replicas 3 was given, and the module has replica_count=2\n  help: leave --replicas out, or write --replicas 2',
  ],
  [
    'run two.hlo --seed 1 --replicas 1',
    2,
    'INVALID_ARGUMENT [comm.c4] compile: --replicas 1 was given, and the module has replica_count=2\n  help: leave --replicas out, or write --replicas 2',
  ],
  [
    'bench six.hlo --partitions 2',
    2,
    'INVALID_ARGUMENT [comm.c4] compile: --partitions 2 was given, and the module has num_partitions=3\n  help: leave --partitions out, or write --partitions 3',
  ],
  [
    'run two.hlo --seed 1 --partitions 1024',
    2,
    'INVALID_ARGUMENT [comm.c5] compile: 2 replicas of 1024 partitions\n  help: there are 1024 devices at most: replicas times partitions',
  ],
  [
    'run many.hlo --seed 1',
    1,
    'INVALID_ARGUMENT [comm.c5] compile: 2000 replicas of 2 partitions\n  help: there are 1024 devices at most: replicas times partitions',
  ],
  [
    'run groups.hlo --replicas 2 --arg [1,2]',
    1,
    'INVALID_ARGUMENT [collective.c7] all-reduce: %z names replica 2 in replica_groups, which does not exist\n  the run has 2 replicas of 1 partition\n  help: run it on as many devices as it was written for, by hloom run with --replicas N and --partitions M, or name only replicas below 2',
  ],
  [
    'run sum.hlo --replicas 2 --arg-each [1,2]',
    2,
    'argument 0 (x), for each of 2 devices: the value has the sizes of f32[2], not of f32[2,2]\n  help: give the value the sizes of the shape: nothing is broadcast or reshaped on the way in; it is f32[2,2]: write [[1, 2], [3, 4]]',
  ],
  ['run sum.hlo --comm-trace sub', 3, '"sub" is a folder\n  help: name a file in it'],
  // A file that cannot be written is reported before the program is read.
  ['run not-there.hlo --comm-trace sub', 3, '"sub" is a folder\n  help: name a file in it'],
  ['run sum.hlo --comm-trace no/such.json', 3, 'the folder of "no/such.json" does not exist\n  help: make no first'],
  ['run sum.hlo --trace t --comm-trace t', 2, 'two options write "t"\n  help: name a file for each'],
  [
    'run two.hlo --seed 1 --out z.npy',
    2,
    'the run has 2 results, and a .npy file holds one array\n  help: name a .npz file',
  ],
  // Feeds.
  [
    'run feed.hlo --infeed',
    2,
    'the value of --infeed is missing\n  help: the next value that an infeed takes, on every device, or on device D alone: D=VALUE; a program that wants more fails',
  ],
  ['run feed.hlo --infeed 1=[1,2]', 2, notThere('1=[1,2]', 'the program runs on one device, 0')],
  ['run feed.hlo --replicas 2 --infeed 2=[1,2]', 2, notThere('2=[1,2]', 'the devices are 0 to 1')],
  [
    'run feed.hlo --replicas 2 --infeed 0=[1,2]',
    1,
    'FAILED_PRECONDITION [ask.c2] infeed: the infeed of device 1 is closed, and has no more values\n  help: give as many values as the program takes, each with an --infeed VALUE of hloom run\n  at %first in computation "e" on device 1',
  ],
  [
    'run recv.hlo',
    1,
    'FAILED_PRECONDITION [ask.c2] recv-done: channel 3 of device 0 is closed, and has no more values\n  help: the command line feeds infeeds only, and no channels: in JavaScript, executable.infeed(0, value, { channel: 3 }) feeds this one\n  at %d in computation "e"',
  ],
  [
    'bench feed.hlo',
    1,
    'feed.hlo takes f32[2] from an infeed while it runs, and bench gives it none\n  help: hloom run FILE --infeed VALUE gives values to infeeds; make them parameters to measure the program',
  ],
  [
    'bench recv.hlo --replicas 2',
    1,
    'recv.hlo takes f32[2] over channel 3 while it runs, and bench gives it none\n  help: hloom run FILE --infeed VALUE gives values to infeeds; make them parameters to measure the program',
  ],
  [
    'bench feed.hlo --infeed [1,2]',
    2,
    'it has no option --infeed\n  help: bench gives a program no values while it runs: hloom run does, with --infeed VALUE',
  ],
  // Explanations are about one device.
  [
    'explain six.hlo --seed 1 --at z[0]',
    1,
    'six.hlo runs on 6 devices (replica_count=2, num_partitions=3), and an element is explained on one\n  help: hloom run FILE --trace - shows the value of every instruction on each device, and --comm-trace what moves between them; without replica_count=2, num_partitions=3, it is explained as it runs on one device',
  ],
  [
    'explain sum.hlo --seed 1 --at z[0] --replicas 2',
    2,
    'it has no option --replicas\n  help: an element is explained on one device: hloom run FILE --trace - shows the value of every instruction on each device, and --comm-trace what moves between them',
  ],
  [
    'explain feed.hlo --at y[0]',
    1,
    'FAILED_PRECONDITION [ask.c2] infeed: no host gives the value of this operation\n  help: hloom run does what it asks: --infeed VALUE gives a value to an infeed, and what comes out is printed\n  at %first in computation "e"',
  ],
  [
    'explain sum.hlo --seed 1 --at q[0]',
    1,
    'INVALID_ARGUMENT [explain.c1] --at: the program has no instruction "q"\n  help: did you mean a?',
  ],
  [
    'explain sum.hlo --seed 1 --at x[0] --round 5 --reach',
    1,
    'FAILED_PRECONDITION [explain.c4] --at: x of computation "e" was not executed in round 5\n  help: give arguments with which the program comes to it, or a smaller --round',
  ],
  [
    'explain begun.hlo --seed 1 --at begun[0]',
    1,
    'FAILED_PRECONDITION [explain.c6] --at: begun, all-reduce-start, only begins what devices do together: it has no elements yet\n  help: ask about done, which ends it',
  ],
];

test.each(mistakes)('%s', (line, code, text) => {
  const words = line.split(' ');
  expect(hloom(words)).toEqual({ code, out: '', err: `hloom ${words[0] as string}: ${text}\n` });
});

test('a device that waits too long: exit code 4, and the option that says how long', () => {
  const words = [
    'run',
    'late.hlo',
    '--replicas',
    '2',
    '--arg-each',
    '[0, 1]',
    '--wait-ms',
    '50',
    '--limit-ms',
    '20000',
  ];
  const { code, err } = hloom(words);
  expect({ code, err }).toEqual({
    code: 4,
    err: expect.stringMatching(
      /\[comm\.c3\] run: device 0 waited longer than 50 milliseconds for others\n[^]*; or raise --wait-ms\n/,
    ) as string,
  });
});

test('no text of these mistakes names what only JavaScript has, but for what the command line cannot do', () => {
  const words = /executable\.|runReplicated|rendezvousMilliseconds|closeInfeed|explainElement|elementReach|limits\./;
  const named = mistakes.filter(([, , text]) => words.test(text)).map(([line]) => line);
  expect(named).toEqual(['run recv.hlo']);
});
