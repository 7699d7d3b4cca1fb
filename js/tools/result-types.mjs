// The types of results: which element type and sizes they have, as far as they follow from those of the operands. See
// js/src/values/typed.ts. Functions that are not named here give an operation of which TypeScript knows neither.

const words = (text) => new Set(text.trim().split(/\s+/));

/** Each element of the operand gives one of its type. */
const sameShape = words(`
  acos acosh asin asinh atan atanh besselI0e besselI1e cbrt ceil cholesky clz collectivePermute conj copy cos cosh
  crossReplicaSum digamma dynamicUpdateSlice erf erfc erfInv exp expm1 floor lgamma log log1p logistic lowerTriangle
  maybeConjugate neg not onesLike optimizationBarrier populationCount reciprocal reducePrecision rev round
  roundNearestEven roundToEven rsqrt sign sin sinh softmax sqrt square symmetrize tan tanh triangle updateSlice
  updateSliceInMinorDims upperTriangle zerosLike`);
const ofTruth = words('isFinite isInf isPosInf isNegInf isNan isNegZero');
const ofParts = words('abs real imag');
/** The result has the element type of the operand, and other sizes. */
const sameType = words(`
  broadcast broadcastInDim broadcastTo collapse dynamicSlice dynamicSliceInMinorDims gather mean pad padInDim prod reduce
  reduceMax reduceMin reduceWindow reshapeWithInferredDimension scalarLike slice sliceInDim sliceInMinorDims sum`);
const arithmetic = words(`
  add and atan2 div max min mul mulhi or pow rem shiftLeft shiftRightArithmetic shiftRightLogical sub xor`);
const products = words('batchDot dot dotGeneral einsum');
const comparisons = words(`
  compare eq eqTotalOrder ge geTotalOrder gt gtTotalOrder le leTotalOrder lt ltTotalOrder ne neTotalOrder`);

/**
 * The types of a function: its type parameters, the types of some arguments, and that of its result.
 *
 * @param subject - the argument of the type `XlaOp<T, D>`
 * @param isMethod - true for a method of the subject, whose T and D are those of its class
 * @returns undefined for a function whose result has no type known
 */
export function resultTypes(row, subject, isMethod) {
  const own = isMethod ? [] : ['T = any', 'D = any'];
  const self = { [subject?.js]: 'XlaOp<T, D>' };
  const of = (result, parameters = own, types = self) => ({ parameters, types, result });
  const { js } = row;
  if (js === 'parameter') {
    return { parameters: ['S extends Shape | string'], types: { shape: 'S' }, result: 'OpOf<S>' };
  }
  if (arithmetic.has(js) || comparisons.has(js)) {
    const type = comparisons.has(js) ? "'PRED'" : isMethod ? 'T' : 'TypeOfOperands<L, R>';
    const left = isMethod ? 'XlaOp<T, D>' : 'L';
    const operands = isMethod ? ['R extends Operand<T>'] : ['L extends Operand', 'R extends OperandLike<L>'];
    const types = { lhs: 'L', rhs: 'R', x: 'L', y: 'R', broadcastDimensions: `DimensionsBetween<${left}, R, B>` };
    const stretches = row.arguments.some(({ js }) => js === 'broadcastDimensions');
    return of(
      `XlaOp<${type}, ${isMethod ? 'Broadcast<D, R>' : 'BroadcastOf<L, R>'}>`,
      stretches ? [...operands, 'const B extends readonly Int64[]'] : operands,
      types,
    );
  }
  if (subject?.kind !== 'op') return undefined;
  // The builder's products convert operands of two types, as XLA does.
  if (isMethod && products.has(js)) return of('XlaOp', own, { rhs: 'XlaOp<T>', y: 'XlaOp<T>' });
  // The first argument of the builder's clamp is the minimum, which may be a number.
  if (sameShape.has(js) || (isMethod && js === 'clamp')) return of('XlaOp<T, D>');
  if (ofTruth.has(js)) return of("XlaOp<'PRED', D>");
  if (ofParts.has(js)) return of('XlaOp<PartOf<T>, D>');
  if (sameType.has(js)) return of('XlaOp<T>');
  if (js === 'convertElementType') {
    return of('XlaOp<Spelled<N>, D>', ['N extends ElementTypeName', ...own], { ...self, newElementType: 'N' });
  }
  if (js === 'reshape' && !row.arguments.some(({ name }) => name === 'dimensions')) {
    return of('XlaOp<T, Reshaped<N>>', ['const N extends readonly Int64[]', ...own], { ...self, newSizes: 'N' });
  }
  if (js === 'transpose') {
    const parameters = ['const P extends readonly Int64[]', ...own];
    return of('XlaOp<T, Permuted<D, P>>', parameters, { ...self, permutation: 'P & PermutationOf<D, P>' });
  }
  return undefined;
}
