// The lessons in Chromium: what a person predicts, reads, solves and finds again.
import { init, type HloomError } from 'hloom';
import type { Locator, Page } from 'playwright-core';
import { exercisesOf } from '../../web-demo/src/learn/exercises.js';
import { stepIds, steps, type Step, type StepId } from '../../web-demo/src/learn/steps.js';
import { illegal, judge, solve, type Task } from '../../web-demo/src/learn/task.js';
import { texts } from '../../web-demo/src/learn/text/texts.js';
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

const exercise = (page: Page, number: number): Locator => page.locator('lesson-exercise').nth(number - 1);
const title = (page: Page): Promise<string | null> => page.locator('h1').textContent();

/** Waits until a lesson is the one that is shown. */
async function opened(page: Page, id: StepId): Promise<void> {
  await page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, texts.steps[id].title);
}

async function give(where: Locator, task: Task, said: string): Promise<void> {
  if (said === illegal || task.kind === 'shape' || task.kind === 'dims') {
    await where.locator(`[data-answer="${said}"]`).click();
    return;
  }
  await where.locator('input').fill(said);
  await where.getByRole('button', { name: texts.give, exact: true }).click();
}

/** An answer that can be given and is wrong. */
async function wrongAnswer(task: Task): Promise<string> {
  const candidates = 'options' in task ? [...task.options, illegal] : [illegal, '97'];
  for (const candidate of candidates) if (!(await judge(task, candidate)).right) return candidate;
  throw new Error('every answer is right');
}

async function solveLesson(page: Page, step: Step): Promise<void> {
  await give(page.locator('.predict'), step.task, await solve(step.task));
  await page.locator('.outcome').waitFor();
  expect(await page.locator('.outcome').textContent()).toBe(texts.asPredicted);
  for (const [place, { task, trap }] of exercisesOf(step.id, seed).entries()) {
    const at = exercise(page, place + 1);
    await give(at, task, await solve(task));
    await at.locator('.solved').waitFor();
    const verdict = (await at.locator('.judged').innerText()).replaceAll('\n', ' ');
    expect(verdict).toContain(texts.right);
    if (trap !== undefined) expect(verdict).toContain(texts.traps[trap].replaceAll('`', ''));
  }
  expect(await page.locator('.lesson-done').textContent()).toBe(texts.lessonDone);
}

test('every lesson is solved to the end, one after the other, and each ties a knot', async () => {
  await site.visit(`learn/?seed=${seed}#purpose`, async (page) => {
    for (const [place, step] of steps.entries()) {
      await opened(page, step.id);
      expect(await page.title()).toBe(`${texts.steps[step.id].title} – ${texts.site}`);
      await solveLesson(page, step);
      expect(await page.locator('lesson-knots li.tied').count()).toBe(place + 1);
      const next = page.locator('.turn [rel=next]');
      if (place < steps.length - 1) await next.click();
      else expect(await next.count()).toBe(0);
    }
    expect(await page.locator('.complete').textContent()).toBe(texts.complete);
  });
});

/** The texts of an error that teach. */
const lesson = ({ headline, rule, details, help }: HloomError): string[] => [headline, rule, ...details, help];

async function predictWrongly(page: Page, step: Step): Promise<void> {
  const truth = await solve(step.task);
  expect(await page.locator('hloom-broadcast').count()).toBe(0);
  await give(page.locator('.predict'), step.task, await wrongAnswer(step.task));
  await page.locator('.outcome').waitFor();
  expect(await page.locator('.yours figure').count()).toBe(1);
  expect(await page.locator('.outcome').textContent()).toContain(`The engine says: ${truth}.`);
  const { error, explanation } = (await judge(step.task, truth)).answer;
  const verdict = (await page.locator('hloom-broadcast .verdict').innerText()).replaceAll(/\s+/g, ' ');
  const parts = error === undefined ? [`gives ${explanation.result?.toString()}`] : lesson(error);
  for (const part of parts) expect(verdict).toContain(part);
  expect(await page.locator('.because .rule').first().textContent()).toBe(error?.rule ?? step.rule);
}

