/** The languages of programs that are text. */

// Comments, then a module, an alias, a function, the generic form of a module, or resources.
const mlir =
  /^\s*(?:\/\/[^\n]*\n\s*)*(?:module\s*(?:@|\{|attributes\b)|[#!][\w.]+\s*=|func\.func\b|"builtin\.module"|\{-#)/;

/** Returns whether a text is MLIR, such as StableHLO, and not HLO. */
export function isStableHloText(text: string): boolean {
  return mlir.test(text);
}
