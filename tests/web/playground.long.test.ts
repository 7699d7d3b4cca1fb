// The playground in Chromium: every example, files of every kind, shared links, stepping, breakpoints, watches, the
// first NaN, what an element is made of, costs, comparison, programs in JavaScript without a network, phones and colors.
import { Client, Literal, parseHlo, readNpy, writeNpy, writeNpz } from 'hloom';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { bringAxe, violations } from './support/axe.js';
import { openPage } from './support/chromium.js';
import { eventually } from './support/eventually.js';
import { tooWide } from './support/narrow.js';
import { dropped, editing, status } from './support/playground.js';
import { realTroubles, untilKept, variantOf } from './support/service-worker.js';
import { openSite, phone, type Site } from './support/site.js';

const root = join(__dirname, '../..');
const example = (name: string): string => readFileSync(join(root, 'web-demo/src/playground/examples', name), 'utf8');

let site: Site;

beforeAll(async () => {
  [site] = await Promise.all([openSite(), Client.create().then((client) => client.dispose())]);
});

afterAll(() => site.close());

const head = (page: Page, text: string): Promise<void> => page.locator('.value-head h2', { hasText: text }).waitFor();
const line = (page: Page, text: string) => page.locator('.program .cm-line', { hasText: text }).first();
const cellTexts = (page: Page): Promise<string[]> => page.locator('value-view .cell').allInnerTexts();
/** Waits until the elements on the screen are these. */
const shows = (page: Page, wanted: readonly string[]): Promise<void> =>
  eventually(
    () => cellTexts(page),
    (texts) => expect(texts).toEqual(wanted),
  );

const small = `ENTRY main {
  x = f32[3] parameter(0)
  y = f32[3] multiply(x, x)
  ROOT z = f32[3] negate(y)
}`;

describe('examples', () => {
  test.each([
    ['layer', 'softmax.5', 'f32[4,5]: 20 elements'],
    ['semantics', 'plus_row', 'f32[2,3]: 6 elements, from 8 to 15'],
    ['attention', 'mixed', 'f32[2,6,4]: 48 elements'],
    ['life', 'next_cells', 's32[24,32]: 768 elements, from 0 to 1'],
    ['mandelbrot', 'escape', 's32[96,128]: 12,288 elements, from 1 to 32'],
    ['filter', 'edges', 'f32[64,96]: 6,144 elements, from 0 to'],
    ['spectrum', 'spectrum', 'f32[129]: 129 elements'],
    ['nan', 'result', '8 NaNs'],
  ])('%s', async (id, name, said) => {
    await site.visit(`playground/#example=${id}`, async (page) => {
      await head(page, `%${name} =`);
      await page.locator('.statistics', { hasText: said }).waitFor();
      await bringAxe(page);
      expect(await violations(page)).toEqual([]);
    });
  });

  test('StableHLO: its lines lead to the instructions that they become', async () => {
    await site.visit('playground/#example=classifier', async (page) => {
      await editing(page);
      await line(page, '%products =').click();
      // The names are those of the text.
      await head(page, '%products = dot(');
      await page.locator('.value-head').getByRole('button', { name: '%weights' }).waitFor();
      await page.locator('.from', { hasText: 'in HLO %dot' }).waitFor();
      await page.getByText('weights f32[784,10]').waitFor();
      await page.locator('.statistics', { hasText: 'f32[1,10]: 10 elements' }).waitFor();
    });
  });

  test('a mistake: the error has its place, its rule and its help', async () => {
    await site.visit('playground/#example=error', async (page) => {
      const trouble = page.locator('.program .verdict.bad');
      await trouble.waitFor();
      expect(await trouble.innerText()).toMatch(
        /f32\[2,3\] and f32\[3\] differ[\s\S]*elementwise\.c1[\s\S]*insert a broadcast[\s\S]*line 6, column 8/,
      );
      await page.locator('.cm-lintRange-error').waitFor();
    });
  });

  test('a text with an error does not run, and a run that fails says where', async () => {
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'small.hlo', content: small }]);
      await status(page, /Ran 3 instructions/);
      await line(page, 'ROOT z').click();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await page.keyboard.press('Control+Enter');
      await status(page, /Not run: line 4, column/);
      await page.locator('.program .verdict.bad', { hasText: 'Still showing the last program' }).waitFor();
      const called = small.replace('negate(y)', 'custom-call(y), custom_call_target="nobody"');
      await dropped(page, [
        { name: 'called.hlo', content: called.replace('  y', '  unused = f32[] parameter(1)\n  y') },
      ]);
      await status(page, /Stopped at %z after \d instructions/);
      await dropped(page, [{ name: 'small.hlo', content: small.replace('  y', '  unused = f32[] parameter(1)\n  y') }]);
      await status(page, /Ran \d instructions/);
      await line(page, 'unused').click();
      await page.locator('.value', { hasText: 'Not used.' }).waitFor();
    });
  });

  test('a network trains in a Worker, and its step is shown', async () => {
    await site.visit('playground/#example=mlp', async (page) => {
      await status(page, /Ended after/);
      expect(await page.locator('.outputs figcaption').allInnerTexts()).toEqual([
        expect.stringMatching(/^loss 0\.0/),
        'decision boundary',
      ]);
      await head(page, '%tuple');
      await page.locator('.log', { hasText: 'The weights of the last layer' }).waitFor();
      await line(page, '=> b.transpose(').hover({ position: { x: 215, y: 8 } });
      await page.locator('.token-words', { hasText: 'transpose(operand, permutation)' }).waitFor();
      await page.mouse.move(0, 0);
      await page.locator('.token-words').waitFor({ state: 'detached' });
      await bringAxe(page);
      expect(await violations(page)).toEqual([]);
    });
  });
});

