import { only, variants, type Examples } from './examples.js';

const square = 'f32[3,3] 4 2 0 2 5 3 0 3 6';

export const algebra: Examples = {
  cholesky: variants(
    { a: square, lower: 'true' },
    { upper: { lower: 'false' }, 'not square': { a: 'f32[2,3] 1 2 3 4 5 6' } },
  ),
  triangularSolve: variants(
    { a: 'f32[3,3] 2 0 0 1 4 0 3 1 5', b: 'f32[3,1] 6 11 30', leftSide: 'true', lower: 'true' },
    { 'from the right': { leftSide: 'false', b: 'f32[1,3] 6 11 30' } },
  ),
  qr: only({ a: 'f32[3,2] 3 1 4 2 0 5' }),
  qrExplicit: only({ a: 'f32[3,2] 3 1 4 2 0 5', fullMatrices: 'false' }),
  productOfElementaryHouseholderReflectors: only({ a: 'f32[2,2] 1 0 0.5 1', taus: 'f32[2] 1.6 0' }),
  luDecomposition: only({ a: 'f32[3,3] 1 2 4 3 8 14 2 6 13' }),
  selfAdjointEig: only({ a: square }),
  svd: only({ a: 'f32[2,3] 3 0 0 0 -4 0' }),
  sLogDet: only({ a: 'f32[2,2] 1 2 3 4' }),
  logDet: only({ a: 'f32[2,2] 2 0 0 3' }),
  tridiagonalSolver: only({
    lowerDiagonal: 'f32[1,3] 0 1 1',
    mainDiagonal: 'f32[1,3] 2 3 4',
    upperDiagonal: 'f32[1,3] 1 1 0',
    rhs: 'f32[1,3] 4 10 14',
  }),
  tridiagonalMatMul: only({
    upperDiagonal: 'f32[1,3] 1 1 0',
    mainDiagonal: 'f32[1,3] 2 3 4',
    lowerDiagonal: 'f32[1,3] 0 1 1',
    rhs: 'f32[3,1] 1 2 3',
  }),
};