/** Gives a wrong answer, then has the right one shown, and gives it. */
async function solveAtLast(at: Locator, task: Task): Promise<void> {
  const [wrong, right] = [await wrongAnswer(task), await solve(task)];
  await give(at, task, wrong);
  await at.locator('.judged').waitFor();
  const { error, explanation } = (await judge(task, wrong)).answer;
  const words = (await at.locator('.words').innerText()).replaceAll(/\s+/g, ' ');
  const parts = error === undefined ? explanation.dimensions.map(({ sentence }) => sentence) : lesson(error);
  for (const part of parts) expect(words).toContain(part);
  expect(await at.locator('.solved').count()).toBe(0);
  await at.getByRole('button', { name: texts.showAnswer }).click();
  await at.locator('.solution:focus').waitFor();
  const shown = right === illegal ? '' : right;
  expect(await at.locator('.solution').textContent()).toContain(shown);
  await give(at, task, right);
  await at.locator('.solved').waitFor();
}

test.each(stepIds)("%s: what is wrong is drawn, met with the engine's words, and may be tried again", async (id) => {
  const step = stepOf(id);
  await site.visit(`learn/?seed=${seed}#${id}`, async (page) => {
    await predictWrongly(page, step);
    for (const [place, { task }] of exercisesOf(id, seed).entries()) {
      expect(await page.locator('lesson-exercise').count()).toBe(place + 1);
      await solveAtLast(exercise(page, place + 1), task);
    }
    expect(await page.locator('lesson-knots [aria-current]').innerText()).toContain(texts.knots.tied);
  });
});

test('what is done survives a reload, and the page goes on where it was left', async () => {
  await site.visit(`learn/?seed=${seed}#purpose`, async (page) => {
    await solveLesson(page, stepOf('purpose'));
    await page.locator('.turn [rel=next]').click();
    const { task } = stepOf('scalar');
    await give(page.locator('.predict'), task, illegal);
    await page.locator('.outcome').waitFor();
    await page.reload();
    await page.waitForSelector('platform-note[data-variant]');
    await page.locator('.outcome').waitFor();
    expect(await title(page)).toBe(texts.steps.scalar.title);
    expect(await page.locator('.outcome').textContent()).toBe(texts.notAsPredicted(texts.nothingIs, await solve(task)));
    expect(
      await page.locator('lesson-knots li').evaluateAll((all) => all.map((one) => one.className).slice(0, 3)),
    ).toEqual(['tied', 'begun', 'untied']);
    // Without a fragment it opens with the first lesson that is not done.
    await page.goto(`${site.url}learn/`);
    await page.waitForSelector('platform-note[data-variant]');
    await page.locator('.outcome').waitFor();
    expect(await title(page)).toBe(texts.steps.scalar.title);
    await page.locator('.turn [rel=prev]').click();
    for (const place of [1, 2, 3]) await exercise(page, place).locator('.solved').waitFor();
    // Other exercises are others, and the knot stays tied.
    await page.getByRole('button', { name: texts.otherExercises }).click();
    await page.locator('lesson-exercise .solved').first().waitFor({ state: 'detached' });
    expect(await page.locator('lesson-exercise').count()).toBe(1);
    expect(await page.locator('lesson-knots li.tied').count()).toBe(1);
  });
});

