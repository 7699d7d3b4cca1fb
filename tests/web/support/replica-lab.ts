// Runs the replica lab's models on a number of devices.
import { Literal } from 'hloom';
import { allReduceNames, allReduces } from '../../../web-demo/src/replicas/model/all-reduces.js';
import {
  collectives,
  firstShape,
  firstWiring,
  operandsOf,
  type Question,
} from '../../../web-demo/src/replicas/model/collectives.js';
import { trafficOf } from '../../../web-demo/src/replicas/model/costs.js';
import { flowsOf, type Flow } from '../../../web-demo/src/replicas/model/flows.js';
import { record, withExecutable } from '../../../web-demo/src/replicas/model/recording.js';

interface Outcome {
  readonly error?: string | undefined;
  readonly flows?: readonly Flow[] | undefined;
}

/** Every collective with its first groups or pairs. */
export async function runCollectives(devices: number): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const [op, collective] of Object.entries(collectives)) {
    const wiring = firstWiring(collective, devices);
    const shape = firstShape(op, devices);
    const question: Question = { op, devices, shape, wiring, reduction: 'add', dimension: 0, values: 'count' };
    const source = collective.build(question);
    const operands = operandsOf(question);
    const { error } = await record({ source, replicas: devices }, () => operands);
    const flows = await withExecutable({ source, replicas: devices }, (executable) =>
      flowsOf(executable, operands, new AbortController().signal),
    );
    source.dispose();
    outcomes[op] = { error: error?.message, flows };
  }
  return outcomes;
}

/** `0.0+1.0 0.1+1.1`: the sources of each element of a result, as device.element. */
export function flowsAsText(flows: readonly Flow[]): string {
  const targets = new Map<number, string[]>();
  for (const { from, source, target } of flows) {
    targets.set(target, [...(targets.get(target) ?? []), `${from}.${source}`]);
  }
  return [...targets]
    .sort(([one], [other]) => one - other)
    .map(([, sources]) => sources.join('+'))
    .join(' ');
}

/** The three ways of an all-reduce: the same sums, and as many steps and bytes as the formulas say. */
export async function runAllReduces(devices: number): Promise<void> {
  const elements = devices * 2;
  const upTo = Array.from({ length: elements }, (_, at) => at);
  const operands = Array.from({ length: devices }, (_, device) => [
    Literal.from(
      upTo.map((at) => device * 100 + at),
      'F32',
    ),
  ]);
  const sums = upTo.map((at) => (100 * devices * (devices - 1)) / 2 + at * devices);
  for (const name of allReduceNames) {
    const { program, cost } = allReduces[name];
    const recording = await record({ source: program(devices, elements), replicas: devices }, () => operands);
    expect(recording.results?.map((result) => result.toArray())).toEqual(operands.map(() => sums));
    const { steps, sent } = trafficOf(recording.events);
    const { stepCount, sentBytes } = cost(devices, elements * 4);
    expect([name, steps, sent]).toEqual([name, stepCount, sentBytes]);
  }
}
