// The picture that an operation of the gallery has: the chapters of the builder's table, gathered into families.

const chapters = {
  elementwise: ['elementwise binary', 'elementwise unary', 'elementwise ternary', 'comparison', 'conversion'],
  movement: ['shapes', 'data movement', 'slices and selections', 'parts of matrices', 'dynamic sizes'],
  reduce: ['reductions', 'normalization'],
  windows: ['windows'],
  products: ['products'],
  sorting: ['sorting'],
  control: ['computations', 'computations of scalars'],
  creation: ['parameters and constants', 'values of types', 'filled arrays'],
  random: ['random numbers'],
  algebra: ['linear algebra'],
  spectral: ['spectral'],
  collectives: ['devices'],
  host: ['host', 'tuples and tokens'],
};
const byChapter = new Map(Object.entries(chapters).flatMap(([family, names]) => names.map((name) => [name, family])));

/** Functions that are drawn as others than those of their chapter. */
const apart = {
  elementwise: ['map', 'dequantize'],
  indexing: [
    'gather',
    'scatter',
    'torchGather',
    'torchScatterDense',
    'torchIndexSelect',
    'dynamicSlice',
    'dynamicUpdateSlice',
  ],
  movement: ['concatScalars'],
  reduce: ['reduce', 'reduceAll', 'scan'],
  windows: ['conv', 'dynamicConvForward', 'dynamicConvInputGrad', 'dynamicConvKernelGrad'],
  host: ['optimizationBarrier', 'copy'],
};
const byName = new Map(Object.entries(apart).flatMap(([family, names]) => names.map((name) => [name, family])));

/** The family of a function of the builder. */
export function familyOfGroup({ js, group }) {
  if (js.startsWith('conv') && group === 'products') return 'windows';
  const family = byName.get(js) ?? (group === 'special functions' ? 'elementwise' : byChapter.get(group));
  if (family === undefined) throw new Error(`the chapter ${group} has no family: give it one here`);
  return family;
}

/** The family of an HLO operation that no function makes. */
export function familyOfOperation(name) {
  if (/^(all-|collective-)/.test(name)) return 'collectives';
  if (name === 'bitcast') return 'movement';
  if (/^async-|^fusion$/.test(name)) return 'control';
  if (name.startsWith('rng-')) return 'random';
  return 'host';
}