describe('files', () => {
  test('an HloModuleProto, StableHLO, gzip, and something else', async () => {
    const computation = parseHlo(small);
    const proto = computation.toProto();
    const stable = computation.toStableHloText();
    computation.dispose();
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'z.pb', content: proto }]);
      await status(page, /z\.pb Ran 3 instructions[\s\S]*HloModuleProto, shown as HLO text/);
      await dropped(page, [{ name: 'z.mlir', content: stable }]);
      await status(page, /z\.mlir Ran 3 instructions/);
      await dropped(page, [{ name: 'z.hlo.gz', content: gzipSync(small) }]);
      await status(page, /z\.hlo\.gz Ran 3 instructions/);
      expect(await page.getByRole('slider', { name: 'Step', exact: true }).inputValue()).toBe('2');
      await dropped(page, [{ name: 'x.bin', content: new Uint8Array([1, 2, 3, 0, 255]) }]);
      await page.locator('.program .verdict.bad', { hasText: 'x.bin:' }).waitFor();
      await status(page, /Could not open x\.bin\./);
    });
  });

  test('a program is pasted anywhere on the page, and into the editor as text', async () => {
    await site.visit('playground/', async (page) => {
      await status(page, /Ran 15 instructions/);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate((text) => navigator.clipboard.writeText(text), small);
      await page.keyboard.press('ControlOrMeta+v');
      await status(page, /Ran 3 instructions/);
      await head(page, '%z = negate');
      // A field takes what is pasted into it.
      await page.getByRole('tab', { name: 'Watch' }).click();
      await page.getByLabel('New watch expression').press('ControlOrMeta+v');
      await line(page, 'ROOT z').click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('ControlOrMeta+v');
      await status(page, /1 error/);
    });
  });

  test('a file with an error shows nothing of the program before it', async () => {
    await site.visit('playground/', async (page) => {
      await head(page, '%softmax.5');
      await dropped(page, [{ name: 'bad.hlo', content: small.replace('negate(y)', 'negate(yy)') }]);
      await status(page, /1 error, at line 4/);
      await page.locator('.value', { hasText: 'Nothing to show until the error is fixed.' }).waitFor();
      expect(await page.locator('program-graph').isVisible()).toBe(false);
      expect(await page.locator('.inputs li').count()).toBe(0);
      await page.locator('.side', { hasText: 'Nothing to show until the error is fixed.' }).waitFor();
      await dropped(page, [{ name: 'small.hlo', content: small }]);
      await head(page, '%z = negate');
    });
  });

  test('a file of jax.export', async () => {
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'f.bin', content: readFileSync(join(root, 'tests/data/jax-export.bin')) }]);
      await status(page, /f\.bin[\s\S]*jax\.export, shown as HLO text/);
    });
  });

  test('.npy and .npz become arguments, by name or by shape', async () => {
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'small.hlo', content: small }]);
      await status(page, /Ran 3 instructions/);
      await dropped(page, [{ name: 'anything.npy', content: writeNpy(Literal.from([1, 2, 3], 'F32')) }]);
      await shows(page, ['-1', '-4', '-9']);
      await dropped(page, [{ name: 'all.npz', content: await writeNpz({ x: Literal.from([5, 6, 7], 'F32') }) }]);
      await shows(page, ['-25', '-36', '-49']);
      await dropped(page, [{ name: 'wrong.npy', content: writeNpy(Literal.from([1, 2], 'F32')) }]);
      await page.locator('.program .verdict.bad', { hasText: 'No parameter has the shape of wrong' }).waitFor();
    });
  });

  test('a value is downloaded as .npy', async () => {
    await site.visit('playground/', async (page) => {
      await head(page, '%softmax.5');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download .npy' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('softmax.5.npy');
      const bytes = readFileSync(await download.path());
      expect(bytes.subarray(1, 6).toString()).toBe('NUMPY');
      expect(bytes.toString('latin1')).toContain("'shape': (4, 5)");
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy .npy as Python' }).click();
      await page.getByText('Python code is on the clipboard').waitFor();
      const code = await page.evaluate(() => navigator.clipboard.readText());
      const [, encoded = ''] = /^np\.load\(io\.BytesIO\(base64\.b64decode\('(.*)'\)\)\)$/.exec(code) ?? [];
      expect(readNpy(Buffer.from(encoded, 'base64')).shape.toString()).toContain('f32[4,5]');
    });
  });

  test('the program and its result are saved in other forms', async () => {
    await site.visit('playground/', async (page) => {
      await head(page, '%softmax.5');
      for (const [title, name, start] of [
        ['HLO text', 'layer.hlo', 'HloModule layer'],
        ['StableHLO text', 'layer.mlir', 'module @layer'],
        ['HloModuleProto', 'layer.pb', '\n'],
        ['Result as .npz', 'layer.npz', 'PK'],
      ] as const) {
        const download = page.waitForEvent('download');
        await page.getByLabel('Save as').selectOption(title);
        const file = await download;
        expect(file.suggestedFilename()).toBe(name);
        expect(readFileSync(await file.path(), 'latin1').startsWith(start)).toBe(true);
      }
    });
  });

  test('a matrix product of cuBLAS runs, and a missing function is told of', async () => {
    const gemm = `HloModule jit_f
ENTRY main {
  a = f32[2,2] parameter(0)
  out = (f32[2,2], s8[64]) custom-call(a, a), custom_call_target="__cublas$gemm", backend_config={"gemm_backend_config":{"alpha_real":2,"beta":0,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]},"epilogue":"DEFAULT"}}
  ROOT product = f32[2,2] get-tuple-element(out), index=0
}`;
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'gemm.hlo', content: gemm }]);
      await status(page, /Ran 3 instructions/);
      await page.getByLabel('Values of a').selectOption('ones');
      await shows(page, ['4', '4', '4', '4']);
      await dropped(page, [{ name: 'other.hlo', content: gemm.replace('__cublas$gemm', 'nobody') }]);
      await page.locator('.program .verdict.bad', { hasText: 'registerCustomCall(name, function)' }).waitFor();
    });
  });

  test('shardings that divide nothing are told of', async () => {
    const sharded = `module @m attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}`;
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'sharded.mlir', content: sharded }]);
      await status(page, /do not divide its work here: each of 4 devices has the whole arrays/);
      await head(page, '%0 = negate(');
    });
  });

  test('a dump without its large constants runs with zeros, and says so', async () => {
    await site.visit('playground/', async (page) => {
      await dropped(page, [
        {
          name: 'elided.txt',
          content: 'HloModule m\n\nENTRY main {\n  c = f32[20] constant({...})\n  ROOT y = f32[20] negate(c)\n}\n',
        },
      ]);
      await status(page, /leaves constants out/);
    });
  });
});

