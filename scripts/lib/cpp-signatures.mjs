// The declarations of the builder's functions from its headers.
import { readFileSync, readdirSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** The declarations of each function in C++, which are its overloads, by its name. */
export function cppSignatures() {
  const signatures = new Map();
  const headersIn = (folder, ending) =>
    readdirSync(inRoot(folder), { recursive: true })
      .filter((name) => name.endsWith(ending))
      .map((name) => inRoot(folder, name));
  const headers = [...headersIn('core/builder/functions', 'functions.h'), ...headersIn('core/builder/lib', '.h')];
  for (const header of headers) {
    // The functions of such a namespace are not part of the public interface.
    const internal = /^namespace (\w+_internal) \{$[^]*?^\} {2}\/\/ namespace \1$/gm;
    const text = readFileSync(header, 'utf8').replace(internal, '');
    // A template has its body in the header.
    for (const [, template = '', type, name, rest] of text.matchAll(
      /^(template <[^\n]*>\n)?(XlaOp|StatusOr<XlaOp>|XlaComputation|void|RngOutput|std::pair<XlaOp, XlaOp>|\w+(?:Decomposition|Result|LogDet)) (\w+)(\([^;]*?\))(?:;| \{)/gm,
    )) {
      signatures.set(name, [...(signatures.get(name) ?? []), `${template}${type} ${name}${rest};`]);
    }
  }
  return signatures;
}
