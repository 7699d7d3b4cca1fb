// The pictures of the broadcast lab: the cells, their places, and the operands of each.
import fc from 'fast-check';
import { Client, explainBroadcast, init, Shape } from 'hloom';
import { answerAtOnce, isMistakes } from '../../../js/elements/model/answer.js';
import { axesFor, axisOf, keyOf, omission, placeOf, places, shownIndices } from '../../../js/elements/model/axis.js';
import { buildProgram } from '../../../js/elements/model/computing.js';
import { edgesOf, fanOut, layOut } from '../../../js/elements/model/geometry.js';
import { moved } from '../../../js/elements/model/navigation.js';
import { overlayOf } from '../../../js/elements/model/overlay.js';
import { lightFor, operandCells, resultCells } from '../../../js/elements/model/picture.js';
import { momentOf, sceneOf, sideNames, sourceIndex } from '../../../js/elements/model/scene.js';
import { cellText, Elements, operandValues } from '../../../js/elements/model/values.js';

beforeAll(() => init());

/** Two shapes that broadcast, with broadcast_dimensions: sizes of a result of rank up to 5, and what each operand has. */
const legal = fc
  .array(fc.record({ size: fc.integer({ min: 1, max: 4 }), kind: fc.constantFrom('both', 'lhs1', 'rhs1', 'new') }), {
    maxLength: 5,
  })
  .map((dimensions) => ({
    lhs: Shape.array(
      'F32',
      dimensions.map(({ size, kind }) => (kind === 'lhs1' ? 1 : size)),
    ),
    rhs: Shape.array(
      'F32',
      dimensions.filter(({ kind }) => kind !== 'new').map(({ size, kind }) => (kind === 'rhs1' ? 1 : size)),
    ),
    dims: dimensions.flatMap(({ kind }, d) => (kind === 'new' ? [] : [d])),
  }))
  .map(({ lhs, rhs, dims }) => ({ lhs, rhs, dims: rhs.rank === lhs.rank || rhs.rank === 0 ? [] : dims }));

test('a long axis shows its beginning and its end, and counts what it leaves out', () => {
  expect(axisOf(3, 6)).toEqual({ size: 3, shown: [0, 1, 2], omitted: 0 });
  // Dots stand for three indices or more.
  expect(axisOf(7, 6)).toEqual({ size: 7, shown: [0, 1, 2, 3, 4, 5, 6], omitted: 0 });
  expect(axisOf(8, 6)).toEqual({ size: 8, shown: [0, 1, 2, 3, 7], omitted: 3 });
  const long = axisOf(1000, 6);
  expect(long).toEqual({ size: 1000, shown: [0, 1, 2, 3, 999], omitted: 995 });
  expect(places(long)).toBe(6);
  expect([0, 3, 4, 999].map((index) => placeOf(long, index))).toEqual([0, 3, undefined, 5]);
  expect(omission(axesFor([1000, 3], 8))).toBe('993 more along dimension 0');
  expect(shownIndices(axesFor([], 8))).toEqual([[]]);
});

test.each([
  [[], 1, 1],
  [[3], 3, 1],
  [[2, 3], 3, 2],
  [[4, 2, 3], 3 + 3 * 0.32, 2 + 3 * 0.32],
  [[2, 3, 2, 2], 3 * 2 + 2 * 0.5, 2 * 2 + 0.5],
  [[2, 2, 3, 2, 2], 3 * 2 + 2 * 0.5 + 0.16, 2 * 2 + 0.5 + 0.16],
])('the block of %j', (dimensions, width, height) => {
  const layout = layOut(axesFor(dimensions, 8));
  expect([layout.width, layout.height]).toEqual([expect.closeTo(width), expect.closeTo(height)]);
  const inFront = shownIndices(layout.axes).flatMap((index) => layout.at(index) ?? []);
  const drawn = inFront.filter(({ depth }) => depth === 0).map(({ x, y }) => `${x},${y}`);
  // No two cells in front lie on each other, and all lie within the block.
  expect(new Set(drawn).size).toBe(drawn.length);
  for (const { x, y } of inFront) {
    expect(x + 1).toBeLessThanOrEqual(width + 1e-9);
    expect(y + 1).toBeLessThanOrEqual(height + 1e-9);
  }
});

test('leafing brings another slice to the front, and sends those before to the back', () => {
  const depths = [0, 1, 2].map((front) => {
    const layout = layOut(axesFor([3, 1, 1], 8), front);
    return [0, 1, 2].map((slice) => layout.at([slice, 0, 0])?.depth);
  });
  expect(depths).toEqual([
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
  ]);
});