describe('steps', () => {
  test('forwards and back, breakpoints, times of a loop, watches', async () => {
    await site.visit('playground/#example=life', async (page) => {
      await status(page, /Ran 977 instructions/);
      await page.getByText('time 40 of 40').waitFor();
      await page.getByRole('button', { name: 'Step back', exact: true }).click();
      await head(page, '%loop = while');
      await page.getByRole('button', { name: 'Step forwards', exact: true }).click();
      await head(page, '%last =');
      await page.locator('.graph-bar select').selectOption('generation');
      await editing(page);
      // The editor draws only the lines around those that are seen.
      await page.locator('.cm-scroller').evaluate((text) => (text.scrollTop = 0));
      await line(page, 'next_cells =').click();
      await page.getByText('time 40 of 40').waitFor();
      // Playing goes on at the first time after the last, until it is paused.
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.getByText('time 2 of 40').waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Last step' }).click();
      await line(page, 'next_cells =').click();
      await page.getByText('time 40 of 40').waitFor();
      await page.getByRole('button', { name: 'Earlier time' }).click();
      await page.getByText('time 39 of 40').waitFor();
      expect(await page.locator('.step-bar .where').innerText()).toContain('loop #38');
      await page.getByRole('button', { name: '● Breakpoint' }).click();
      await page.getByRole('button', { name: 'Previous breakpoint' }).click();
      await page.getByText('time 38 of 40').waitFor();
      await page.getByRole('button', { name: 'Continue ●›' }).click();
      await page.getByText('time 39 of 40').waitFor();
      await page.getByRole('tab', { name: 'Watch' }).click();
      for (const watch of ['%number', '%next_cells[0, 0:3]', '%next_cells[99, 0]', '%nothing']) {
        await page.getByLabel('New watch expression').fill(watch);
        await page.keyboard.press('Enter');
      }
      await eventually(
        () => page.locator('.watches li').allInnerTexts(),
        (said) =>
          expect(said).toEqual([
            expect.stringContaining('s32[] 38'),
            expect.stringContaining('s32[3] {'),
            expect.stringContaining('Dimension 0 of s32[24,32] has size 24'),
            expect.stringContaining('There is no %nothing'),
          ]),
      );
      await page.getByRole('button', { name: 'Earlier time' }).click();
      await page.locator('.watches li', { hasText: 's32[] 37' }).waitFor();
    });
  });

  test('a run stops at the first breakpoint, and goes on from there', async () => {
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'small.hlo', content: small }]);
      await status(page, /Ran 3 instructions/);
      await line(page, 'y =').click();
      await head(page, '%y = multiply');
      await page.keyboard.press('F9');
      await page.keyboard.press('Control+Enter');
      await status(page, /Stopped at the breakpoint %y/);
      await page.locator('.step-bar .where', { hasText: '2 of 3' }).waitFor();
      await page.keyboard.press('F8');
      await head(page, '%z = negate');
    });
  });

  test('the edges between panes move by keys and by the mouse, and stay', async () => {
    await site.visit('playground/', async (page) => {
      const edge = page.getByRole('separator', { name: 'Width of the text' });
      await edge.waitFor();
      const place = async (): Promise<number> => (await edge.boundingBox())?.x ?? 0;
      const before = await place();
      await edge.focus();
      await page.keyboard.press('ArrowLeft');
      await eventually(place, (x) => expect(x).toBeLessThan(before - 20));
      const box = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(box.x + box.width / 2, box.y + 50);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 60, { steps: 4 });
      await page.mouse.up();
      await eventually(place, (x) => expect(x).toBeGreaterThan(box.x + 90));
      const kept = await place();
      await page.reload();
      await eventually(place, (x) => expect(x).toBeCloseTo(kept, 0));
    });
  });

  test('all of a step is on the screen of a desktop: text, graph, value and inputs', async () => {
    await site.visit('playground/', async (page) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.locator('.statistics').waitFor();
      for (const part of ['.editor', 'program-graph', 'value-view .cell', '.inputs li']) {
        const box = await page.locator(part).first().boundingBox();
        expect([part, (box?.y ?? 1000) + Math.min(40, box?.height ?? 0) < 900]).toEqual([part, true]);
      }
    });
  });

  test('the first NaN: its instruction, and the operand that made it', async () => {
    await site.visit('playground/#example=nan', async (page) => {
      await page.getByRole('button', { name: 'Stop at the first NaN: %root' }).click();
      await head(page, '%root = sqrt');
      await page
        .locator('.origin', {
          hasText: /%root makes the first NaN: root\[0,0\] = sqrt\(shifted\[0,0\]\), where shifted\[0,0\] is -/,
        })
        .waitFor();
      // The sentence is about this instruction only.
      await page.getByRole('button', { name: 'Step back', exact: true }).click();
      await page.locator('.origin').waitFor({ state: 'detached' });
    });
  });

  test('a NaN is found among elements that no recording keeps', async () => {
    const text = `ENTRY main {
  n = f32[3000] iota(), iota_dimension=0
  m = f32[] constant(2500.5)
  all = f32[3000] broadcast(m), dimensions={}
  left = f32[3000] subtract(all, n)
  root = f32[3000] sqrt(left)
  ROOT out = f32[3000] negate(root)
}`;
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'late.hlo', content: text }]);
      await page.getByRole('button', { name: 'Stop at the first NaN: %root' }).click();
      await page.locator('.origin', { hasText: 'root[2501] = sqrt(left[2501]), where left[2501] is -0.5' }).waitFor();
    });
  });

  test('an element is explained through several instructions', async () => {
    await site.visit('playground/', async (page) => {
      await head(page, '%softmax.5');
      await page.locator('value-view [data-index="1,2"]').click();
      const story = page.locator('.story');
      await story.getByText('softmax.5[1,2] = exp.3[1,2] / ').waitFor();
      await story.getByText('exp.3[1,2] = ').first().waitFor();
      await story.getByText('centered[1,2] = ').first().waitFor();
      await story.getByRole('button', { name: 'sum.4[1,2]' }).click();
      await story.getByText('It takes operand row_sum[1]').first().waitFor();
      await page.getByRole('button', { name: 'Close the explanation' }).click();
      await story.waitFor({ state: 'hidden' });
    });
  });

  test.each([
    [1440, 900],
    [1280, 900],
    [768, 1024],
    [390, 844],
  ])('on a screen of %i x %i, the explanation of a clicked element is in sight', async (width, height) => {
    const viewport = { width, height };
    await site.visit(
      'playground/',
      async (page) => {
        await head(page, '%softmax.5');
        const cell = page.locator('value-view [data-index="2,1"]');
        await cell.click();
        const first = page.locator('.story').getByText('softmax.5[2,1] = exp.3[2,1] / ').first();
        await first.waitFor();
        // The element is above the explanation or beside it.
        await eventually(
          async () => [await first.boundingBox(), await cell.boundingBox()] as const,
          ([told, element]) => {
            if (told === null || element === null) throw new Error('one of them is not drawn');
            expect(told.y).toBeGreaterThanOrEqual(0);
            expect(told.y + told.height).toBeLessThanOrEqual(height);
            expect(told.x + told.width).toBeLessThanOrEqual(width);
            expect(element.y + element.height <= told.y || element.x + element.width <= told.x).toBe(true);
          },
        );
      },
      { viewport },
    );
  });

  test('typed inputs, and those that are refused', async () => {
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'small.hlo', content: small }]);
      await status(page, /Ran 3 instructions/);
      await page.getByLabel('Values of x').selectOption('typed');
      await page.getByLabel('Elements of x').fill('{1, 2, 4}');
      await page.keyboard.press('Tab');
      await shows(page, ['-1', '-4', '-16']);
      await page.getByLabel('Elements of x').fill('[1, 2]');
      await page.keyboard.press('Tab');
      await page.locator('.inputs .note').waitFor();
      await page.getByLabel('Values of x').selectOption('ones');
      await shows(page, ['-1', '-1', '-1']);
    });
  });

  test('costs, and the measured times', async () => {
    await site.visit('playground/', async (page) => {
      await page.getByRole('tab', { name: 'Costs' }).click();
      const row = page.locator('.costs tr', { hasText: '%dot.1' });
      await row.waitFor();
      expect((await row.locator('td').allInnerTexts()).slice(0, 4)).toEqual(['120', '0', '188', '0.638']);
      await page.getByRole('button', { name: 'Measure the times' }).click();
      await page.locator('.costs tfoot td', { hasText: /s$/ }).waitFor();
      await page.getByRole('button', { name: '▶ Run' }).waitFor();
      expect(await row.locator('td').nth(4).innerText()).toMatch(/[µm]s$/);
    });
  });
});

