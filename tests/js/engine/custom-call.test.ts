// Functions of JavaScript behind custom calls: what they get, what they may give, and how they end a run or do not.
import {
  Client,
  f32,
  Literal,
  parseHlo,
  XlaBuilder,
  type CustomCall,
  type CustomCallFunction,
  type Executable,
} from 'hloom';
import { internal } from '../../../js/src/base/internal.js';
import { callingF, plusOne, register, repeated, sleep } from '../support/custom-calls.js';
import { allEngines, clientForAll, nothingHeld } from '../support/engines.js';
import { expectError } from '../support/expect-error.js';
import { expectWorking, loop } from '../support/programs.js';

test('TopK is built in, whatever is registered', async () => {
  register('TopK', () => {
    throw new Error('nobody asks for this');
  });
  const client = await Client.create();
  const executable = await client.compile(
    parseHlo(`ENTRY e {
      x = f32[2,4] parameter(0)
      ROOT y = (f32[2,2], s32[2,2]) custom-call(x), custom_call_target="TopK" }`),
  );
  const result = await executable.run([
    [3, 1, 4, 1],
    [5, 9, 2, 6],
  ]);
  expect(result.toArray()).toEqual([
    [
      [4, 3],
      [9, 6],
    ],
    [
      [2, 0],
      [1, 3],
    ],
  ]);
  client.dispose();
});

