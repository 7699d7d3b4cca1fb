/**
 * Wrong calls around programs: reading, compiling, running and writing, as JavaScript users make them, and what they are told.
 *
 * They are JavaScript, and not TypeScript, which would refuse most of them by itself. `says` is how the message begins; where
 * it stops after the operation, the words belong to a test of their own.
 */
export const programCalls = [
  {
    call: ({ Client }) => new Client(),
    says: 'INVALID_ARGUMENT [js.c80] Client: new Client(...) is not for programs to call',
    help: 'use await Client.create()',
  },
  {
    call: ({ Executable }) => new Executable(),
    says: 'INVALID_ARGUMENT [js.c80] Executable: new Executable(...) is not for programs to call',
    help: 'use await client.compile(computation)',
  },
  {
    call: ({ XlaComputation }) => new XlaComputation(),
    says: 'INVALID_ARGUMENT [js.c80] XlaComputation: new XlaComputation(...) is not for programs to call',
    help: 'use builder.build(), parseHlo or parseProto',
  },
  {
    call: ({ XlaComputation }) => new XlaComputation(1, 2, 3),
    says: 'INVALID_ARGUMENT [js.c80] XlaComputation: new XlaComputation(...) is not for programs to call',
    help: 'use builder.build(), parseHlo or parseProto',
  },
  {
    call: ({ HloomError }) => new HloomError(),
    says: 'INVALID_ARGUMENT [js.c5] HloomError: the fields of an HloomError are undefined',
    help: 'the package makes these errors itself; ask for them with: error instanceof HloomError',
  },
  {
    call: ({ HloomError }) => new HloomError('oops'),
    says: 'INVALID_ARGUMENT [js.c5] HloomError: the fields of an HloomError are "oops"',
    help: 'the package makes these errors itself; ask for them with: error instanceof HloomError',
  },
  {
    call: ({ exe }) => ((a) => (structuredClone(a, { transfer: [a.buffer] }), exe.run(a, [1, 2])))(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] run:',
  },
  {
    call: ({ exe }) =>
      ((a) => (structuredClone(a, { transfer: [a.buffer] }), exe.runSync(a, [1, 2])))(new Float32Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] runSync:',
  },
  {
    call: ({ parseProto }) => ((a) => (structuredClone(a, { transfer: [a.buffer] }), parseProto(a)))(new Uint8Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] parseProto:',
  },
  {
    call: ({ client }) => ((a) => (structuredClone(a, { transfer: [a.buffer] }), client.compile(a)))(new Uint8Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile:',
  },
  {
    call: ({ readNpy }) => ((a) => (structuredClone(a, { transfer: [a.buffer] }), readNpy(a)))(new Uint8Array(2)),
    says: 'INVALID_ARGUMENT [js.c5] readNpy:',
  },
  {
    call: ({ client }) => client.compile(),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is undefined',
    help: 'pass what builder.build() returned, or the bytes of an HloModuleProto',
  },
  {
    call: ({ client }) => client.compile('HloModule m\n ENTRY e { ROOT x = f32[] }'),
    says: 'INVALID_ARGUMENT [text.p1]',
  },
  {
    call: ({ client }) => client.compile(null),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is null',
    help: 'pass what builder.build() returned, or the bytes of an HloModuleProto',
  },
  {
    call: ({ client }) => client.compile({}),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is a plain object',
    help: 'pass what builder.build() returned, or the bytes of an HloModuleProto',
  },
  {
    call: ({ client }) => client.compile(() => 1),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is a function',
    help: 'pass what builder.build() returned, or the bytes of an HloModuleProto',
  },
  {
    call: ({ client }) => client.compile(new Uint8Array(3)),
    says: 'INVALID_ARGUMENT [proto.c1] no field has the number 0',
    help: 'the bytes are damaged, or are not those of an HloModuleProto',
  },
  {
    call: ({ client }) => client.compile(new ArrayBuffer(3)),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is an ArrayBuffer',
    help: 'pass new Uint8Array(buffer)',
  },
  {
    call: ({ client, prog }) => client.compile(prog.toProto().buffer),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is an ArrayBuffer',
    help: 'pass new Uint8Array(buffer)',
  },
  {
    call: ({ client, prog }) => client.compile(Promise.resolve(prog)),
    says: 'INVALID_ARGUMENT [js.c5] Client.compile: the program is a Promise',
    help: 'await the promise, and pass what it gives',
  },
  {
    call: ({ client, prog }) => client.run(prog),
    says: 'INVALID_ARGUMENT [js.c82] run: a client has no method of this name',
    help: 'write const executable = await client.compile(computation), then await executable.run(...)',
  },
  {
    call: ({ client, prog }) => client.execute(prog),
    says: 'INVALID_ARGUMENT [js.c82] execute: a client has no method of this name',
    help: 'write const executable = await client.compile(computation), then await executable.run(...)',
  },
  {
    call: ({ client, parseHlo }) =>
      ((p) => (p.dispose(), client.compile(p)))(parseHlo('ENTRY e { ROOT x = f32[] parameter(0) }')),
    says: 'FAILED_PRECONDITION [js.c2] Client.compile:',
  },
  {
    call: ({ client, prog }) =>
      (async () => {
        const { compile } = client;
        return compile(prog);
      })(),
    says: 'INVALID_ARGUMENT [js.c81] compile: it was called on nothing, not on a client',
    help: 'write client.compile(...), or keep the method bound: client.compile.bind(client)',
  },
  {
    call: ({ exe, prog }) =>
      (async () => {
        const { run } = exe;
        return run(prog);
      })(),
    says: 'INVALID_ARGUMENT [js.c81] run: it was called on nothing, not on an executable',
    help: 'write executable.run(...), or keep the method bound: executable.run.bind(executable)',
  },
  {
    call: ({ exe, prog }) =>
      (async () => {
        const { runSync } = exe;
        return runSync(prog);
      })(),
    says: 'INVALID_ARGUMENT [js.c81] runSync: it was called on nothing, not on an executable',
    help: 'write executable.runSync(...), or keep the method bound: executable.runSync.bind(executable)',
  },
  {
    call: ({ Client }) => Client.create(5),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ Client }) => Client.create({ thread: 2 }),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ Client }) => Client.create({ threads: 0 }),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ Client }) => Client.create({ threads: '2' }),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ Client }) => Client.create({ worker: 'yes' }),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ Client }) => Client.create({ wasmUrl: 5 }),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ Client }) => Client.create({ memoryLimit: -1 }),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ Client }) => Client.create(null),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
  {
    call: ({ exe }) => exe.run(),
    says: 'INVALID_ARGUMENT [js.c6] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2]),
    says: 'INVALID_ARGUMENT [js.c6] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], [1, 2]),
    says: 'INVALID_ARGUMENT [js.c6] run:',
  },
  {
    call: ({ exe }) =>
      exe.run([
        [1, 2],
        [1, 2],
      ]),
    says: 'INVALID_ARGUMENT [js.c6] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2, 3], [1, 2]),
    says: 'INVALID_ARGUMENT [js.c8] run:',
  },
  {
    call: ({ exe }) => exe.run('a', [1, 2]),
    says: 'INVALID_ARGUMENT [js.c28] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], new Float64Array(2)),
    says: 'INVALID_ARGUMENT [js.c7] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], null),
    says: 'INVALID_ARGUMENT [js.c28] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], undefined),
    says: 'INVALID_ARGUMENT [js.c28] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], ['1', '2']),
    says: 'INVALID_ARGUMENT [js.c28] run:',
  },
  {
    call: ({ exe }) => exe.run({ x: [1, 2], y: [1, 2] }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], { limit: {} }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], { limits: 5 }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], { limits: { instructions: -1 } }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], { signal: {} }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], { signal: new AbortController() }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], { onTrace: 5 }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ exe }) => exe.run([1, 2], [1, 2], { signal: AbortSignal.abort() }),
    says: 'CANCELLED [js.c15] run:',
  },
  {
    call: ({ exe, Literal }) => exe.run([1, 2], Literal.from([1, 2, 3])),
    says: 'INVALID_ARGUMENT [js.c24] run:',
  },
  {
    call: ({ exe, Literal }) => exe.run([1, 2], Literal.from([1, 2], 'S32')),
    says: 'INVALID_ARGUMENT [js.c24] run:',
  },
  {
    call: ({ exe, f32 }) => exe.run([1, 2], f32(2)),
    says: 'INVALID_ARGUMENT [js.c28] run:',
  },
  {
    call: ({ exe }) => exe.run(new Float32Array(2), new Float32Array(3)),
    says: 'INVALID_ARGUMENT [js.c8] run:',
  },
  {
    call: ({ exe }) => exe.runSync([1, 2], [1, 2], { signal: AbortSignal.abort() }),
    says: 'INVALID_ARGUMENT [js.c22] runSync:',
  },
  {
    call: ({ exe }) => exe.execute([1, 2], [1, 2]),
    says: 'INVALID_ARGUMENT [js.c82] execute: an executable has no method of this name',
    help: 'write await executable.run(...)',
  },
  {
    call: ({ parseHlo }) =>
      parseHlo('ENTRY e { x = f32[1] parameter(0) ROOT y = f32[2] broadcast(x), dimensions={0} }'),
    says: 'INVALID_ARGUMENT [hlo_broadcast.c4] broadcast: f32[1] cannot become f32[2] with dimensions={0}',
    help: 'reshape the dimension of size 1 away before the array is broadcast',
  },
  {
    call: ({ parseHlo }) =>
      parseHlo('ENTRY e { x = f32[3] parameter(0) ROOT y = f32[2] broadcast(x), dimensions={0} }'),
    says: 'INVALID_ARGUMENT [hlo_broadcast.c4] broadcast: f32[3] cannot become f32[2] with dimensions={0}',
    help: 'a dimension keeps its size: nothing is stretched at the HLO level',
  },
  {
    call: ({ parseHlo }) =>
      parseHlo('ENTRY e { x = f32[] parameter(0) ROOT y = f32[<=2] broadcast(x), dimensions={} }'),
    says: 'INVALID_ARGUMENT [dynamic.c2] broadcast: the result was given as f32[<=2], it is f32[2]',
    help: 'set-dimension-size makes a dimension dynamic, and static again where it sets the bound',
  },
  {
    call: ({ parseHlo }) => parseHlo(),
    says: 'INVALID_ARGUMENT [js.c5] parseHlo:',
  },
  {
    call: ({ parseHlo }) => parseHlo(5),
    says: 'INVALID_ARGUMENT [js.c5] parseHlo:',
  },
  {
    call: ({ parseHlo }) => parseHlo(''),
    says: 'INVALID_ARGUMENT [text.p1]',
  },
  {
    call: ({ parseHlo }) => parseHlo('hello'),
    says: 'INVALID_ARGUMENT [text.p1]',
  },
  {
    call: ({ parseHlo }) => parseHlo('ENTRY e { ROOT x = f32[2] add(y, z) }'),
    says: 'INVALID_ARGUMENT [text.p4]',
  },
  {
    call: ({ parseHlo }) => parseHlo('ENTRY e { ROOT x = f32[2] parameter(0), foo=1 }'),
    says: 'INVALID_ARGUMENT [text.p6]',
  },
  {
    call: ({ parseHlo }) => parseHlo('ENTRY e { x = f32[2] parameter(0)\n ROOT y = f32[3] negate(x) }'),
    says: 'INVALID_ARGUMENT [verifier.c7] negate:',
  },
  {
    call: ({ parseHlo }) =>
      parseHlo('ENTRY e { x = f32[2,3] parameter(0)\n y = s32[2,3] parameter(1)\n ROOT z = f32[2,3] add(x, y) }'),
    says: 'INVALID_ARGUMENT [elementwise.c2] add:',
  },
  {
    call: ({ parseHlo }) =>
      parseHlo('ENTRY e { x = f32[2,3] parameter(0)\n ROOT y = f32[3,2] transpose(x), dimensions={0,0} }'),
    says: 'INVALID_ARGUMENT [transpose.c1] transpose:',
  },
  {
    call: ({ parseHlo }) => parseHlo('module @x { func.func @main() }'),
    says: 'INVALID_ARGUMENT [text.p1]',
  },
  {
    call: ({ parseHlo }) => parseHlo(new Uint8Array(5)),
    says: 'INVALID_ARGUMENT [js.c5] parseHlo:',
  },
  {
    call: ({ big, parseHlo }) => parseHlo('ENTRY e { ROOT ' + big + ' = f32[2] foo() }'),
    says: 'INVALID_ARGUMENT [text.p14]',
  },
  {
    call: ({ big, parseHlo }) => parseHlo('ENTRY e { ROOT x = f32[2] ' + big + '() }'),
    says: 'INVALID_ARGUMENT [text.p14]',
  },
  {
    call: ({ big, parseHlo }) => parseHlo('ENTRY e { ROOT x = f32[2] add(' + big + ') }'),
    says: 'INVALID_ARGUMENT [text.p4]',
  },
  {
    call: ({ parseProto }) => parseProto(),
    says: 'INVALID_ARGUMENT [js.c5] parseProto:',
  },
  {
    call: ({ parseProto }) => parseProto('abc'),
    says: 'INVALID_ARGUMENT [js.c5] parseProto:',
  },
  {
    call: ({ parseProto }) => parseProto([1, 2]),
    says: 'INVALID_ARGUMENT [js.c5] parseProto:',
  },
  {
    call: ({ parseProto }) => parseProto(new Uint8Array(3)),
    says: 'INVALID_ARGUMENT [proto.c1]',
  },
  {
    call: ({ parseProto }) => parseProto(new ArrayBuffer(4)),
    says: 'INVALID_ARGUMENT [js.c5] parseProto:',
  },
  {
    call: ({ explainBroadcast }) => explainBroadcast(),
    says: 'INVALID_ARGUMENT [js.c5] explainBroadcast: lhs is undefined, not a shape',
    help: "pass a shape such as f32(2, 3), or its text 'f32[2,3]'",
  },
  {
    call: ({ f32, explainBroadcast }) => explainBroadcast(f32(2)),
    says: 'INVALID_ARGUMENT [js.c5] explainBroadcast: rhs is undefined, not a shape',
    help: "pass a shape such as f32(2, 3), or its text 'f32[2,3]'",
  },
  {
    call: ({ explainBroadcast }) => explainBroadcast('f32[2', 'f32[2]'),
    says: 'INVALID_ARGUMENT [js.c21] explainBroadcast: \']\' is missing at position 5 of "f32[2"',
    help: 'write it as f32[2,3], s32[], (f32[2], u8[4]) or f32[2,3]{0,1}',
  },
  {
    call: ({ explainBroadcast }) => explainBroadcast('F32[2]', 'f32[2]'),
    says: 'INVALID_ARGUMENT [js.c21] explainBroadcast: "F32" is not an element type, at position 0 of "F32[2]"',
    help: 'did you mean f32?',
  },
  {
    call: ({ explainBroadcast }) => explainBroadcast([2, 3], [3]),
    says: 'INVALID_ARGUMENT [js.c5] explainBroadcast: lhs is an array of 2 elements, not a shape',
    help: "pass a shape such as f32(2, 3), or its text 'f32[2,3]'",
  },
  {
    call: ({ f32, explainBroadcast }) => explainBroadcast(f32(2, 3), f32(3), 1),
    says: 'INVALID_ARGUMENT [js.c5] explainBroadcast: broadcastDimensions is 1, not an array of integers',
    help: 'pass the dimension numbers alone, such as [1]',
  },
  {
    call: ({ f32, explainBroadcast }) => explainBroadcast(f32(2, 3), f32(3), [1.5]),
    says: 'INVALID_ARGUMENT [js.c5] explainBroadcast: broadcastDimensions[0] is 1.5, not an integer',
    help: 'pass a whole number',
  },
  {
    call: ({ f32, explainBroadcast }) => explainBroadcast(f32(2, 3), f32(3), [2 ** 53]),
    says: 'INVALID_ARGUMENT [js.c5] explainBroadcast: broadcastDimensions[0] is 9007199254740992, too big for a number: numbers are exact only below 2^53',
    help: 'write integers beyond as bigints, as in 9007199254740992n',
  },
  {
    call: ({ f32, explainBroadcast }) => explainBroadcast(f32(2, 3), f32(3), { broadcastDimensions: [1] }),
    says: 'INVALID_ARGUMENT [js.c5] explainBroadcast: broadcastDimensions is a plain object, not an array of integers',
    help: 'pass the dimension numbers alone, such as [1]',
  },
  {
    call: ({ prog }) => prog.toHloText('short'),
    says: 'INVALID_ARGUMENT [js.c22] toHloText: the options are "short"',
    help: 'write options with their names, { form: ..., printLargeConstants: ... }',
  },
  {
    call: ({ prog }) => prog.toHloText({ form: 'tiny' }),
    says: 'INVALID_ARGUMENT [js.c22] toHloText: form is "tiny"',
    help: 'use "default", "short" or "long"',
  },
  {
    call: ({ prog }) => prog.toHloText({ forms: 'short' }),
    says: 'INVALID_ARGUMENT [js.c22] toHloText: unknown option "forms"',
    help: 'the options are form and printLargeConstants',
  },
  {
    call: ({ prog }) => prog.toProto({ config: 1 }),
    says: 'INVALID_ARGUMENT [js.c22] toProto: config is 1',
    help: 'use true or false',
  },
  {
    call: ({ prog }) => prog.toProto(5),
    says: 'INVALID_ARGUMENT [js.c22] toProto: the options are 5',
    help: 'write the option with its name, { config: ... }',
  },
  {
    call: ({ prog }) => (({ toHloText }) => toHloText())(prog),
    says: 'INVALID_ARGUMENT [js.c81] toHloText: it was called on nothing, not on a computation',
    help: 'write computation.toHloText(...), or keep the method bound: computation.toHloText.bind(computation)',
  },
  {
    call: ({ prog }) => prog.run([1, 2]),
    says: 'INVALID_ARGUMENT [js.c82] run: a computation has no method of this name',
    help: 'write const executable = await client.compile(computation), then await executable.run(...)',
  },
  {
    call: ({ registerCustomCall }) => registerCustomCall(),
    says: 'INVALID_ARGUMENT [js.c32] registerCustomCall: the name is undefined',
    help: 'give the name that the program calls, callTargetName of customCall, as a string',
  },
  {
    call: ({ registerCustomCall }) => registerCustomCall('x'),
    says: 'INVALID_ARGUMENT [js.c32] registerCustomCall: "x" is registered with undefined',
    help: 'give a function of the operands: (operands, call) => literal',
  },
  {
    call: ({ registerCustomCall }) => registerCustomCall(5, () => 1),
    says: 'INVALID_ARGUMENT [js.c32] registerCustomCall: the name is 5',
    help: 'give the name that the program calls, callTargetName of customCall, as a string',
  },
  {
    call: ({ readNpy }) => readNpy(),
    says: 'INVALID_ARGUMENT [js.c5] readNpy:',
  },
  {
    call: ({ readNpy }) => readNpy('file.npy'),
    says: 'INVALID_ARGUMENT [js.c5] readNpy:',
  },
  {
    call: ({ readNpy }) => readNpy(new Uint8Array(4)),
    says: 'INVALID_ARGUMENT [js.c40] readNpy:',
  },
  {
    call: ({ readNpz }) => readNpz(new Uint8Array(4)),
    says: 'INVALID_ARGUMENT [js.c42] readNpz:',
  },
  {
    call: ({ writeNpy }) => writeNpy(),
    says: 'INVALID_ARGUMENT [js.c5] writeNpy: undefined is not a Literal',
    help: 'use Literal.from(...)',
  },
  {
    call: ({ writeNpy }) => writeNpy([1, 2]),
    says: 'INVALID_ARGUMENT [js.c5] writeNpy: an array of 2 elements is not a Literal',
    help: 'use Literal.from(...)',
  },
  {
    call: ({ writeNpz }) => writeNpz(),
    says: 'INVALID_ARGUMENT [js.c5] writeNpz: the arrays are undefined',
    help: 'pass an object of literals, as in { weights: literal }, or a Map',
  },
  {
    call: ({ Literal, writeNpz }) => writeNpz([Literal.from(1)]),
    says: 'INVALID_ARGUMENT [js.c5] writeNpz:',
  },
  {
    call: ({ client, big }) => client.compile(big),
    says: 'INVALID_ARGUMENT [text.p1] expected HloModule',
  },
  {
    call: ({ exe, big }) => exe.run([1, 2], [1, 2], { [big]: 1 }),
    says: 'INVALID_ARGUMENT [js.c22] run:',
  },
  {
    call: ({ big, registerCustomCall }) => registerCustomCall(big),
    says: 'INVALID_ARGUMENT [js.c32] registerCustomCall:',
  },
  {
    call: ({ big, Client }) => Client.create({ [big]: 1 }),
    says: 'INVALID_ARGUMENT [js.c22] Client.create:',
  },
];
