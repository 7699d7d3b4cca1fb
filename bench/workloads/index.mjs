// The measured workloads. A workload has
//
//   name, title, family
//   op           its operation, for the tables of `subjects`, with `attributes`
//   parameters   its arguments in order: name, shape, type, data() and `constant` for weights and tables, which a program
//                may contain
//   result       count, want and the other fields that measure/check.mjs reads
//   flops        floating-point operations of one call, if they limit it
//   traffic      its reads and writes, if they limit it: `pass` is the pass over memory to compare with, 'read',
//                'copy' or 'triad', and `bytes` the sum over all arrays
//   unit, per    the unit of times: 'ms', 'us', 'ns', or another word if there is a baseline; `per` steps make a call
//   places       'engine' and 'js' by default; see measure/measure.mjs
//   cold         the first call counts, in a new process
import { building } from './building.mjs';
import { calls } from './calls.mjs';
import { contractions } from './contractions.mjs';
import { elementwise } from './elementwise.mjs';
import { linearAlgebra } from './linear-algebra.mjs';
import { models } from './models.mjs';
import { movement } from './movement.mjs';
import { reductions } from './reductions.mjs';
import { sorting } from './sorting.mjs';

export const families = {
  contractions,
  elementwise,
  reductions,
  movement,
  sorting,
  linearAlgebra,
  models,
  calls,
  building,
};

export const workloads = Object.entries(families).flatMap(([family, list]) =>
  list.map((workload) => ({ attributes: {}, unit: 'ms', per: 1, ...workload, family })),
);

export function workloadNamed(name) {
  return workloads.find((workload) => workload.name === name);
}
