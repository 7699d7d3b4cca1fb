/** The build puts the package's version here. */
declare const HLOOM_VERSION: string | undefined;

/** The package's version; empty where the sources themselves run, as in tests. */
export const packageVersion: string = typeof HLOOM_VERSION === 'undefined' ? '' : HLOOM_VERSION;

/** Returns whether a file with this version belongs to the package. */
export function isPackageVersion(version: string): boolean {
  return packageVersion === '' || version === '' || version === packageVersion;
}