describe('the editor', () => {
  test('completes operations and attributes, and says what tokens mean', async () => {
    await site.visit('playground/', async (page) => {
      await editing(page);
      await line(page, '%zero =').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('%q = f32[4,5] multip');
      await page.locator('.cm-tooltip-autocomplete', { hasText: 'multiply' }).waitFor();
      await page.keyboard.press('Escape');
      // The line of the cursor stays in view above the panel of the error, so that the text may move once.
      await page.locator('.program .verdict.bad').waitFor();
      await page.waitForTimeout(100);
      await line(page, 'ENTRY').getByText('ENTRY').hover();
      await page.locator('.token-words', { hasText: 'The computation at which the program starts.' }).waitFor();
      await bringAxe(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
      }
    });
  });

  test('a link brings the program, the inputs, the selection and the watches back', async () => {
    let address = '';
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'small.hlo', content: small }]);
      await status(page, /Ran 3 instructions/);
      await page.getByLabel('Values of x').selectOption('counted');
      await shows(page, ['-0', '-1', '-4']);
      await line(page, 'y =').click();
      await shows(page, ['0', '1', '4']);
      await page.getByRole('button', { name: 'Share' }).click();
      await status(page, /link is/);
      address = new URL(page.url()).hash;
      expect(address).toMatch(/^#p=/);
    });
    await site.visit(`playground/${address}`, async (page) => {
      await head(page, '%y = multiply');
      await shows(page, ['0', '1', '4']);
      expect(await page.locator('.editor').innerText()).toContain('ROOT z = f32[3] negate(y)');
    });
  });

  test('the graph is operated by keys: operands, users, computations', async () => {
    await site.visit('playground/', async (page) => {
      await head(page, '%softmax.5');
      await page.locator('.graph-state').waitFor({ state: 'detached' });
      await page.locator('program-graph canvas').focus();
      await page.keyboard.press('ArrowUp');
      await head(page, /* the nearest operand */ '%sum.4 = broadcast');
      await page.keyboard.press('ArrowDown');
      await head(page, '%softmax.5');
      await page.locator('.graph-bar select').selectOption('sum');
      await page.waitForFunction(() =>
        document.querySelector('program-graph canvas')?.getAttribute('aria-label')?.includes('Graph of sum: 3 nodes'),
      );
    });
  });

  test('scopes collapse to single nodes, and open', async () => {
    await site.visit('playground/', async (page) => {
      await head(page, '%softmax.5');
      await page.getByRole('button', { name: 'Collapse', exact: true }).click();
      const label = (): Promise<string | null> => page.locator('program-graph canvas').getAttribute('aria-label');
      expect(await label()).toContain('Graph of main: 7 nodes');
      await page.getByRole('button', { name: 'Open softmax' }).click();
      expect(await label()).toContain('Graph of main: 13 nodes');
    });
  });
});

