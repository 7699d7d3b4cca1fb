/** `hloom print`: a program in another form. */

import { parseProto, type XlaComputation } from '../index.node.js';
import { sharedOptions, type Command } from './command.js';
import { exitCodes, usageFailure } from './failure.js';
import { writeOutput } from './io.js';
import { optionOf } from './options.js';
import { loadProgram } from './program-file.js';

interface TextOptions {
  readonly printLargeConstants: boolean;
  readonly locations: boolean;
}
const forms: Readonly<Record<string, (computation: XlaComputation, options: TextOptions) => string | Uint8Array>> = {
  hlo: (computation, { printLargeConstants }) => computation.toHloText({ printLargeConstants }).trimEnd(),
  proto: bytesOf,
  dot: (computation) => computation.toDot(),
  json: (computation) => JSON.stringify(computation.toJson(), null, 2),
  stablehlo: (computation, { locations }) => computation.toStableHloText({ locations }).trimEnd(),
};

/**
 * The bytes of an HloModuleProto, or of an HloModuleProtoWithConfig if the first line of the program has properties
 * without fields there, such as `replica_count`. XLA can also read this one as an HloProto.
 */
function bytesOf(computation: XlaComputation): Uint8Array {
  const bytes = computation.toProto();
  const again = parseProto(bytes, { allowMixedPrecision: true });
  const keepsAll = Buffer.compare(configOf(computation), configOf(again)) === 0;
  again.dispose();
  return keepsAll ? bytes : computation.toProto({ config: true });
}

/**
 * The configuration comes after the module. The tag and the length in front of the module shift it, so the result
 * begins with the last few bytes of the module.
 */
function configOf(computation: XlaComputation): Uint8Array {
  return computation.toProto({ config: true }).subarray(computation.toProto().length);
}

export const print: Command = {
  name: 'print',
  summary: 'print a program as HLO or StableHLO text, bytes, or a graph',
  usage: 'FILE --to hlo|stablehlo|proto|dot|json [--out FILE] [--elide-large-constants] [--locations]',
  operands: { name: 'a program', min: 1, max: 1 },
  options: [
    {
      name: 'to',
      value: 'FORM',
      choices: Object.keys(forms),
      doc: 'hlo, stablehlo: text; proto: the bytes of an HloModuleProto, or with replica_count and the like of an HloModuleProtoWithConfig; dot: a graph for Graphviz; json: a graph for programs',
    },
    { name: 'out', value: 'FILE', doc: 'write to FILE instead of the standard output' },
    {
      name: 'elide-large-constants',
      doc: 'with --to hlo, print constants of more than 10 elements as {...}, as XLA does by default',
    },
    {
      name: 'locations',
      doc: 'with --to stablehlo, print the names and source lines of operations: loc("jit(f)/add"("f.py":3:4))',
    },
    sharedOptions.from,
    sharedOptions.mixedPrecision,
    sharedOptions.elidedConstants,
    sharedOptions.argumentShapes,
  ],
  details: [
    'FILE is HLO text (.hlo, .txt), StableHLO (.mlir, .mlirbc), an HloModuleProto (.pb), or - for the standard input.',
  ],
  examples: [
    ['hloom print add.pb --to hlo', 'bytes as text'],
    ['hloom print add.hlo --to dot | dot -Tsvg > add.svg', 'a picture, by Graphviz'],
  ],
  async run(given, io) {
    const to = optionOf(given, 'to');
    if (to === undefined) {
      throw usageFailure('it needs --to', 'it can be hlo, stablehlo, proto, dot or json: hloom print FILE --to hlo');
    }
    const elide = optionOf(given, 'elide-large-constants') !== undefined;
    if (elide && to !== 'hlo') {
      throw usageFailure(
        '--elide-large-constants is about HLO text',
        `leave it out with --to ${to}, or write --to hlo`,
      );
    }
    const locations = optionOf(given, 'locations') !== undefined;
    if (locations && to !== 'stablehlo') {
      throw usageFailure('--locations is about StableHLO', `leave it out with --to ${to}, or write --to stablehlo`);
    }
    const out = optionOf(given, 'out');
    if (to === 'proto' && out === undefined && io.outIsTerminal) {
      throw usageFailure('the bytes of a program are not for a terminal', 'write --out program.pb, or > program.pb');
    }
    const { computation } = await loadProgram(given, io);
    const form = forms[to]?.(computation, { printLargeConstants: !elide, locations }) ?? '';
    io.signal.throwIfAborted();
    if (out !== undefined) writeOutput(out, typeof form === 'string' ? `${form.trimEnd()}\n` : form);
    else if (typeof form === 'string') io.print(form);
    else io.printBytes(form);
    return exitCodes.ok;
  },
};
