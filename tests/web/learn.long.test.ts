// The lessons in Chromium: what a person answers, watches, solves and finds again.
import { init } from 'hloom';
import type { Locator, Page } from 'playwright-core';
import { exercisesOf } from '../../web-demo/src/learn/exercises.js';
import { stepIds, steps, type Step, type StepId } from '../../web-demo/src/learn/steps.js';
import type { LessonQuestion } from '../../web-demo/src/learn/lesson-question.js';
import { illegal, judge, leftOut, solve, type Task } from '../../web-demo/src/learn/task.js';
import { texts } from '../../web-demo/src/learn/text/en.js';
import { openPage } from './support/chromium.js';
import { lowContrasts } from './support/contrast.js';
import { openSite, phone, type Site } from './support/site.js';

const seed = 7;

let site: Site;

beforeAll(async () => {
  [site] = await Promise.all([openSite(), init()]);
});

afterAll(() => site.close());

const stepOf = (id: string): Step => {
  const found = steps.find((step) => step.id === id);
  if (found === undefined) throw new Error(`there is no lesson ${id}`);
  return found;
};

/** The right answer within the sentence that shows it. */
function spokenTruth(task: Task, said: string): string {
  if (said === illegal) return texts.nothingLegal[task.kind];
  // A size of 1 fits wherever another one does.
  if (task.kind === 'size' && said !== '1') return texts.orOne(said);
  return said === leftOut ? texts.leftOutOption : said;
}

const title = (page: Page): Promise<string | null> => page.locator('h1').textContent();
const outcome = (page: Page): Locator => page.locator('lesson-question .outcome');

/** Waits until a lesson is the one that is shown. */
async function opened(page: Page, id: StepId): Promise<void> {
  await page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, texts.steps[id].title);
}

/** Gives an answer, and waits until it is judged. */
async function give(page: Page, task: Task, said: string): Promise<void> {
  const before = await page.locator('lesson-question').evaluate((one) => (one as LessonQuestion).misses);
  if (said === illegal || task.kind === 'shape' || task.kind === 'dims' || task.kind === 'name') {
    await page.locator(`[data-answer="${said}"]`).click();
  } else {
    await page.locator('lesson-task input').fill(said);
    await page.getByRole('button', { name: texts.answer, exact: true }).click();
  }
  await page.waitForFunction((misses) => {
    const question = document.querySelector('lesson-question');
    return question !== null && (question.judgment?.right === true || question.misses > misses);
  }, before);
}

/** Answers that can be given and are wrong. */
async function wrongAnswers(task: Task): Promise<string[]> {
  const one = task.kind === 'read' || task.kind === 'name' ? [] : [illegal];
  const candidates = 'options' in task ? [...task.options, ...one] : ['97', '3', '4', ...one];
  const judged = await Promise.all(candidates.map(async (said) => ({ said, right: (await judge(task, said)).right })));
  return judged.filter(({ right }) => !right).map(({ said }) => said);
}

const forward = (page: Page, label: string) => page.getByRole('button', { name: label }).click();

async function solvePuzzle(page: Page, { puzzle: { target, hole } }: Step): Promise<void> {
  await page.locator('lesson-puzzle input').fill(target[hole]);
  await page.locator('lesson-puzzle .outcome.right').waitFor();
  expect(await page.locator('.complete').textContent()).toBe(texts.lessonDone);
}

async function solveLesson(page: Page, step: Step): Promise<void> {
  await give(page, step.task, await solve(step.task));
  expect(await outcome(page).innerText()).toBe(`✓ ${texts.correct}`);
  await forward(page, texts.practice);
  for (const [place, { task, trap }] of exercisesOf(step.id, seed).entries()) {
    await page.getByText(texts.practiceCount(place + 1)).waitFor();
    await give(page, task, await solve(task));
    expect(await outcome(page).innerText()).toContain(texts.correct);
    if (trap !== undefined) {
      expect(await page.locator('lesson-question > .told').innerText()).toContain(
        texts.traps[trap].replaceAll('`', ''),
      );
    }
    await forward(page, place === 2 ? texts.toPuzzle : texts.nextQuestion);
  }
  await solvePuzzle(page, step);
}

