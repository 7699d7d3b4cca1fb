import { only, type Examples } from './examples.js';

const x = 'f32[2,3] 1 2 3 4 5 6';
const target = { callTargetName: 'myfunc', operands: x };
const custom = { ...target, shape: 'f32[3,3]' };
const laidOut = { ...target, shapeWithLayout: 'f32[3,3]', operandShapesWithLayout: "['f32[2,3]{0,1}']" };
const copying = only({
  $hlo: `HloModule m
ENTRY main {
  x = f32[3] parameter(0)
  start = (f32[3], f32[3], u32[]) copy-start(x)
  ROOT y = f32[3] copy-done(start)
}`,
  x: 'f32[3] 1 2 3',
});

export const host: Examples = {
  customCall: only(custom),
  customCallWithComputation: only({ ...custom, computation: "createScalarAddComputation('F32')" }),
  customCallWithLayout: only(laidOut),
  customCallWithComputationAndLayouts: only({ ...laidOut, computation: "createScalarAddComputation('F32')" }),
  customCallWithConvDnums: only({ ...custom, window: '[{ size: 2 }]', dnums: 'bf_io->bf' }),
  compositeCall: only({
    $program: "compositeCall(createScalarAddComputation('F32'), [x, y], 'my.sum')",
    x: 'f32[] 1',
    y: 'f32[] 2',
  }),
  infeed: only({ shape: 'f32[3]' }),
  infeedWithToken: only({ $program: "infeedWithToken(createToken(), 'f32[3]')" }),
  outfeed: only({ operand: x, shapeWithLayout: 'f32[2,3]' }),
  outfeedWithToken: only({ $program: "outfeedWithToken(x, createToken(), 'f32[2,3]')", x }),
  send: only({ operand: x, channelId: '1' }),
  sendWithToken: only({ $program: 'sendWithToken(x, createToken(), 1)', x }),
  sendToHost: only({ $program: "sendToHost(x, createToken(), 'f32[2,3]', 1)", x }),
  recv: only({ shape: 'f32[3]', channelId: '1' }),
  recvWithToken: only({ $program: "recvWithToken(createToken(), 'f32[3]', 1)" }),
  recvFromHost: only({ $program: "recvFromHost(createToken(), 'f32[3]', 1)" }),
  tuple: only({ elements: 'f32[3] 1 2 3; s32[2] 7 8' }),
  getTupleElement: only({ $program: 'getTupleElement(tuple([x, v]), 1)', x, v: 'f32[3] 7 8 9' }),
  afterAll: only({ $program: 'afterAll([createToken(), createToken()])' }),
  createToken: only({ $program: 'createToken()' }),
  copy: only({ operand: x }),
  optimizationBarrier: only({ $program: 'optimizationBarrier(tuple([x, v]))', x, v: 'f32[3] 7 8 9' }),
  'add-dependency': only({
    $hlo: `HloModule m
ENTRY main {
  x = f32[3] parameter(0)
  t = token[] after-all()
  ROOT y = f32[3] add-dependency(x, t)
}`,
    x: 'f32[3] 1 2 3',
  }),
  'copy-start': copying,
  'copy-done': copying,
  domain: only({
    $hlo: `HloModule m
ENTRY main {
  x = f32[4] parameter(0)
  ROOT y = f32[4] domain(x), domain={kind="sharding", entry={devices=[2]0,1}, exit={replicated}}
}`,
    x: 'f32[4] 1 2 3 4',
  }),
};
