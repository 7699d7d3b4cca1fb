// The parts of the benchmark that tests take one by one.
export { parseOptions, UsageError } from './lib/options.mjs';
export { replaced } from './lib/report.mjs';
export { limitOf, medianRecord, standing } from './lib/results.mjs';
export { check, positions } from './measure/check.mjs';
export { erf } from './measure/functions.mjs';
export { measure } from './measure/measure.mjs';
export { interpolate, median } from './measure/statistics.mjs';
export { lacking } from './subjects/hloom-programs.mjs';
export { subjects } from './subjects/index.mjs';
export { workloads } from './workloads/index.mjs';