type NamedText = readonly [name: string, text: string];

/** Gives files to the button of the right side of a comparison: the first of two is for the left side. */
async function openRight(page: Page, files: readonly NamedText[]): Promise<void> {
  const input = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open right' }).click();
  await (await input).setFiles(files.map(([name, text]) => ({ name, mimeType: '', buffer: Buffer.from(text) })));
}

describe('comparison', () => {
  test('one changed constant: the changed instruction, the first difference, its distance in ulps', async () => {
    await site.visit('playground/#compare', async (page) => {
      await page.locator('.cm-merge-b').waitFor();
      const left = example('spectrum.hlo');
      await page.getByText('Every matched instruction has the same values.').waitFor();
      await openRight(page, [
        ['left.hlo', left],
        ['right.hlo', left.replace('constant(0.5)', 'constant(0.5000001)')],
      ]);
      await page.getByText(/%c_half in main is the first whose values differ: 1 of 1 element\./).waitFor();
      await page.getByText('0.5 and 0.5000001, 2 units in the last place apart').waitFor();
      await page.getByText(/^The result %spectrum differs, too: \d+ of 129 elements\.$/).waitFor();
      expect(await page.getByRole('img', { name: /^Elements by their distance/ }).count()).toBe(2);
      expect(await page.locator('.changes li').allInnerTexts()).toEqual([expect.stringContaining('literal=0.5')]);
      await bringAxe(page);
      expect(await violations(page)).toEqual([]);
    });
  });

  test('a difference is found among elements that no recording keeps', async () => {
    const left = `ENTRY main {
  n = f32[3000] iota(), iota_dimension=0
  m = f32[] constant(2500)
  all = f32[3000] broadcast(m), dimensions={}
  most = f32[3000] minimum(n, all)
  ROOT out = f32[3000] negate(most)
}`;
    await site.visit('playground/#compare', async (page) => {
      await page.locator('.cm-merge-b').waitFor();
      await openRight(page, [
        ['left.hlo', left],
        ['right.hlo', left.replace('minimum(n, all)', 'minimum(n, n)')],
      ]);
      await page.getByText('%most in main is the first whose values differ: 499 of 3,000 elements.').waitFor();
      await page.getByText('[2999]: 2500 and 2999').waitFor();
      await page.getByText('The result %out differs, too: 499 of 3,000 elements.').waitFor();
    });
  });

  test('a link brings both texts back, and shows their first changed line', async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `  v${at + 1} = f32[3] negate(v${at})`);
    const long = `ENTRY main {\n  v0 = f32[3] parameter(0)\n${lines.join('\n')}\n  ROOT r = f32[3] abs(v80)\n}`;
    let address = '';
    await site.visit('playground/#compare', async (page) => {
      await page.locator('.cm-merge-b').waitFor();
      await openRight(page, [
        ['before.hlo', long],
        ['after.hlo', long.replace('abs', 'sign')],
      ]);
      await page.getByText('Right: after.hlo').waitFor();
      await page.getByText('81 the same, 0 changed, 1 only right, 1 only left.').waitFor();
      for (const side of ['a', 'b']) {
        await page.locator(`.cm-merge-${side} .cm-changedLine`).waitFor();
        expect(await page.locator(`.cm-merge-${side} .cm-changedLine`).boundingBox()).not.toBeNull();
      }
      await page.getByRole('button', { name: 'Share' }).click();
      await status(page, /link is/);
      address = new URL(page.url()).hash;
    });
    await site.visit(`playground/${address}`, async (page) => {
      await page.locator('.cm-merge-b .cm-changedLine', { hasText: 'sign(v80)' }).waitFor();
      await page.locator('.cm-merge-a .cm-changedLine', { hasText: 'abs(v80)' }).waitFor();
    });
  });

  test('a folder of passes is a slider', async () => {
    const pass = (number: number, name: string, constant: string): NamedText => [
      `module_0001.jit_f.000${number}.pipeline.${name}.txt`,
      small.replace('negate(y)', `${constant}(y)`),
    ];
    await site.visit('playground/#compare', async (page) => {
      await page.locator('.cm-merge-b').waitFor();
      await openRight(page, [pass(2, 'after_b', 'abs'), pass(1, 'after_a', 'negate'), pass(3, 'after_c', 'abs')]);
      await page.getByText('1 of 2: pipeline.after a → pipeline.after b').waitFor();
      await page.getByText('2 the same, 0 changed, 1 only right, 1 only left.').waitFor();
      await page.getByText('Every matched instruction has the same values.').waitFor();
      await page.getByText('The result %z differs: 3 of 3 elements.').waitFor();
      await page.getByLabel('Pass', { exact: true }).fill('1');
      await page.getByText('2 of 2: pipeline.after b → pipeline.after c').waitFor();
      await page.getByText('3 the same, 0 changed, 0 only right, 0 only left.').waitFor();
    });
  });
});

