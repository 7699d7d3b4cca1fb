/**
 * Platform types that only some programs have: the DOM library and Node's types declare them, and a program that is
 * compiled with neither does not know them. If they exist, these types are the same; otherwise they declare the parts
 * that hloom needs. So the declarations of this package compile with any `lib` and any `types`.
 */

/** The parts of an AbortSignal that hloom needs. */
export interface MinimalAbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** `AbortSignal` */
export type AmbientAbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : MinimalAbortSignal;

/** `URL` */
export type AmbientUrl = typeof globalThis extends { URL: { prototype: infer T } } ? T : { readonly href: string };

/** `WebAssembly.Module` */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;

/** `WebAssembly.Instance` */
export type WasmInstance = typeof globalThis extends { WebAssembly: { Instance: { prototype: infer T } } }
  ? T
  : { readonly exports: object };

/** `WebAssembly.Imports` */
export type WasmImports = typeof globalThis extends {
  WebAssembly: { Instance: new (module: never, imports?: infer T) => unknown };
}
  ? T
  : object | undefined;