test('each lesson has an address; the focus goes to its heading, and back leads back', async () => {
  await site.visit('learn/', async (page) => {
    expect(new URL(page.url()).hash).toBe('#purpose');
    for (const id of stepIds.slice(1)) {
      await page.evaluate((hash) => (location.hash = hash), id);
      await opened(page, id);
      await page.waitForFunction(() => document.activeElement?.matches('h1') === true);
      expect(await page.locator('lesson-knots [aria-current]').getAttribute('href')).toBe(`#${id}`);
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
    await give(page.locator('.predict'), stepOf('outer').task, illegal);
    await page.locator('.lab-link a').click();
    await page.locator('lab-page hloom-broadcast .verdict').waitFor();
    expect(await page.locator('lab-page input[name=lhs]').inputValue()).toBe('f32[2,1]');
    expect(await page.locator('lab-page input[name=rhsValues]').inputValue()).toBe('1 2 3');
  });
});

test('the table of the formal definition shows every row', async () => {
  await site.visit(`learn/?seed=${seed}#formal-definition`, async (page) => {
    await give(page.locator('.predict'), stepOf('formal-definition').task, '{0,1}');
    for (const button of await page.locator('formal-table button').all()) {
      await button.click();
      const dims = (await button.getAttribute('data-dims')) ?? '';
      const rhs = dims.split(',').map((dimension) => [2, 3, 4, 5][Number(dimension)]);
      await page.waitForFunction(
        (text) =>
          document.querySelector('hloom-broadcast')?.shadowRoot?.querySelector('.verdict')?.textContent.includes(text),
        `broadcast_dimensions={${dims}}`,
      );
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      const row = page.locator('formal-table tr.chosen');
      expect((await row.innerText()).replace(/\s+/g, ' ').trim()).toBe(
        `dim ${dims} ${rhs.map((size, place) => `${'TV'[place]} ${size}`).join(' ')}`,
      );
      expect(await page.locator('hloom-broadcast .verdict').innerText()).toContain(`f32[${rhs.join(',')}]`);
    }
    expect(await page.locator('formal-table button').count()).toBe(10);
  });
});

test('with motion, the answer stands alone first, then the real thing plays to the end', async () => {
  const body = async (page: Page): Promise<void> => {
    await give(page.locator('.predict'), stepOf('purpose').task, '13');
    await page.locator('.yours .cell.lit').waitFor();
    expect(await page.locator('.yours .cell.lit').textContent()).toBe('13');
    expect(await page.locator('hloom-broadcast').count()).toBe(0);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.locator('hloom-array[data-name=result] .cell.blank').first().waitFor();
    await page.locator('hloom-array[data-name=result] [data-index="1,2"]:not(.blank)').waitFor();
    expect(await page.locator('hloom-array[data-name=result] [data-index="1,2"]').textContent()).toBe('15');
  };
  await site.visit(`learn/?seed=${seed}#purpose`, body, { reducedMotion: 'no-preference' });
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
    const write = async (where: string, task: Task): Promise<void> => {
      const said = await solve(task);
      if (said !== illegal && (task.kind === 'cell' || task.kind === 'size')) {
        await tabTo(page, `${where} input`);
        await page.keyboard.type(said);
      } else await tabTo(page, `${where} [data-answer="${said}"]`);
      await page.keyboard.press('Enter');
    };
    await write('.predict', step.task);
    await page.locator('.outcome').waitFor();
    for (const [place, { task }] of exercisesOf(step.id, seed).entries()) {
      await write(`lesson-exercise [aria-labelledby="exercise-${place + 1}"]`, task);
      await exercise(page, place + 1)
        .locator('.solved')
        .waitFor();
    }
    await tabTo(page, '.turn [rel=next]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('h1') === true);
    expect(await title(page)).toBe(texts.steps.scalar.title);
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('lesson-knots') !== null)).toBe(true);
  });
});

test.each(['light', 'dark'] as const)('on a phone, %s: no sideways scrolling, enough contrast', async (colorScheme) => {
  await site.visit(
    `learn/?seed=${seed}`,
    async (page) => {
      for (const step of steps) {
        await page.evaluate((hash) => (location.hash = hash), step.id);
        await opened(page, step.id);
        await give(page.locator('.predict'), step.task, await wrongAnswer(step.task));
        await page.locator('.outcome').waitFor();
        const [first] = exercisesOf(step.id, seed);
        await give(exercise(page, 1), first.task, await wrongAnswer(first.task));
        await exercise(page, 1).locator('.judged').waitFor();
        expect([step.id, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([step.id, 390]);
        expect([step.id, await page.evaluate(lowContrasts)]).toEqual([step.id, []]);
      }
      await page.getByRole('button', { name: texts.allLessons }).tap();
      await page.getByRole('link', { name: texts.steps.scalar.title }).tap();
      await opened(page, 'scalar');
      expect(await page.locator('lesson-knots .open').count()).toBe(0);
    },
    { ...phone, colorScheme },
  );
});

test('answers that are kept, but are none, are asked for again', async () => {
  await site.visit('learn/', async (page) => {
    await page.evaluate(() => {
      const kept = { seed: 5, answers: ['zzz', 'nope', ''], prediction: 'none', done: false };
      localStorage.setItem('hloom.learn', JSON.stringify({ purpose: kept }));
    });
    await page.reload();
    await page.locator('section.predict [data-answer]').first().click();
    await page.locator('.exercise').first().waitFor();
    expect(await page.locator('.exercise.solved').count()).toBe(0);
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