test('pages of panes look out behind the one in front, and leave a gap between the panes', () => {
  const layout = layOut(axesFor([3, 1, 2, 2, 2], 8), 1);
  const corner = (page: number, pane: number) => layout.at([page, 0, pane, 0, 1]);
  // Page 1 is in front at the lower left; page 2 and page 0 are each moved up and to the right.
  expect([1, 2, 0].map((page) => corner(page, 0)?.x)).toEqual([1, 1.16, 1.32].map((x) => expect.closeTo(x) as number));
  expect([1, 2, 0].map((page) => corner(page, 0)?.y)).toEqual([0.32, 0.16, 0].map((y) => expect.closeTo(y) as number));
  const edge = (corner(0, 0)?.x ?? 0) + 1;
  expect(layout.at([1, 0, 1, 0, 0])?.x).toBeGreaterThan(edge + 0.1);
});

test('panes that are left out have dots in the middle of a gap of one cell', () => {
  const layout = layOut(axesFor([9, 9, 2, 2], 8));
  // The first and the last pane of 2 x 2 cells along each outer dimension, and 1 cell between them.
  expect([layout.width, layout.height]).toEqual([6, 6]);
  expect(layout.at([0, 8, 0, 0])).toEqual({ x: 4, y: 0, depth: 0 });
  expect(layout.at([8, 0, 1, 1])).toEqual({ x: 1, y: 5, depth: 0 });
  const places = layout.dots.map(({ x, y }) => [x, y]);
  expect(places).toEqual([
    [0.5, 2.5],
    [4.5, 2.5],
    [2.5, 0.5],
    [2.5, 4.5],
  ]);
});

test('a slice that stands after those that are left out comes to the front', () => {
  const axes = axesFor([1000, 1, 1], 8);
  expect(axes[0]?.shown).toEqual([0, 1, 2, 999]);
  const depths = (front: number) => (axes[0]?.shown ?? []).map((slice) => layOut(axes, front).at([slice, 0, 0])?.depth);
  expect([0, 1, 3].map(depths)).toEqual([
    [0, 1, 2, 4],
    [4, 0, 1, 3],
    [1, 2, 3, 0],
  ]);
});

test('keys reach each element that is drawn', () => {
  const axes = axesFor([2, 20, 3], 8);
  const keys = shownIndices(axes).map(keyOf);
  const walked = [axes.map(() => 0)];
  for (let i = 1; i < keys.length; i++) walked.push([...(moved(axes, walked.at(-1) ?? [], 'ArrowRight') ?? [])]);
  expect(walked.map(keyOf)).toEqual(keys);
  expect(moved(axes, [1, 19, 2], 'ArrowRight')).toEqual([1, 19, 2]);
  expect(moved(axes, [0, 3, 1], 'ArrowDown')).toEqual([0, 19, 1]);
  expect(moved(axes, [0, 19, 1], 'ArrowDown')).toEqual([1, 0, 1]);
  expect(moved(axes, [0, 19, 1], 'PageDown')).toEqual([1, 19, 1]);
  expect(moved(axes, [0, 19, 1], 'Home')).toEqual([0, 19, 0]);
  expect(moved(axes, [0, 19, 1], 'x')).toBeUndefined();
  expect(moved([], [], 'ArrowRight')).toEqual([]);
});

test('an element of the result is drawn as made of what the engine says, and has its value', async () => {
  const client = await Client.create();
  await fc.assert(
    fc.asyncProperty(legal, fc.boolean(), async ({ lhs, rhs, dims }, swapped) => {
      const explanation = swapped ? explainBroadcast(rhs, lhs, dims) : explainBroadcast(lhs, rhs, dims);
      const program = buildProgram(explanation, 'sub');
      const operands = sideNames.map((name) => operandValues(name, explanation[name], 'random 3'));
      const executable = await client.compile(program);
      const result = new Elements(await executable.run(...operands));
      const [left, right] = operands.map((literal) => new Elements(literal));
      const scene = sceneOf(explanation, 8);
      const root = /ROOT %(\S+)/.exec(program.toHloText())?.[1] ?? '';
      for (const index of shownIndices(scene.result?.axes ?? []).slice(0, 3)) {
        const told = await client.explainElement(executable, root, index, { arguments: operands });
        const sources = sideNames.map((name) => sourceIndex(explanation, name, index));
        const values = [left?.at(sources[0] ?? []), right?.at(sources[1] ?? [])];
        expect(told.parts.map(({ elements }) => elements?.[0]?.value)).toEqual(values);
        expect(result.at(index)).toBe(told.value);
        const light = lightFor(scene, 'result', index);
        expect([...light.result]).toEqual([keyOf(index)]);
        for (const [i, name] of sideNames.entries()) {
          const lit = scene[name].sprites.filter(({ target }) => light[name].has(keyOf(target)));
          expect(lit.length).toBeGreaterThan(0);
          expect(lit.every(({ source }) => keyOf(source) === keyOf(sources[i] ?? []))).toBe(true);
        }
      }
      executable.dispose();
      program.dispose();
    }),
    { numRuns: 60 },
  );
  client.dispose();
});

