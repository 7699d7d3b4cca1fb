import { only, variants, type Examples } from './examples.js';

const two = 'f32[2] 1 2 | 10 20';
const four = 'f32[4] 1 2 3 4 | 10 20 30 40';

const started = (form: string, x: string): Examples[string] => only({ $hlo: `HloModule m\n${form}\n}`, x });
const gathering = started(
  `ENTRY main {
  x = f32[2] parameter(0)
  start = (f32[2], f32[4]) all-gather-start(x), replica_groups={{0,1}}, dimensions={0}
  ROOT y = f32[4] all-gather-done(start)`,
  two,
);
const reducing = started(
  `add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY main {
  x = f32[2] parameter(0)
  start = f32[2] all-reduce-start(x), replica_groups={{0,1}}, to_apply=add
  ROOT y = f32[2] all-reduce-done(start)`,
  two,
);
const permuting = started(
  `ENTRY main {
  x = f32[2] parameter(0)
  start = (f32[2], f32[2]) collective-permute-start(x), source_target_pairs={{0,1},{1,0}}
  ROOT y = f32[2] collective-permute-done(start)`,
  two,
);

export const collectives: Examples = {
  replicaId: only({ $program: "add(x, convertElementType(replicaId(), 'F32'))", x: 'f32[] 0 | 0 | 0' }),
  partitionId: only({ $program: "add(x, convertElementType(partitionId(), 'F32'))", x: 'f32[] 5' }),
  allGather: only({ operand: 'f32[2] 1 2 | 10 20 | 100 200', allGatherDimension: '0', shardCount: '3' }),
  allGatherTuple: only({ operands: 'f32[2] 1 2 | 10 20', allGatherDimension: '0', shardCount: '2' }),
  crossReplicaSum: only({ operand: two }),
  allReduce: variants(
    { operand: 'f32[2] 1 2 | 10 20 | 100 200 | 1000 2000', computation: 'add' },
    { 'in two groups': { replicaGroups: '[[0, 1], [2, 3]]' }, 'the largest': { computation: 'max' } },
  ),
  allReduceTuple: only({ operands: 'f32[2] 1 2 | 10 20; f32[1] 5 | 6', computation: 'add' }),
  reduceScatter: only({ operand: four, computation: 'add', scatterDimension: '0', shardCount: '2' }),
  allToAll: only({ operand: four, splitDimension: '0', concatDimension: '0', splitCount: '2' }),
  allToAllTuple: only({ operands: 'f32[2] 1 2 | 10 20; f32[2] 3 4 | 30 40' }),
  raggedAllToAll: only({
    input: 'f32[3] 1 2 3 | 10 20 30',
    inputOffsets: 's32[2] 0 1',
    sendSizes: 's32[2] 1 2 | 1 2',
    output: 'f32[4] 0 0 0 0',
    outputOffsets: 's32[2] 0 0 | 1 2',
    recvSizes: 's32[2] 1 1 | 2 2',
  }),
  collectiveBroadcast: only({ operand: two, replicaGroups: '[[0, 1]]' }),
  collectivePermute: variants(
    { operand: 'f32[2] 1 2 | 10 20 | 100 200', sourceTargetPairs: '[[0, 1], [1, 2], [2, 0]]' },
    {
      'nobody sends to 0': { sourceTargetPairs: '[[0, 1], [1, 2]]' },
      'two to one': { sourceTargetPairs: '[[0, 1], [2, 1]]' },
    },
  ),
  multiCollectivePermute: only({
    operands: 'f32[2] 1 2 | 10 20; f32[2] 3 4 | 30 40',
    sourceTargetPairs: '[[0, 1], [1, 0]]',
  }),
  'all-gather-start': gathering,
  'all-gather-done': gathering,
  'all-reduce-start': reducing,
  'all-reduce-done': reducing,
  'collective-permute-start': permuting,
  'collective-permute-done': permuting,
};
