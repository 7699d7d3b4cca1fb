/** Complex numbers in cells. */

/** A complex number that fits into a cell, if it has a part that is zero or few digits: `−.11i`, `1+2i`. */
export function shortComplex(text: string, most: number): string {
  const [, re, sign, im] = /^(.*[^e])([+\u2212])(.*)i$/.exec(text) ?? [];
  if (re === undefined || im === undefined) return text;
  for (const digits of [3, 2, 1]) {
    const short = (part: string): string => {
      const value = Number(part);
      return Math.abs(value) < 1e-5 ? '0' : String(Number(value.toPrecision(digits))).replace(/^(-?)0\./, '$1.');
    };
    const [left, right] = [short(re), short(im)];
    const plus = sign === '+' ? (left === '0' ? '' : '+') : '\u2212';
    const whole = right === '0' ? left : `${left === '0' ? '' : left}${plus}${right}i`;
    if (whole.length <= most) return whole;
  }
  return text;
}