describe('several files dropped on the playground', () => {
  /** Drops files or folders of this computer, as a reader does. */
  async function droppedPaths(page: Page, paths: readonly string[]): Promise<void> {
    await page.locator('.editor .line, .cm-editor').first().waitFor({ state: 'attached' });
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
    }
  }

  test('two programs are compared, and an array is an argument of both', async () => {
    const x = Literal.from([2, 3, 4], 'F32');
    await site.visit('playground/', async (page) => {
      await dropped(page, [
        { name: 'right.hlo', content: small.replace('negate(y)', 'abs(y)') },
        { name: 'x.npy', content: writeNpy(x) },
        { name: 'left.hlo', content: small },
      ]);
      await page.getByText('Left: left.hlo').waitFor();
      await page.getByText('Right: right.hlo').waitFor();
      await page.getByText('2 the same, 0 changed, 1 only right, 1 only left.').waitFor();
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await shows(page, ['-4', '-9', '-16']);
      // The next comparison begins with the program of the page.
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByText('3 the same, 0 changed, 0 only right, 0 only left.').waitFor();
    });
  });

  test('a folder of passes is a slider, and one without programs is told of', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hloom-passes-'));
    const [passes, empty] = [join(folder, 'passes'), join(folder, 'empty')];
    mkdirSync(join(passes, 'inner'), { recursive: true });
    mkdirSync(empty);
    for (const [number, opcode] of ['negate', 'abs', 'abs'].entries()) {
      const name = `module_0001.jit_f.000${number + 1}.pipeline.after_${'abc'.charAt(number)}.txt`;
      writeFileSync(join(passes, number === 2 ? 'inner' : '', name), small.replace('negate', opcode));
    }
    try {
      await site.visit('playground/', async (page) => {
        await droppedPaths(page, [empty]);
        await page.locator('.program .verdict.bad', { hasText: 'The folder has no programs' }).waitFor();
        await droppedPaths(page, [passes]);
        await page.getByText('1 of 2: pipeline.after a → pipeline.after b').waitFor();
        await page.getByText('2 the same, 0 changed, 1 only right, 1 only left.').waitFor();
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('JavaScript', () => {
  /** Runs a script and returns its output. */
  async function output(page: Page, script: string): Promise<string> {
    await dropped(page, [{ name: 'script.js', content: script }]);
    await page.locator('.play-bar .run', { hasText: 'Stop' }).waitFor();
    await page.locator('.play-bar .run', { hasText: 'Run' }).waitFor();
    return page.locator('output-view').innerText();
  }

  test('reaches no network, neither by a function nor by an import', async () => {
    const asked: string[] = [];
    await site
      .visit('playground/', async (page) => {
        await page.route('https://example.com/**', (route) => {
          asked.push(route.request().url());
          return route.fulfill({ body: 'export default 1;', contentType: 'text/javascript' });
        });
        const script = `const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'importScripts', 'Worker', 'caches', 'indexedDB'];
console.log(names.map((name) => typeof globalThis[name]).join());
const proto = Object.getPrototypeOf(Object.getPrototypeOf(globalThis));
console.log(typeof proto.fetch, typeof Object.getPrototypeOf(globalThis).importScripts);
await import('https://example.com/x.js').then(() => console.log('loaded'), (error) => console.log('refused'));
await (async () => {}).constructor("return import('https://example.com/y.js')")().then(() => console.log('loaded'), () => console.log('refused'));`;
        const said = await output(page, script);
        expect(said.split('\n').slice(0, 4)).toEqual([
          Array(8).fill('undefined').join(),
          'undefined undefined',
          'refused',
          'refused',
        ]);
      })
      .catch((thrown: unknown) => {
        // The browser reports what its policy has stopped; there must be nothing else.
        const troubles = String(thrown).match(/"(?:error|failed|page error)[^"]*"/g) ?? [];
        expect(troubles.length).toBeGreaterThan(0);
        expect(troubles.filter((trouble) => !/Content Security Policy|example\.com/.test(trouble))).toEqual([]);
      });
    expect(asked).toEqual([]);
  });

  test('errors are said, an endless loop is stopped, and a computation is shown', async () => {
    await site.visit('playground/', async (page) => {
      await output(page, 'const x = 1;\nthrow new Error("not today");');
      await page.locator('.program .verdict.bad', { hasText: 'Error: not today' }).waitFor();
      await page.locator('.program .verdict.bad', { hasText: 'at line 2, column 7' }).waitFor();
      await dropped(page, [{ name: 'loop.js', content: 'const x = 1;\nfor (;;) {}' }]);
      await page.getByRole('button', { name: '■ Stop' }).click();
      await status(page, /Stopped/);
      await output(
        page,
        "import { XlaBuilder, f32 } from 'hloom';\nconst b = new XlaBuilder('sum');\nconst x = b.parameter(0, f32(2), 'x');\nprogram(b.build(b.add(x, x)), [3, 4]);",
      );
      await shows(page, ['6', '8']);
    });
  });
});

describe('errors of JavaScript', () => {
  const error = (page: Page, said: string) => page.locator('.program .verdict.bad', { hasText: said }).waitFor();
  const underlined = (page: Page) => page.locator('.cm-lintRange-error');

  test('a syntax error is underlined at its place', async () => {
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'script.js', content: 'const ok = 1;\nconst x = ;' }]);
      await error(page, "SyntaxError: Unexpected token ';'");
      await error(page, 'at line 2, column 11');
      await status(page, /1 error, at line 2, column 11\./);
      expect(await underlined(page).innerText()).toBe(';');
      expect(await page.locator('.cm-line', { has: underlined(page) }).innerText()).toBe('const x = ;');
      // An import becomes another text, and the text ends too early.
      const early = "import { XlaBuilder } from 'hloom'; const é = 1;\nexport const list = [\n  1,\n\n";
      await dropped(page, [{ name: 'early.js', content: early }]);
      await status(page, /1 error, at line 3, column 4\./);
      await dropped(page, [{ name: 'export.js', content: 'const y = 1;\nexport const 😀 = 2;' }]);
      await status(page, /1 error, at line 2, column 14\./);
      await dropped(page, [{ name: 'import.js', content: "const x = 1;\nimport { y } from 'other';" }]);
      await error(page, "programs can only import 'hloom'");
      expect(await underlined(page).count()).toBe(1);
      // A text that ends the function around it runs nowhere.
      await dropped(page, [{ name: 'out.js', content: 'const x = 1;\n} console.log(x); {' }]);
      await error(page, 'SyntaxError');
      expect(await underlined(page).count()).toBe(0);
    });
  });

  test('an error that is thrown is underlined at the call, with its rule and help', async () => {
    const script = `import { XlaBuilder, f32 } from 'hloom';
const b = new XlaBuilder('sum'); const x = b.parameter(0, f32(2, 3), 'x');
const y = b.parameter(1, f32(4), 'y'); const z = y.add(x, { broadcastDimensions: [1] });
program(b.build(z));`;
    await site.visit('playground/', async (page) => {
      await dropped(page, [{ name: 'script.js', content: script }]);
      await error(page, 'at line 3, column');
      await status(page, /An error ended the program at line 3, column 52\./);
      expect(await underlined(page).innerText()).toBe('add');
      // Options have the names that the program gives them.
      await error(page, 'f32[4] and f32[2,3] cannot be broadcast together');
      expect(await page.locator('.program .verdict.bad .rule').innerText()).toBe('broadcast.c2');
      await error(page, 'Help: broadcastDimensions: [1] needs a vector of 3 elements');
      await underlined(page).hover();
      await page.locator('.cm-tooltip-lint', { hasText: 'needs a vector of 3 elements' }).waitFor();
      // The error of a function that has no options has a link to its rule.
      await dropped(page, [{ name: 'script.js', content: "import { f32 } from 'hloom';\nf32(-1);" }]);
      await status(page, /An error ended the program at line 2, column 1\./);
      await page.locator('.program .verdict.bad .rule').waitFor();
      // A text without an error has no mark.
      await dropped(page, [{ name: 'script.js', content: script.replace('f32(4)', 'f32(3)') }]);
      await status(page, /Ended after/);
      expect(await underlined(page).count()).toBe(0);
      await page.locator('.program .verdict.bad').waitFor({ state: 'detached' });
      // An error behind a program that is shown stays.
      await dropped(page, [{ name: 'script.js', content: script.replace('f32(4)', 'f32(3)') + '\nnull.x;' }]);
      await status(page, /An error ended the program at line 5, column 6\./);
      await head(page, 'add');
      await error(page, 'TypeError');
    });
  });
});

