/** JavaScript's name of a builder function: `Add` is `add`, `SVD` is `svd`. */
export function javaScriptName(name: string): string {
  return /^[A-Z]+$/.test(name) ? name.toLowerCase() : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
