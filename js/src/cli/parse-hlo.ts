/** Stands in until the package reads HLO text. */
import { HloomError, type XlaComputation } from '../index.node.js';

export function parseHlo(_text: string): XlaComputation {
  throw new HloomError({
    code: 'UNIMPLEMENTED',
    rule: '',
    op: 'parseHlo',
    operands: [],
    headline: 'HLO text is not read yet',
    details: [],
    help: 'give the bytes of an HloModuleProto',
    location: '',
  });
}
