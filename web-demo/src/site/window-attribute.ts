/** The attribute `window` of HLO text, one entry for each dimension. */

/** A window along one dimension, as in `window={size=3 stride=2 pad=1_1 lhs_dilate=2 rhs_dilate=2}`. */
export interface WindowDimension {
  readonly size: number;
  readonly stride: number;
  readonly low: number;
  readonly high: number;
  readonly base: number;
  readonly dilation: number;
}

export function parseWindow(text: string): WindowDimension[] {
  const parts = new Map(
    [...text.matchAll(/(\w+)=([^\s{}]+)/g)].map(([, name = '', value = '']) => [name, value.split('x')]),
  );
  return (parts.get('size') ?? []).map((size, d) => {
    const number = (name: string): number => Number(parts.get(name)?.[d] ?? 1);
    const [low = 0, high = 0] = (parts.get('pad')?.[d] ?? '0_0').split('_').map(Number);
    return {
      size: Number(size),
      stride: number('stride'),
      low,
      high,
      base: number('lhs_dilate'),
      dilation: number('rhs_dilate'),
    };
  });
}