test('a large program is laid out collapsed, and runs', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => {
    const name = `jit(model)/layer_${Math.floor(at / 250)}/${at % 2 === 0 ? 'mlp' : 'norm'}/negate`;
    return `  v${at + 1} = f32[4] negate(v${at}), metadata={op_name="${name}"}`;
  });
  const text = `HloModule big\n\nENTRY main {\n  v0 = f32[4] parameter(0)\n${lines.join('\n')}\n  ROOT r = f32[4] negate(v10000)\n}\n`;
  await site.visit('playground/', async (page) => {
    await dropped(page, [{ name: 'big.hlo', content: text }]);
    await status(page, /Ran 10,002 instructions/);
    await page.locator('.graph-state').waitFor({ state: 'detached' });
    expect(await page.locator('program-graph canvas').getAttribute('aria-label')).toContain('Graph of main: 82 nodes');
  });
});

describe.each([
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
  ['a phone', phone],
])('%s', (_, device) => {
  test.each(['', '#example=life', '#example=error', '#compare'])(
    '%s is accessible, and not wider than the window',
    async (hash) => {
      await site.visit(
        `playground/${hash}`,
        async (page) => {
          await page.locator('.editor .line, .cm-editor').first().waitFor({ state: 'attached' });
          await page.waitForTimeout(500);
          await bringAxe(page);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
          }
          expect(await page.evaluate(tooWide)).toEqual([]);
          expect(await page.evaluate(() => (globalThis as { shifts?: number }).shifts)).toBeLessThan(0.1);
        },
        device,
      );
    },
  );
});