describe.each(allEngines)('an engine %s', (_, options) => {
  let client: Client;
  clientForAll(options, (made) => {
    client = made;
  });
  const compile = (program: string): Promise<Executable> => client.compile(parseHlo(program));
  afterEach(async () => {
    await expectWorking(client);
    const held = await client.statistics();
    expect(held).toMatchObject({ ...nothingHeld, executables: held.executables });
  });

  test('a program calls a function', async () => {
    const calls: CustomCall[] = [];
    register('f', ([x], call) => {
      calls.push(call);
      return Literal.from((x?.toArray() as number[]).map((value) => value * 10));
    });
    const executable = await client.compile(callingF());
    expect((await executable.run([1, 2])).toArray()).toEqual([10, 20]);
    expect(calls.map(({ name, opaque, shape, signal }) => [name, opaque, String(shape), signal.aborted])).toEqual([
      ['f', '', 'f32[2]', false],
    ]);
  });

  test('operands come in the layouts that are wanted, and opaque with them', async () => {
    const seen: unknown[] = [];
    register('show', (operands, { opaque }) => {
      seen.push(opaque, ...operands.map(({ shape, data }) => [shape.toStringWithLayout(), [...data]]));
      return operands[0] as Literal;
    });
    const executable = await compile(`HloModule m
ENTRY e {
  x = f32[2,2] constant({{1, 2}, {3, 4}})
  n = s64[] constant(-5)
  ROOT r = f32[2,2] custom-call(x, n), custom_call_target="show",
    operand_layout_constraints={f32[2,2]{0,1}, s64[]}, backend_config="two words"
}`);
    const result = await executable.run();
    expect(seen).toEqual(['two words', ['f32[2,2]{0,1}', [1, 3, 2, 4]], ['s64[]', [-5n]]]);
    expect(result.shape.toStringWithLayout()).toBe('f32[2,2]{1,0}');
    expect([...result.data]).toEqual([1, 2, 3, 4]);
  });

  test('a layout of an operand is that of the value which the function gets', async () => {
    const seen: unknown[] = [];
    register('show', ([x, y]) => {
      for (const operand of [x, y]) seen.push([operand?.shape.toStringWithLayout(), [...(operand?.data ?? [])]]);
      return x;
    });
    const b = new XlaBuilder('laid_out');
    const x = b.parameter(0, f32(2, 2), 'x');
    b.customCallWithLayout('show', [x, x], 'f32[2,2]{0,1}', ['f32[2,2]{0,1}', f32(2, 2)], {
      opaque: 'two words',
      hasSideEffect: true,
      outputOperandAliasing: [{ operand: 1 }],
      literal: [1, 2],
      schedule: 'SCHEDULE_LATEST',
      apiVersion: 'API_VERSION_TYPED_FFI',
    });
    const computation = b.build();
    expect(computation.toHloText()).toContain(
      'f32[2,2]{0,1} custom-call(%x, %x), custom_call_target="show", ' +
        'operand_layout_constraints={f32[2,2]{0,1}, f32[2,2]{1,0}}, custom_call_has_side_effect=true, ' +
        'literal=f32[2]{0} {1, 2}, output_to_operand_aliasing={{}: (1, {})}, schedule=SCHEDULE_LATEST, ' +
        'api_version=API_VERSION_TYPED_FFI, backend_config="two words"',
    );
    const executable = await client.compile(computation);
    const y = await executable.run([
      [1, 2],
      [3, 4],
    ]);
    expect(seen).toEqual([
      ['f32[2,2]{0,1}', [1, 3, 2, 4]],
      ['f32[2,2]{1,0}', [1, 2, 3, 4]],
    ]);
    expect(y.shape.toStringWithLayout()).toBe('f32[2,2]{0,1}');
    expect(y.toArray()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('tuples go in and out, as literals and as arrays', async () => {
    const executable = await compile(`HloModule m
ENTRY e {
  p = (f32[2], s32[]) parameter(0)
  ROOT r = (s32[], f32[2]) custom-call(p), custom_call_target="swap"
}`);
    const results = [
      (pair: Literal) => [pair.elements[1], pair.elements[0]] as Literal[],
      (pair: Literal) => Literal.tuple(pair.elements[1] as Literal, pair.elements[0] as Literal),
      () => [7, [1.5, 2.5]],
      () => [Literal.from(7, 'S32'), new Float32Array([1.5, 2.5])],
    ];
    for (const result of results) {
      register('swap', ([pair]) => result(pair as Literal));
      expect((await executable.run([[1.5, 2.5], 7])).toArray()).toEqual([7, [1.5, 2.5]]);
    }
  });

  test('values that can be arguments are results', async () => {
    const executable = await client.compile(callingF());
    for (const result of [[3, 4], new Float32Array([3, 4]), Literal.from([3, 4]).relayout([0])]) {
      register('f', () => result);
      expect((await executable.run([0, 0])).toArray()).toEqual([3, 4]);
    }
  });

  test('a dynamic operand has its live elements, and so has a dynamic result', async () => {
    register('half', ([x]) => (x?.toArray() as number[]).slice(0, (x?.dynamicSizes[0] ?? 0) / 2));
    const executable = await compile(`HloModule m
ENTRY e {
  x = f32[<=6] parameter(0)
  ROOT r = f32[<=6] custom-call(x), custom_call_target="half"
}`);
    expect(String(await executable.run([1, 2, 3, 4]))).toBe('f32[<=6](2) {1, 2}');
    register('half', () => Literal.from([5]));
    expect(String(await executable.run([1, 2, 3, 4]))).toBe('f32[<=6](1) {5}');
  });

  test('a function without a value gives an empty tuple; side effects are in the order of the program', async () => {
    const told: unknown[] = [];
    register('tell', ([x]) => {
      told.push(x?.toArray());
    });
    const executable = await compile(`HloModule m
ENTRY e {
  x = s32[] parameter(0)
  one = s32[] constant(1)
  a = () custom-call(x), custom_call_target="tell", custom_call_has_side_effect=true
  y = s32[] add(x, one)
  b = () custom-call(y), custom_call_target="tell", custom_call_has_side_effect=true
  z = s32[] add(y, one)
  c = () custom-call(z), custom_call_target="tell", custom_call_has_side_effect=true
  ROOT r = s32[] copy(x)
}`);
    expect((await executable.run(1)).toArray()).toBe(1);
    expect(told).toEqual([1, 2, 3]);
  });

  test('a function may be asynchronous, and other runs go on meanwhile', async () => {
    const order: string[] = [];
    register('f', async ([x]) => {
      await sleep(40);
      order.push('function');
      return x;
    });
    const slow = await client.compile(callingF());
    const other = await client.compile(loop(10));
    const first = slow.run([1, 2]).then((result) => {
      order.push('slow');
      return result;
    });
    const second = other.run(0).then((result) => {
      order.push('other');
      return result;
    });
    expect((await first).toArray()).toEqual([1, 2]);
    expect((await second).toArray()).toBe(10);
    expect(order).toEqual(['other', 'function', 'slow']);
  });

  test('several runs wait at a time, and each gets its own value', async () => {
    register('f', async ([x]) => {
      const [value = 0] = x?.toArray() as number[];
      await sleep(40 - 4 * value);
      return [value, value * value];
    });
    const executable = await client.compile(callingF());
    const results = await Promise.all([0, 1, 2, 3, 4, 5].map((value) => executable.run([value, 0])));
    expect(results.map((result) => result.toArray())).toEqual([0, 1, 2, 3, 4, 5].map((value) => [value, value ** 2]));
  });

  test('what a function throws is the cause of the error, which names the function', async () => {
    const executable = await client.compile(callingF());
    const thrown = new RangeError('it is Sunday\nand late');
    const functions: CustomCallFunction[] = [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ];
    for (const fn of functions) {
      register('f', fn);
      const error = await expectError(() => executable.run([1, 2]), {
        code: 'ABORTED',
        rule: 'custom_call.c5',
        message: /custom-call: the function "f" failed: RangeError: it is Sunday\n.*at %custom-call/s,
      });
      expect(error.cause).toBe(thrown);
    }
    register('f', ([x]) => x);
    expect((await executable.run([1, 2])).toArray()).toEqual([1, 2]);
  });

  test('anything can be thrown', async () => {
    const executable = await client.compile(callingF());
    for (const thrown of [7, null, 'x'.repeat(5000), Object.create(null) as object, Symbol('s')]) {
      register('f', () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- that is what is tested
        throw thrown;
      });
      const error = await expectError(() => executable.run([1, 2]), { code: 'ABORTED', rule: 'custom_call.c5' });
      expect(error.cause).toBe(thrown);
      expect(error.message.length).toBeLessThan(1000);
    }
  });

  test('a function that throws ends its own run alone', async () => {
    register('f', async ([x]) => {
      await sleep(20);
      if ((x?.toArray() as number[])[0] === 1) throw new Error('one');
      return x;
    });
    const executable = await client.compile(callingF());
    const outcomes = await Promise.allSettled([executable.run([1, 0]), executable.run([2, 0])]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('a value of another shape is refused', async () => {
    const executable = await client.compile(callingF());
    register('f', () => Literal.from([1, 2, 3]));
    await expectError(() => executable.run([1, 2]), {
      code: 'INVALID_ARGUMENT',
      rule: 'ask.c1',
      message: /f32\[3\] for custom-call, which takes f32\[2\].*at %custom-call/s,
    });
    register('f', () => [1, 2, 3]);
    await expectError(() => executable.run([1, 2]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c8',
      message: /at what "f" gave for %custom-call/,
    });
    register('f', () => undefined);
    await expectError(() => executable.run([1, 2]), {
      code: 'INVALID_ARGUMENT',
      rule: 'js.c34',
      message: /the function gave nothing, f32\[2\] is wanted/,
    });
    register('f', () => 'text' as unknown as Literal);
    await expectError(() => executable.run([1, 2]), { code: 'INVALID_ARGUMENT', rule: /^js\./ });
  });

  test('a name that nobody registered is told with those that are', async () => {
    const executable = await client.compile(callingF());
    await expectError(() => executable.run([1, 2]), {
      code: 'FAILED_PRECONDITION',
      rule: 'custom_call.c3',
      message: /no function "f" is registered/,
      help: /none is registered/,
    });
    register('g', plusOne);
    register('ff', plusOne);
    await expectError(() => executable.run([1, 2]), { code: 'FAILED_PRECONDITION', help: /there are ff, g$/ });
  });

  test('a thousand calls in a loop leave nothing behind', async () => {
    let most = 0;
    let calls = 0;
    register('f', async (operands, call) => {
      if (++calls % 250 === 0) most = Math.max(most, (await client.statistics()).buffers);
      return plusOne(operands, call);
    });
    const executable = await compile(repeated(1000));
    expect((await executable.run(0.5)).toArray()).toBe(1000.5);
    expect([calls, most]).toEqual([1000, 0]);
  });

  test('a Conditional calls only the function of its branch', async () => {
    const executable = await compile(`HloModule m
yes {
  x = f32[] parameter(0)
  ROOT y = f32[] custom-call(x), custom_call_target="yes"
}
no {
  x = f32[] parameter(0)
  ROOT y = f32[] custom-call(x), custom_call_target="no"
}
ENTRY e {
  p = pred[] parameter(0)
  x = f32[] constant(1)
  ROOT r = f32[] conditional(p, x, x), true_computation=yes, false_computation=no
}`);
    const called: string[] = [];
    for (const name of ['yes', 'no']) {
      register(name, () => {
        called.push(name);
        return called.length;
      });
    }
    expect((await executable.run(false)).toArray()).toBe(1);
    expect((await executable.run(true)).toArray()).toBe(2);
    expect(called).toEqual(['no', 'yes']);
  });

  test('what is applied to elements calls for each of them, and waits', async () => {
    const seen: unknown[] = [];
    register('f', async ([x]) => {
      seen.push(x?.toArray());
      await new Promise((resolve) => setTimeout(resolve, 1));
      return Number(x?.toArray()) * 10;
    });
    const executable = await compile(`HloModule m
f1 {
  x = f32[] parameter(0)
  ROOT y = f32[] custom-call(x), custom_call_target="f"
}
ENTRY e {
  x = f32[3] parameter(0)
  ROOT r = f32[3] map(x), dimensions={0}, to_apply=f1
}`);
    expect((await executable.run([1, 2, 3])).toArray()).toEqual([10, 20, 30]);
    expect(seen).toEqual([1, 2, 3]);
  });

  test('an abort ends the waiting at once, and the function hears of it', async () => {
    const reason = new Error('enough');
    let heard: unknown;
    let late: () => void = () => undefined;
    register('f', ([x], { signal }) => {
      signal.addEventListener('abort', () => {
        heard = signal.reason;
      });
      return new Promise((resolve) => {
        late = () => {
          resolve(x);
        };
      });
    });
    const executable = await client.compile(callingF());
    const controller = new AbortController();
    const started = performance.now();
    setTimeout(() => {
      controller.abort(reason);
    }, 30);
    const error = await expectError(() => executable.run([1, 2], { signal: controller.signal }), {
      code: 'CANCELLED',
      rule: 'js.c15',
    });
    expect(error.cause).toBe(reason);
    expect(heard).toBe(reason);
    expect(performance.now() - started).toBeLessThan(1000);
    // An answer that comes too late does nothing.
    late();
    await sleep(5);
  });

  test('a function that answers at once for ever does not starve an abort', async () => {
    register('f', plusOne);
    const executable = await compile(repeated(1_000_000_000));
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 60);
    await expectError(() => executable.run(0, { signal: controller.signal }), { code: 'CANCELLED' });
  });

  test('a function may abort its own run', async () => {
    const controller = new AbortController();
    register('f', ([x]) => {
      controller.abort(new Error('from inside'));
      return x;
    });
    const executable = await client.compile(callingF());
    await expectError(() => executable.run([1, 2], { signal: controller.signal }), { code: 'CANCELLED' });
  });

  test('a function may run programs on the same engine', async () => {
    const inner = await client.compile(loop(10));
    register('f', async ([x]) => [(await inner.run(0)).toArray() as number, (x?.toArray() as number[])[1] ?? 0]);
    const executable = await client.compile(callingF());
    expect((await executable.run([1, 2])).toArray()).toEqual([10, 2]);
  });

  test('a trace shows the value that the function gave', async () => {
    register('f', () => [8, 9]);
    const events: string[] = [];
    const executable = await client.compile(callingF());
    await executable.run([1, 2], {
      onTrace: ({ opcode, value }) => {
        events.push(`${opcode} ${value}`);
      },
    });
    expect(events).toEqual(['parameter f32[2] {1, 2}', 'custom-call f32[2] {8, 9}']);
  });

  test('an engine that is lost meanwhile rejects the run, and the late answer is nothing', async () => {
    let late: () => void = () => undefined;
    let told: AbortSignal | undefined;
    register('f', ([x], { signal }) => {
      told = signal;
      return new Promise((resolve) => {
        late = () => {
          resolve(x);
        };
      });
    });
    const executable = await client.compile(callingF());
    const running = expectError(() => executable.run([1, 2]), { code: 'ABORTED', rule: 'js.c14' });
    while (told === undefined) await sleep(5);
    const inside = (client as unknown as Record<typeof internal, { trap(): Promise<void> }>)[internal];
    await expectError(() => inside.trap(), { code: 'ABORTED', rule: 'js.c14' });
    await running;
    expect(told.aborted).toBe(true);
    late();
    await sleep(5);
    register('f', ([x]) => x);
    expect((await executable.run([3, 4])).toArray()).toEqual([3, 4]);
  });

  test('a client that is disposed meanwhile rejects the run, and the late answer is nothing', async () => {
    const own = await Client.create(options);
    let late: () => void = () => undefined;
    let told: AbortSignal | undefined;
    register('f', (_operands, { signal }) => {
      told = signal;
      return new Promise((_resolve, reject) => {
        late = () => {
          reject(new Error('too late'));
        };
      });
    });
    const executable = await own.compile(callingF());
    const running = expectError(() => executable.run([1, 2]), { code: 'FAILED_PRECONDITION', rule: 'js.c2' });
    while (told === undefined) await sleep(5);
    own.dispose();
    await running;
    expect(told.aborted).toBe(true);
    late();
    await sleep(5);
  });
});
