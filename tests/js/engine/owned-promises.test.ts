// Unawaited promises of the package do not end the process: Node.js ends a process with an unhandled rejection.
import { runScript } from '../support/scripts.js';

const setUp = `
  await init();
  const { registerCustomCall } = require(${JSON.stringify(require.resolve('hloom'))});
  const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
  const sends = parseHlo(\`HloModule sends
    ENTRY e { t0 = token[] after-all()
      \${[0, 1, 2, 3, 4].map((i) => \`n\${i} = f32[] constant(\${i})
      send\${i} = (f32[], u32[], token[]) send(n\${i}, t\${i}), channel_id=1, is_host_transfer=true
      t\${i + 1} = token[] send-done(send\${i}), channel_id=1, is_host_transfer=true\`).join('\\n')}
      ROOT y = f32[] constant(9) }\`);
  const echo = parseHlo(\`HloModule echo
    ENTRY e { t = token[] after-all()
      in = (f32[], token[]) infeed(t)
      x = f32[] get-tuple-element(in), index=0
      u = token[] get-tuple-element(in), index=1
      v = token[] outfeed(x, u)
      w = token[] outfeed(x, v)
      ROOT y = f32[] get-tuple-element(in), index=0 }\`);
  const calls = parseHlo('HloModule calls\\nENTRY e { x = f32[] constant(1)\\n ROOT y = f32[] custom-call(x), custom_call_target="f" }');
  const ruleOf = (run) => run.then(() => 'done', ({ rule }) => rule);`;

describe.each([
  ['inline', '{}'],
  ['in a Worker', '{ worker: true }'],
])('an engine %s', (_, options) => {
  test('disposed of, stopped, or out of time', () => {
    const { status, output } = runScript(`${setUp}
      // Sends beyond the capacity that are not read.
      for (const what of ['executable', 'client']) {
        const client = await Client.create(${options});
        const executable = await client.compile(sends, { feedCapacity: 2 });
        console.log(String(await executable.run()));
        (what === 'client' ? client : executable).dispose();
        await soon();
        client.dispose();
      }
      const client = await Client.create(${options});
      // Values that are given without waiting, and that no run takes.
      const fed = await client.compile(echo, { feedCapacity: 1 });
      for (let i = 0; i < 3; i++) void fed.infeed(0, i);
      void fed.outfeed(0).next();
      fed.dispose();
      await soon();
      // Outputs of stopped runs that are not read.
      const echoes = await client.compile(echo, { feedCapacity: 1 });
      await echoes.infeed(0, 1);
      console.log(await ruleOf(echoes.run({ limits: { milliseconds: 30 } })));
      await echoes.infeed(0, 1);
      console.log(await ruleOf(echoes.run({ signal: AbortSignal.timeout(30) })));
      // Functions and callbacks that fail after the run has ended.
      registerCustomCall('f', () => new Promise((_, reject) => setTimeout(reject, 60, new Error('late'))));
      const calling = await client.compile(calls);
      console.log(await ruleOf(calling.run({ limits: { milliseconds: 20 } })));
      console.log(await ruleOf(calling.run({ signal: AbortSignal.timeout(20) })));
      registerCustomCall('f', () => new Promise(() => undefined));
      const under = ruleOf(calling.run());
      await soon();
      registerCustomCall('f', ([x]) => x);
      const onTrace = () => new Promise((_, reject) => setTimeout(reject, 60, new Error('late')));
      console.log(await ruleOf(calling.run({ onTrace, onProgress: onTrace })));
      client.dispose();
      console.log(await under);
      await new Promise((resolve) => setTimeout(resolve, 100));`);
    const rules = ['limits.c4', 'js.c15', 'limits.c4', 'js.c15', 'done', 'js.c2'];
    expect({ status, output }).toEqual({
      status: 0,
      output: `f32[] 9\nf32[] 9\n${rules.join('\n')}\nend\n`,
    });
  });

  test('collected', () => {
    const { status, output } = runScript(
      `${setUp}
      const client = await Client.create(${options});
      const ended = [];
      await (async () => {
        const executable = await client.compile(sends, { feedCapacity: 2 });
        await executable.run();
        const fed = await client.compile(echo, { feedCapacity: 1 });
        void fed.infeed(0, 0);
        void fed.infeed(0, 1);
        fed.infeed(0, 2).catch(({ rule }) => ended.push(rule));
        fed.outfeed(0).next().then(({ done }) => ended.push(done));
      })();
      for (let i = 0; i < 50 && ended.length < 2; i++) {
        gc();
        await soon();
      }
      console.log(ended.sort().join(), (await client.statistics()).executables);`,
      ['--expose-gc'],
    );
    expect({ status, output }).toEqual({ status: 0, output: 'js.c2,true 0\nend\n' });
  });

  test('a run keeps its client, which nothing else holds', () => {
    const { status, output } = runScript(
      `${setUp}
      let answer;
      registerCustomCall('f', () => new Promise((resolve) => (answer = () => resolve(2))));
      const begin = async () => {
        const client = await Client.create(${options});
        const executable = await client.compile(calls);
        return [executable.run()];
      };
      const [run] = await begin();
      for (let i = 0; i < 20; i++) {
        gc();
        await soon();
      }
      answer();
      console.log(String(await run));`,
      ['--expose-gc'],
    );
    expect({ status, output }).toEqual({ status: 0, output: 'f32[] 2\nend\n' });
  });
});