test('a playground that was visited twice opens without a network', async () => {
  const { page, troubles } = await openPage(site.browser);
  await page.goto(`${site.url}playground/`);
  await variantOf(page);
  await untilKept(page);
  // Everything is asked for again, now by way of the service worker.
  await page.reload();
  await page.locator('.statistics').waitFor();
  await page.locator('.graph-state').waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.statistics', { hasText: 'f32[4,5]: 20 elements' }).waitFor();
  await page.locator('.cm-editor').waitFor();
  expect(realTroubles(troubles)).toEqual([]);
  await page.context().close();
});

test('hloom serve FILE opens the playground with the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hloom-serve-'));
  const file = join(folder, 'a dump (1).hlo');
  writeFileSync(file, small);
  const process_ = spawn(process.execPath, [join(root, 'dist/cli.mjs'), 'serve', file, '--port', '0']);
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      process_.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        const found = /serving (\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      process_.once('exit', () => reject(new Error(said)));
    });
    const { page, troubles } = await openPage(site.browser, { serviceWorkers: 'block' });
    await page.goto(address);
    await status(page, /a dump \(1\)\.hlo Ran 3 instructions/);
    await head(page, '%z = negate');
    expect(troubles.filter((trouble) => !trouble.includes('registration blocked'))).toEqual([]);
    await page.context().close();
  } finally {
    process_.kill('SIGINT');
    rmSync(folder, { recursive: true });
  }
});
