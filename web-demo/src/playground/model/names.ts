/** The names of instructions as the text of the program has them. StableHLO's `%4` may be `exponential.16` in the graph. */

import type { ProgramGraph } from 'hloom';
import { findInstruction } from './find.js';
import { noMap, type TextMap } from './text-map.js';

export class Names {
  readonly #map: TextMap;
  readonly #graph: ProgramGraph | undefined;

  constructor(map: TextMap = noMap, graph?: ProgramGraph) {
    this.#map = map;
    this.#graph = graph;
  }

  /** The text's name of an instruction, or its own if the text has none. */
  of(name: string): string {
    return this.#map.byName.get(name)?.written ?? name;
  }

  /** The instruction that a reader means, by a name of the graph or of the text. */
  find(written: string): string | undefined {
    if (findInstruction(this.#graph, written) !== undefined) return written;
    return this.#map.instructions.find((one) => one.written === written)?.name;
  }

  /** A sentence of the engine with the text's names: `dot.5[0,1]` becomes `%products[0,1]`. */
  in(sentence: string): string {
    if (this.#map.language === 'hlo') return sentence;
    // Names of the graph end with a number, so that no word of a sentence is taken for one.
    return sentence.replaceAll(/%?\b[\w-]+(?:\.\d+)+\b|%?\barg\d+\b/g, (found) => {
      const name = found.replace('%', '');
      const written = this.of(name);
      return written === name ? found : `%${written}`;
    });
  }
}
