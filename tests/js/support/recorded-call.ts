import { BuilderBase } from '../../../js/src/builder/builder-base.js';
import { callBuilder, type ArgumentRow, type FunctionRow } from '../../../js/src/builder/builder-call.js';
import { init } from '../../../js/src/builder/builder-instance.js';
import { installPlatform } from '../../../js/src/instance/platform.js';
import { FakePlatform, type FakeModule } from './fake-core.js';

type Encoded = Record<string, unknown>;

/** Installs a fake module, for a whole test file; what it returns tells the arguments that last reached the core. */
export function recordCalls(): () => Encoded {
  const platform = new FakePlatform();
  let last: Encoded = {};
  beforeAll(async () => {
    installPlatform(platform);
    await init();
    const fake = platform.modules[0] as FakeModule;
    const respond = fake.respond.bind(fake);
    fake.respond = (method, json) => {
      if (method === 'builder.call') last = (JSON.parse(json) as { arguments: Encoded }).arguments;
      return respond(method, json);
    };
  });
  return () => last;
}

/** A call of a function that requires these arguments. */
export function caller(
  name: string,
  required: readonly ArgumentRow[],
  optional: readonly ArgumentRow[] = [],
): (...args: unknown[]) => unknown {
  const js = name.charAt(0).toLowerCase() + name.slice(1);
  const row: FunctionRow = { js, overloads: [{ name, overload: 0, required, optional }] };
  return (...args) => callBuilder(new BuilderBase('test'), row, args);
}
