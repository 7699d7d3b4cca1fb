// The text of shapes, read here and in the core: tests/data/shape-texts.json, which tests/core reads too, and random texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { builderInstance, init } from '../../../js/src/builder/builder-instance.js';
import { HloomError } from '../../../js/src/base/errors.js';
import { installPlatform } from '../../../js/src/instance/platform.js';
import { nodePlatform } from '../../../js/src/instance/platform.node.js';
import { Shape } from '../../../js/src/values/shape.js';

interface Corpus {
  readonly good: readonly { readonly text: string; readonly shape: string }[];
  readonly bad: readonly Refused[];
  /** Only one of the two refuses them: capitals, and numbers that JavaScript does not have. */
  readonly different: readonly Refused[];
}

interface Refused {
  readonly text: string;
  readonly core: string;
  readonly package: string;
}

const file = join(__dirname, '../../data/shape-texts.json');
const corpus = JSON.parse(readFileSync(file, 'utf8')) as Corpus;

beforeAll(async () => {
  installPlatform(nodePlatform);
  await init();
});

/** The result of parsing a text: the shape with its layout, or the rule and the position of the error. */
function verdict(read: () => string): string {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    const position = /at (?:position|character) (\d+)/.exec([thrown.headline, ...thrown.details].join('\n'))?.[1];
    return position === undefined ? thrown.rule : `${thrown.rule} at ${position}`;
  }
}

const inPackage = (text: string): string => verdict(() => Shape.parse(text).toStringWithLayout());
const inCore = (text: string): string =>
  verdict(() => builderInstance('test').call('shape.parse', { shape: text }).text_with_layout);

test('good texts', () => {
  expect(corpus.good.map(({ text }) => ({ text, shape: inPackage(text) }))).toEqual(corpus.good);
  for (const { text, shape } of corpus.good) expect([text, inCore(text)]).toEqual([text, shape]);
});

test.each(['bad', 'different'] as const)('%s texts', (part) => {
  const read = corpus[part].map(({ text }) => ({ text, core: inCore(text), package: inPackage(text) }));
  expect(read).toEqual(corpus[part]);
});

test('what one of the two refuses is told apart from what both do', () => {
  const isRule = (said: string): boolean => /^[a-z]+\.[a-z]\d+( at \d+)?$/.test(said);
  for (const { text, core, package: here } of corpus.bad)
    expect([text, isRule(core) && isRule(here)]).toEqual([text, true]);
  for (const { text, core, package: here } of corpus.different) {
    expect([text, isRule(core) !== isRule(here)]).toEqual([text, true]);
  }
});

/** Numbers from 0 to below 1, always the same ones. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Capitals, signs, dynamic sizes without a bound, large numbers, and buffers of other shapes than arrays: see the
 * corpus.
 */
const isDifferent = /[A-Z][0-9]|\(U|[-?]|[0-9]{9}|b\([^]*(?:token|opaque)/;

test('random texts mean the same here and in the core, or are refused at the same place', () => {
  const random = randomNumbers(13);
  const below = (n: number): number => Math.floor(random() * n);
  const pieces = [
    'f32',
    's4',
    'token',
    'opaque',
    'b(',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    ',',
    ':',
    '0',
    '1',
    '2',
    '<=',
    ' ',
    '\n',
  ]
    .concat([
      '/*x*/',
      '//',
      '/',
      '*',
      '#',
      'T(',
      'S(1)',
      'SC(',
      'L(2)',
      'E(4)',
      'M(8)',
      'D(D)',
      '#(u32)',
      '*(u8)',
      'P(',
      'PAD(',
    ])
    .concat(['ZERO_PAD', 'x', '_', '+', '~', '\u00e9', '\t']);
  const texts = corpus.good.map(({ text }) => text).concat(corpus.bad.map(({ text }) => text));
  const differences: [text: string, here: string, there: string][] = [];
  let refused = 0;
  const count = 5_000;
  for (let i = 0; i < count; i++) {
    let text = texts[below(texts.length)] ?? '';
    for (let edits = below(4); edits > 0; edits--) {
      const at = below(text.length + 1);
      const piece = pieces[below(pieces.length)] ?? '';
      text = text.slice(0, at) + (below(2) === 0 ? piece : '') + text.slice(at + below(3));
    }
    if (isDifferent.test(text)) continue;
    const [there, here] = [inCore(text), inPackage(text)];
    const [ruleThere = '', placeThere] = there.split(' at ');
    const [ruleHere = '', placeHere] = here.split(' at ');
    if (/^js\./.test(ruleHere)) refused++;
    // Both name the place of what does not follow the grammar; positions count bytes there, and UTF-16 units here.
    const isGrammar = ruleHere === 'js.c21' && /^shape\.p/.test(ruleThere) && !/[^\0-\x7f]/.test(text);
    const isSame = isGrammar
      ? placeHere === placeThere
      : /^js\./.test(ruleHere)
        ? /^(?:shape|layout|parts)\./.test(ruleThere)
        : here === there;
    if (!isSame) differences.push([text, here, there]);
  }
  expect(differences).toEqual([]);
  expect(refused).toBeGreaterThan(count / 4);
  expect(refused).toBeLessThan((count * 19) / 20);
});
