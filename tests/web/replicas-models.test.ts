// The models of the replica lab, with the engine in Node.js.
import { init } from 'hloom';
import { collectives, firstShape, firstWiring, operandsOf } from '../../web-demo/src/replicas/model/collectives.js';
import { record, withExecutable } from '../../web-demo/src/replicas/model/recording.js';
import { flowsOf } from '../../web-demo/src/replicas/model/flows.js';

beforeAll(() => init());

test.each([1, 2, 3, 4, 16])('every collective runs on %i devices', async (devices) => {
  const failed: string[] = [];
  for (const [op, collective] of Object.entries(collectives)) {
    const question = {
      op,
      devices,
      shape: firstShape(op, devices),
      wiring: firstWiring(collective, devices),
      reduction: 'add' as const,
      dimension: 0,
      values: 'count',
    };
    try {
      const program = { source: collective.build(question), replicas: devices };
      const operands = operandsOf(question);
      const recording = await record(program, () => operands);
      if (recording.error !== undefined) failed.push(`${op}: ${recording.error.message}`);
      const flows = await withExecutable(program, (e) => flowsOf(e, operands, new AbortController().signal));
      if (devices === 2) console.log(op, String(recording.results), flows?.map((f) => `${f.from}.${f.source}>${f.to}.${f.target}`).join(' '));
    } catch (error) {
      failed.push(`${op}: ${String(error)}`);
    }
  }
  expect(failed).toEqual([]);
});
