// The progress of a reader is stored, read again, and not lost if the storage refuses.
import { Progress, seedOf, type Store } from '../../../web-demo/src/learn/progress.js';

/** A storage in memory. */
function memory(text?: string): Store & { text: string | null } {
  return {
    text: text ?? null,
    getItem() {
      return this.text;
    },
    setItem(_, value) {
      this.text = value;
    },
  };
}

test('what is done is there again', () => {
  const store = memory();
  const progress = new Progress(store, undefined);
  expect(progress.next).toBe('reading-a-shape');
  for (const answer of ['1', '2', '3']) progress.solve('reading-a-shape', answer);
  expect(progress.next).toBe('purpose');
  progress.predict('purpose', '15');
  for (const answer of ['1', '2', '3']) progress.solve('purpose', answer);
  progress.predict('outer', 'f32[2,3]');
  const again = new Progress(store, undefined);
  expect(again.of('purpose')).toEqual({
    ...progress.of('purpose'),
    prediction: '15',
    answers: ['1', '2', '3'],
    done: true,
  });
  expect(again.of('outer')).toEqual({ ...progress.of('outer'), prediction: 'f32[2,3]', answers: [], done: false });
  expect(again.next).toBe('scalar');
  expect(again.isComplete).toBe(false);
});

test('other exercises let answers go, and not what was done', () => {
  const progress = new Progress(memory(), 7);
  for (const answer of ['1', '2', '3', '4']) progress.solve('scalar', answer);
  expect(progress.of('scalar')).toEqual({ seed: 7, prediction: undefined, answers: ['1', '2', '3'], done: true });
  progress.renew('scalar', 8);
  expect(progress.of('scalar')).toEqual({ seed: 8, prediction: undefined, answers: [], done: true });
});

test('an address with a seed takes its exercises', () => {
  const store = memory();
  new Progress(store, 7).solve('scalar', 'a');
  expect(new Progress(store, 7).of('scalar').answers).toEqual(['a']);
  expect(new Progress(store, undefined).of('scalar').answers).toEqual(['a']);
  expect(new Progress(store, 9).of('scalar')).toEqual({ seed: 9, prediction: undefined, answers: [], done: false });
  expect(['?seed=7', '?seed=0', '?seed=-1', '?seed=1e3', '?seed=12345', '?seed=', ''].map(seedOf)).toEqual([
    7,
    ...Array<undefined>(6).fill(undefined),
  ]);
});

test.each([
  'null',
  '[]',
  '7',
  '{',
  '{"scalar":null}',
  '{"scalar":{"seed":"7","answers":[]}}',
  '{"scalar":{"seed":0,"answers":[]}}',
  '{"scalar":{"seed":7,"answers":[1]}}',
  '{"scalar":{"seed":7,"answers":["","","",""]}}',
  '{"unknown":{"seed":7,"answers":[]}}',
])('what is not understood is left out: %s', (text) => {
  const progress = new Progress(memory(text), 3);
  expect(progress.of('scalar')).toEqual({ seed: 3, prediction: undefined, answers: [], done: false });
});

test('a storage that throws is as good as none', () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  for (const store of [undefined, { getItem: refuse, setItem: refuse }]) {
    const progress = new Progress(store, undefined);
    progress.predict('scalar', 'illegal');
    expect(progress.of('scalar').prediction).toBe('illegal');
  }
});