test('every lesson is solved to the end, one after the other, with its puzzle', async () => {
  await site.visit(`learn/?seed=${seed}#reading-a-shape`, async (page) => {
    for (const [place, step] of steps.entries()) {
      await opened(page, step.id);
      expect(await page.title()).toBe(`${texts.steps[step.id].title} – ${texts.site}`);
      await solveLesson(page, step);
      expect(await page.locator('lesson-bar .segments .done').count()).toBe(place + 1);
      await page.locator('.forward [rel=next]').click();
    }
    // The end: real HLO, read line by line.
    expect(await page.locator('course-end .hlo li').count()).toBe(5);
    expect(await page.locator('.complete').textContent()).toBe(texts.end.complete);
    await page.locator('.reference summary').click();
    expect(await page.locator('formal-table button').count()).toBe(10);
    await page.locator('formal-table button[data-dims="1,3"]').click();
    await page.waitForURL((url) => url.hash.includes('lhs=f32[2,3,4,5]&rhs=f32[3,5]&dims={1,3}'));
  });
});

/** Three misses: a hint, the rule, and the solution, each with a diagnosis. */
async function missThrice(page: Page, task: Task): Promise<void> {
  const wrong = await wrongAnswers(task);
  const told = page.locator('lesson-question > .told');
  for (const miss of [1, 2, 3]) {
    await give(page, task, wrong[(miss - 1) % wrong.length] ?? '');
    expect(await outcome(page).innerText()).toMatch(/^✕ Not quite/);
    expect(await told.locator('.diagnosis').innerText()).toMatch(/\.$/);
    expect(await told.locator('.help:not(.rule)').count()).toBe(miss < 3 ? 1 : 0);
    expect(await told.locator('.help.rule').count()).toBe(miss > 1 ? 1 : 0);
    if (miss < 3) expect(await outcome(page).innerText()).toBe(`✕ ${texts.notQuite}`);
  }
  const truth = await solve(task);
  expect(await outcome(page).innerText()).toBe(`✕ ${texts.truth(spokenTruth(task, truth)).replaceAll('`', '')}`);
}

test.each(stepIds)('%s: a miss is diagnosed, and brings a hint, the rule, and the solution', async (id) => {
  const step = stepOf(id);
  await site.visit(`learn/?seed=${seed}#${id}`, async (page) => {
    await page.locator('lesson-task').waitFor();
    await missThrice(page, step.task);
    await forward(page, texts.practice);
    for (const [place, { task }] of exercisesOf(id, seed).entries()) {
      await page.getByText(texts.practiceCount(place + 1)).waitFor();
      await missThrice(page, task);
      await forward(page, place === 2 ? texts.toPuzzle : texts.nextQuestion);
    }
    await solvePuzzle(page, step);
  });
});

test('the answer is in its cell, the right one only after the last miss, and what was answered is found', async () => {
  await site.visit(`learn/?seed=${seed}#purpose`, async (page) => {
    const { task } = stepOf('purpose');
    const cell = (index: string): Locator => page.locator(`hloom-array[data-name=result] [data-index="${index}"]`);
    expect(await cell('1,2').textContent()).toBe('?');
    expect(await page.locator('hloom-array[data-name=result] .cell.blank').count()).toBe(5);
    await give(page, task, '13');
    expect(await cell('1,2').textContent()).toBe('13');
    expect(await cell('1,2').getAttribute('class')).toContain('wrong');
    expect(await page.locator('lesson-question').innerText()).not.toContain('15');
    await give(page, task, '6');
    // After the second miss the operand is repeated.
    expect(await page.locator('hloom-array[data-name=rhs] .cell.copy').count()).toBe(3);
    expect(await page.locator('hloom-array[data-name=result] .cell.blank').count()).toBe(5);
    await give(page, task, '13');
    await cell('1,2').filter({ hasText: /^15$/ }).waitFor();
    expect(await cell('1,1').getAttribute('class')).toContain('elsewhere');
    expect(await page.locator('.sentence').innerText()).toBe('result[1,2] = lhs[1,2] + rhs[2] = 6 + 9 = 15');
    expect(await page.locator('.engine').innerText()).toBe(texts.bytes(12, 24, 12_000));
  });
});

test('what is done survives a reload, and the page goes on where it was left', async () => {
  await site.visit(`learn/?seed=${seed}#reading-a-shape`, async (page) => {
    await solveLesson(page, stepOf('reading-a-shape'));
    await page.locator('.forward [rel=next]').click();
    await opened(page, 'purpose');
    await give(page, stepOf('purpose').task, '15');
    await page.reload();
    await page.waitForSelector('platform-note[data-variant]');
    await outcome(page).waitFor();
    expect(await title(page)).toBe(texts.steps.purpose.title);
    expect(await outcome(page).innerText()).toContain(texts.correct);
    expect(
      await page
        .locator('lesson-bar .segments span')
        .evaluateAll((all) => all.map((one) => one.className.trim()).slice(0, 3)),
    ).toEqual(['done', 'begun here', 'open']);
    // Without a fragment it opens with the first lesson that is not done.
    await page.goto(`${site.url}learn/`);
    await page.waitForSelector('platform-note[data-variant]');
    await outcome(page).waitFor();
    expect(await title(page)).toBe(texts.steps.purpose.title);
    // Other questions are others, and a lesson that is done stays done.
    await page.goto(`${site.url}learn/?seed=${seed}#reading-a-shape`);
    await forward(page, texts.practice);
    await outcome(page).waitFor();
    await page.getByRole('button', { name: texts.otherExercises }).click();
    await outcome(page).waitFor({ state: 'detached' });
    expect(await page.locator('lesson-bar .segments .done').count()).toBe(1);
  });
});

test('each lesson has an address; the focus goes to its heading, and back leads back', async () => {
  await site.visit('learn/', async (page) => {
    expect(new URL(page.url()).hash).toBe('#reading-a-shape');
    for (const id of stepIds.slice(1)) {
      await page.evaluate((hash) => (location.hash = hash), id);
      await opened(page, id);
      await page.waitForFunction(() => document.activeElement?.matches('h1') === true);
      expect(await page.locator('lesson-bar [aria-current]').getAttribute('href')).toBe(`#${id}`);
    }
    await page.goBack();
    await opened(page, 'outer');
    // A fragment that is not a lesson does not change the lesson.
    await page.evaluate(() => (location.hash = 'main'));
    await page.waitForTimeout(100);
    expect(await title(page)).toBe(texts.steps.outer.title);
  });
});

test('the lab opens with what a lesson shows', async () => {
  await site.visit(`learn/?seed=${seed}#outer`, async (page) => {
    await give(page, stepOf('outer').task, 'f32[2,3]');
    await page.getByRole('link', { name: texts.openInLab }).click();
    // Not the picture that stands in the page before the lab takes over.
    const lab = page.locator('lab-page:not([still], [inert])');
    await lab.locator('hloom-broadcast .verdict').waitFor({ state: 'attached' });
    expect(await lab.locator('input[name=lhs]').inputValue()).toBe('f32[2,1]');
    expect(await lab.locator('input[name=rhsValues]').inputValue()).toBe('1 2 3');
  });
});

test('a puzzle says what differs, until the pictures are the same', async () => {
  await site.visit(`learn/?seed=${seed}#sizes-meet`, async (page) => {
    const step = stepOf('sizes-meet');
    await give(page, step.task, await solve(step.task));
    await page.evaluate(() => {
      const lesson = document.querySelector('lesson-step');
      if (lesson !== null) lesson.screen = 'puzzle';
    });
    const input = page.locator('lesson-puzzle input');
    const said = page.locator('lesson-puzzle .outcome');
    await input.fill('f32[3]');
    await page.waitForFunction(() =>
      document.querySelector('lesson-puzzle .outcome')?.textContent?.includes('2 and 3 do not match'),
    );
    await input.fill('f32[1]');
    await page.waitForFunction(
      (text) => document.querySelector('lesson-puzzle .outcome')?.textContent?.includes(text),
      texts.puzzleTexts.valuesDiffer,
    );
    await input.fill('f32[2');
    expect(await said.innerText()).toMatch(/\S/);
    await input.fill('f32[2]');
    await page.locator('lesson-puzzle .outcome.right').waitFor();
    expect(await said.innerText()).toContain(texts.puzzleTexts.solved);
  });
});

test.each([
  ['1440 x 900', { viewport: { width: 1440, height: 900 } }],
  ['390 x 844', phone],
] as const)('with motion at %s, the arrays are inside the window while they play', async (_, device) => {
  for (const id of ['purpose', 'dimension-1', 'outer', 'composition'] as const) {
    const { task } = stepOf(id);
    const body = async (page: Page): Promise<void> => {
      await page.locator('lesson-task').waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.evaluate(() => {
        const seen: { outside: string[]; times: number[] } = ((globalThis as { seen?: object }).seen = {
          outside: [],
          times: [],
        });
        const look = (): void => {
          const stage = document.querySelector('hloom-stage');
          const time = stage?.time ?? 0;
          if (time > 0 && time < 3) {
            seen.times.push(time);
            for (const one of stage?.shadowRoot?.querySelectorAll('hloom-array') ?? []) {
              const { top, bottom, left, right } = one.getBoundingClientRect();
              if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
                seen.outside.push(`${one.label} at ${time}: ${top} to ${bottom}`);
            }
          }
          if (time < 3) requestAnimationFrame(look);
        };
        look();
      });
      await give(page, task, await solve(task));
      await page.waitForFunction(() => document.querySelector('hloom-stage')?.time === 3);
      const seen = await page.evaluate(
        () => (globalThis as unknown as { seen: { outside: string[]; times: number[] } }).seen,
      );
      expect([id, seen.outside]).toEqual([id, []]);
      expect(seen.times.length).toBeGreaterThan(2);
    };
    await site.visit(`learn/?seed=${seed}#${id}`, body, { ...device, reducedMotion: 'no-preference' });
  }
});

/** Presses Tab until something with this selector has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((text) => document.activeElement?.matches(text) === true, selector)) return;
  }
  throw new Error(`${selector} cannot be reached`);
}

test('the keyboard alone is enough for a whole lesson', async () => {
  const step = stepOf('purpose');
  await site.visit(`learn/?seed=${seed}#${step.id}`, async (page) => {
    const write = async (task: Task): Promise<void> => {
      await page.locator('lesson-question').waitFor();
      const said = await solve(task);
      if (said !== illegal && (task.kind === 'cell' || task.kind === 'size')) {
        await tabTo(page, 'lesson-task input');
        await page.keyboard.type(said);
      } else await tabTo(page, `[data-answer="${said}"]`);
      await page.keyboard.press('Enter');
      await outcome(page).waitFor();
      await tabTo(page, '.forward .main');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.matches('h1') === true);
    };
    await write(step.task);
    for (const { task } of exercisesOf(step.id, seed)) await write(task);
    await tabTo(page, 'lesson-puzzle input');
    await page.keyboard.type(step.puzzle.target.dims);
    await page.locator('lesson-puzzle .outcome.right').waitFor();
    await tabTo(page, '.forward [rel=next]');
    await page.keyboard.press('Enter');
    await opened(page, 'scalar');
    await page.waitForFunction(() => document.activeElement?.matches('h1') === true);
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('lesson-bar') !== null)).toBe(true);
  });
});

test.each(['light', 'dark'] as const)('on a phone, %s: no sideways scrolling, enough contrast', async (colorScheme) => {
  await site.visit(
    `learn/?seed=${seed}`,
    async (page) => {
      for (const step of steps) {
        await page.evaluate((hash) => (location.hash = hash), step.id);
        await opened(page, step.id);
        const [wrong = ''] = await wrongAnswers(step.task);
        await give(page, step.task, wrong);
        expect([step.id, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([step.id, 390]);
        expect([step.id, await page.evaluate(lowContrasts)]).toEqual([step.id, []]);
      }
      await page.getByRole('button', { name: texts.allLessons }).tap();
      await page.getByRole('link', { name: texts.steps.scalar.title }).tap();
      await opened(page, 'scalar');
      expect(await page.locator('lesson-bar ol').isVisible()).toBe(false);
    },
    { ...phone, colorScheme },
  );
});

test('on a phone, numbers of four digits are written in full and fit in their cells', async () => {
  const body = async (page: Page): Promise<void> => {
    const cells = page.locator('hloom-array[data-name="rhs"] .cell');
    await cells.getByText('1200', { exact: true }).first().waitFor();
    const shown = await cells.evaluateAll((all) =>
      all.map((one) => ({ text: one.textContent, fits: one.scrollWidth <= one.clientWidth })),
    );
    expect(shown.map(({ text }) => text)).toEqual(Array.from({ length: 12 }, (_, at) => String(100 * (at + 1))));
    expect(shown.filter(({ fits }) => !fits)).toEqual([]);
  };
  await site.visit('learn/#cuboid', body, phone);
});

test.each(stepIds)('on a phone, %s: the picture and the outcome are seen together', async (id) => {
  const body = async (page: Page): Promise<void> => {
    const board = page.locator('lesson-question .board');
    await board.waitFor();
    const { task } = stepOf(id);
    for (const said of [(await wrongAnswers(task))[0] ?? '', await solve(task)]) {
      await give(page, task, said);
      await page.waitForTimeout(100);
      const [picture, told] = [await board.boundingBox(), await outcome(page).boundingBox()];
      expect(picture?.y).toBeGreaterThanOrEqual(0);
      expect((told?.y ?? Infinity) + (told?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height);
      expect((picture?.y ?? Infinity) + (picture?.height ?? 0)).toBeLessThanOrEqual(told?.y ?? 0);
    }
  };
  await site.visit(`learn/#${id}`, body, phone);
});

test('answers that are kept, but are none, are asked for again', async () => {
  await site.visit('learn/', async (page) => {
    await page.evaluate(() => {
      const kept = { seed: 5, answers: ['zzz', 'nope', ''], prediction: 'none', done: false };
      localStorage.setItem('hloom.learn', JSON.stringify({ 'reading-a-shape': kept }));
    });
    await page.reload();
    await page.locator('lesson-task input').waitFor();
    expect(await outcome(page).count()).toBe(0);
    await give(page, stepOf('reading-a-shape').task, '6');
    await forward(page, texts.practice);
    await page.locator('lesson-task').waitFor();
    expect(await outcome(page).count()).toBe(0);
  });
});

test('it works where the browser keeps nothing', async () => {
  await site.visit('', async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await page.goto(`${site.url}learn/?seed=${seed}#outer`);
    await solveLesson(page, stepOf('outer'));
  });
});

test('without its WebAssembly the page says so', async () => {
  const { page } = await openPage(site.browser);
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(`${site.url}learn/#outer`);
  await page.locator('.lesson [role=alert]').waitFor();
  expect(await page.locator('.lesson [role=alert]').textContent()).toMatch(/WebAssembly/);
  expect(await title(page)).toBe(texts.steps.outer.title);
  await page.context().close();
});