test('every element begins at its place in the operand, and its copies end at theirs in the result', () => {
  fc.assert(
    fc.property(legal, ({ lhs, rhs, dims }) => {
      const scene = sceneOf(explainBroadcast(lhs, rhs, dims), 8);
      for (const name of sideNames) {
        const operand = scene[name];
        const given = operandCells(operand, 0, keyOf);
        // As given there is one cell for each element, where the layout has it.
        expect(given.map(({ text }) => text).sort()).toEqual(
          shownIndices(operand.given.axes)
            .map((index) => cellText(keyOf(index)))
            .sort(),
        );
        for (const { index, x, y } of given) expect(operand.given.at(index)).toMatchObject({ x, y });
        for (const sprite of operand.sprites) {
          expect(momentOf(operand, sprite, 2)).toMatchObject({ ...scene.result?.at(sprite.target), opacity: 1 });
          // It does not jump.
          const jumps = Array.from({ length: 20 }, (_, tenth) => {
            const [a, b] = [momentOf(operand, sprite, tenth / 10), momentOf(operand, sprite, tenth / 10 + 0.01)];
            return Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));
          });
          expect(Math.max(...jumps)).toBeLessThan(2);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('an operand that is repeated 0 times has its elements until it is stretched', () => {
  const { lhs, rhs } = sceneOf(explainBroadcast('f32[0,3]', 'f32[3]', [1]), 8);
  const shown = (time: number): string[] => operandCells(rhs, time, keyOf).map(({ text }) => text);
  expect([0, 1, 2, 3].map(shown)).toEqual([['0', '1', '2'], ['0', '1', '2'], [], []]);
  expect(operandCells(lhs, 0, keyOf)).toEqual([]);
  const scalar = sceneOf(explainBroadcast('f32[]', 'f32[2,0]', []), 8).lhs;
  expect(operandCells(scalar, 1, () => '7').map(({ text, x, y }) => [text, x, y])).toEqual([['7', 0, 0]]);
});

test('a move takes 250 to 400 of the 700 milliseconds of its stage', () => {
  const { lhs, rhs } = sceneOf(explainBroadcast('f32[3,3]', 'f32[3]', [0]), 8);
  for (const operand of [lhs, rhs]) {
    for (const sprite of operand.sprites) {
      for (const stage of [0, 1]) {
        const at = (t: number): number => {
          const { x = 0, y = 0 } = momentOf(operand, sprite, stage + t / 700) ?? {};
          return x + y * 100;
        };
        const moves = Array.from({ length: 700 }, (_, t) => Math.abs(at(t + 1) - at(t)) > 1e-9);
        const took = moves.lastIndexOf(true) - moves.indexOf(true);
        expect(took === 0 || (took >= 250 && took <= 400)).toBe(true);
      }
    }
  }
});

test('the result is empty until the operands are combined', () => {
  const scene = sceneOf(explainBroadcast('f32[2,3]', 'f32[3]', [1]), 8);
  const filled = (time: number): number =>
    scene.result === undefined ? -1 : resultCells(scene.result, time, keyOf).filter(({ isEmpty }) => !isEmpty).length;
  expect([0, 1, 2].map(filled)).toEqual([0, 0, 0]);
  expect(filled(2.5)).toBeGreaterThan(0);
  expect(filled(2.5)).toBeLessThan(6);
  expect(filled(3)).toBe(6);
});

test('illegal operands are drawn as they are given', () => {
  const scene = sceneOf(explainBroadcast('f32[2,3]', 'f32[2]', [1]), 8);
  expect(scene.result).toBeUndefined();
  expect(operandCells(scene.lhs, 3, keyOf).map(({ text }) => text)).toEqual(['0,0', '0,1', '0,2', '1,0', '1,1', '1,2']);
  const light = lightFor(scene, 'lhs', [1, 2]);
  expect([[...light.lhs], [...light.rhs], [...light.result]]).toEqual([['1,2'], [], []]);
});

test('a fan shows every matrix of an array as a slice, and begins with the one in front', () => {
  // Of 2 x 3 slices, [1,1] is in front: then come [1,2], [0,0], [0,1], [0,2] and [1,0].
  const layout = fanOut(axesFor([2, 3, 4, 5], 8), [1, 1]);
  const depths = [0, 1].map((a) => [0, 1, 2].map((b) => layout.at([a, b, 0, 0])?.depth));
  expect(depths).toEqual([
    [2, 3, 4],
    [5, 0, 1],
  ]);
  expect([layout.width, layout.height]).toEqual([expect.closeTo(5.64), expect.closeTo(4.64)]);
  expect(layout.front).toEqual([1, 1]);
  expect(edgesOf(layout).rows.map(({ index, at }) => [index, at])).toEqual(
    [0, 1, 2, 3].map((row) => [row, expect.closeTo(row + 0.64)]),
  );
  // An array with fewer slices starts again; one of lower rank takes the last place.
  expect(fanOut(axesFor([1, 3, 1, 1], 8), [1, 1]).front).toEqual([0, 1]);
  expect(fanOut(axesFor([3, 2, 2], 8), [1, 2]).front).toEqual([2]);
  expect(fanOut(axesFor([2, 3], 8), [1, 1])).toMatchObject({ width: 3, height: 2 });
});

describe('an illegal broadcast', () => {
  const drawn = (lhs: string, rhs: string, dims: string) => {
    const answer = answerAtOnce({ lhs, rhs, dims, op: 'add', lhsValues: 'count', rhsValues: 'count' });
    if (isMistakes(answer)) throw new Error('the question is one');
    return overlayOf(answer, 8, (axes) => fanOut(axes));
  };
  const amiss = (overlay: ReturnType<typeof drawn>) =>
    overlay?.cells.filter(({ isAmiss }) => isAmiss).map(({ key, text }) => `${key}: ${text}`);

  test('is a vector that hangs over the dimension it was sent to', () => {
    expect(amiss(drawn('f32[2,3]', 'f32[3]', '{0}'))).toEqual(['2,0: 300']);
  });

  test('is a matrix turned around, if its dimensions do not go up', () => {
    const overlay = drawn('f32[2,3,4]', 'f32[4,3]', '{2,1}');
    expect(overlay?.isAstray).toBe(false);
    // Element [1,0] of rhs is at [0,0,1].
    expect(amiss(overlay)).toContain('0,0,1: 400');
    expect(amiss(overlay)).toHaveLength(12);
    expect(amiss(drawn('f32[2,3]', 'f32[2,3]', '{1,0}'))).toContain('2,1: 600');
  });

  test.each([
    ['f32[2,3]', 'f32[3]', '{2}'],
    ['f32[3,3,3]', 'f32[3,3]', '{1,1}'],
    ['f32[2,3,4]', 'f32[3,4]', '{1}'],
    ['f32[3]', 'f32[2,3]', '{0,1}'],
  ])('is an operand beside the other one, if it has no place: %s with %s on %s', (lhs, rhs, dims) => {
    const overlay = drawn(lhs, rhs, dims);
    expect(overlay?.isAstray).toBe(true);
    const places = overlay?.cells.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`) ?? [];
    expect(new Set(places).size).toBe(places.length);
    expect(Math.max(...(overlay?.cells.map(({ x }) => x + 1) ?? []))).toBeLessThanOrEqual(overlay?.layout.width ?? 0);
  });

  test('with several mismatches shows the slice in front', () => {
    const overlay = drawn('f32[2,3,4]', 'f32[2,4,3]', '');
    expect(overlay?.cells.every(({ depth }) => depth === 0)).toBe(true);
    expect(amiss(overlay)).toEqual(['0,0,3: ', '0,1,3: ', '0,2,3: ', '0,3,0: 1000', '0,3,1: 1100', '0,3,2: 1200']);
  });

  test('has no picture, if nothing says where an operand goes, or if types differ', () => {
    expect(drawn('f32[2,3]', 'f32[3]', '')).toBeUndefined();
    expect(drawn('f32[2,3]', 's32[3]', '{1}')).toBeUndefined();
  });
});
