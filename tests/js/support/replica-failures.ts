/** Runs on several devices that cannot end as they should, each in its way; what they say, and whether the next one works. */
import { parseHlo, registerCustomCall, type Client, type Executable, type RunProgress } from 'hloom';

const add = `add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }`;

const sum = `HloModule sum
  ${add}
  ENTRY e { x = f32[] parameter(0)
    ROOT y = f32[] all-reduce(x), replica_groups={}, to_apply=add }`;

/** Goes around as often as the argument states, and meets the others each time. */
const uneven = `HloModule uneven
  ${add}
  more { x = f32[] parameter(0)
    zero = f32[] constant(0)
    ROOT r = pred[] compare(x, zero), direction=GT }
  body { x = f32[] parameter(0)
    one = f32[] constant(1)
    y = f32[] all-reduce(x), replica_groups={}, to_apply=add
    ROOT z = f32[] subtract(x, one) }
  ENTRY e { x = f32[] parameter(0)
    ROOT y = f32[] while(x), condition=more, body=body }`;

/** Both wait until their own send is received before they receive, as in the documentation of Send. */
const cyclic = `HloModule cyclic
  ENTRY e { x = f32[] parameter(0)
    t = token[] after-all()
    s = (f32[], u32[], token[]) send(x, t), channel_id=1,
        frontend_attributes={_xla_send_recv_source_target_pairs="{{0,1},{1,0}}"}
    d = token[] send-done(s), channel_id=1
    r = (f32[], u32[], token[]) recv(d), channel_id=1
    e = (f32[], token[]) recv-done(r), channel_id=1
    ROOT y = f32[] get-tuple-element(e), index=0 }`;

/** Device 0 waits for one that never ends. */
export const endless = `HloModule endless
  ${add}
  more { x = f32[] parameter(0)
    zero = f32[] constant(0)
    ROOT r = pred[] compare(x, zero), direction=GT }
  same { ROOT x = f32[] parameter(0) }
  ENTRY e { x = f32[] parameter(0)
    y = f32[] while(x), condition=more, body=same
    ROOT z = f32[] all-reduce(y), replica_groups={}, to_apply=add }`;

const failing = `HloModule failing
  ${add}
  ENTRY e { x = f32[] parameter(0)
    y = f32[] custom-call(x), custom_call_target="refuses_two"
    ROOT z = f32[] all-reduce(y), replica_groups={}, to_apply=add }`;

/** Only devices whose argument is positive come to the sum. */
export const early = `HloModule early
  ${add}
  meet { x = f32[] parameter(0)
    ROOT y = f32[] all-reduce(x), replica_groups={}, to_apply=add }
  leave { ROOT x = f32[] parameter(0) }
  ENTRY e { x = f32[] parameter(0)
    zero = f32[] constant(0)
    stays = pred[] compare(x, zero), direction=GT
    ROOT r = f32[] conditional(stays, x, x), true_computation=meet, false_computation=leave }`;

/** The devices come to two sums of one channel, of other shapes. */
const mismatched = `HloModule mismatched
  ${add}
  scalar { x = f32[] parameter(0)
    ROOT y = f32[] all-reduce(x), channel_id=1, replica_groups={}, to_apply=add }
  vector { x = f32[] parameter(0)
    v = f32[1] reshape(x)
    w = f32[1] all-reduce(v), channel_id=1, replica_groups={}, to_apply=add
    ROOT y = f32[] reshape(w) }
  ENTRY e { x = f32[] parameter(0)
    zero = f32[] constant(0)
    first = pred[] compare(x, zero), direction=GT
    ROOT r = f32[] conditional(first, x, x), true_computation=scalar, false_computation=vector }`;

export interface ReplicaFailure {
  readonly code: string;
  readonly rule: string;
  readonly message: string;
}

type Lists = Parameters<Executable['runReplicated']>;

/** Device 0 is done first, and waits. */
const oneWaits = /device 0 waits at all-reduce %z in computation "e" on device 0 for device 1\n {2}device 1 runs\n/;

/** The message of each of {@link replicaFailures}. */
export const expectedFailures: Readonly<Record<string, { code: string; rule: string; says: RegExp }>> = {
  uneven: {
    code: 'FAILED_PRECONDITION',
    rule: 'comm.c2',
    says: /device 0 has ended\n {2}device 1 waits at all-reduce %y in/,
  },
  cyclic: {
    code: 'FAILED_PRECONDITION',
    rule: 'comm.c2',
    says: /device 0 waits at send-done %d in .* for device 1\n {2}device 1 waits at send-done %d in .* for device 0/,
  },
  early: {
    code: 'FAILED_PRECONDITION',
    rule: 'comm.c2',
    says: /device 0 waits at all-reduce %y in computation "meet" .* for device 1\n {2}device 1 has ended/,
  },
  mismatched: {
    code: 'FAILED_PRECONDITION',
    rule: 'comm.c2',
    says: /devices 0 and 1 are at all-reduce %y and all-reduce %w, which .* as they differ: f32\[\] and f32\[1\]\{0\}\n/,
  },
  late: { code: 'DEADLINE_EXCEEDED', rule: 'comm.c3', says: /device 0 waits at all-reduce %z .*\n {2}device 1 runs/ },
  aborted: { code: 'CANCELLED', rule: 'js.c15', says: oneWaits },
  failed: { code: 'ABORTED', rule: 'custom_call.c5', says: /two is too much[^]*at %y in .* on device 1/ },
  tooLong: {
    code: 'DEADLINE_EXCEEDED',
    rule: 'limits.c4',
    says: /device 0 waits at all-reduce %z .* for device 1\n {2}device 1/,
  },
  trapped: { code: 'ABORTED', rule: 'js.c14', says: oneWaits },
};

/** The failure of each program, and the sum of the run after it. */
export async function replicaFailures(
  client: Client,
  trap: () => Promise<void>,
): Promise<Record<string, { failure: ReplicaFailure; sums: unknown[] }>> {
  const remove = registerCustomCall('refuses_two', ([x]) => {
    if (x?.toArray() === 2) throw new RangeError('two is too much');
    return x as NonNullable<typeof x>;
  });
  const good = await client.compile(parseHlo(sum), { replicas: 2 });
  const outcomes: Record<string, { failure: ReplicaFailure; sums: unknown[] }> = {};
  const fail = async (
    name: string,
    text: string,
    lists: Lists[0],
    options?: Lists[1],
    whenOneWaits?: () => void,
  ): Promise<void> => {
    const executable = await client.compile(parseHlo(text), { replicas: 2 });
    let act = whenOneWaits;
    const onProgress = ({ devices }: RunProgress): void => {
      if (devices?.[0]?.state !== 'waits') return;
      act?.();
      act = undefined;
    };
    const failure = await failureOf(executable.runReplicated(lists, { ...options, onProgress }));
    const results = await good.runReplicated([[1], [2]]);
    outcomes[name] = { failure, sums: results.map((result) => result.toArray()) };
    executable.dispose();
  };
  await fail('uneven', uneven, [[1], [2]]);
  await fail('cyclic', cyclic, [[1], [2]]);
  await fail('early', early, [[1], [-1]]);
  await fail('mismatched', mismatched, [[1], [-1]]);
  await fail('late', endless, [[0], [1]], { limits: { rendezvousMilliseconds: 30 } });
  const controller = new AbortController();
  await fail('aborted', endless, [[0], [1]], { signal: controller.signal }, () => {
    controller.abort();
  });
  await fail('tooLong', endless, [[0], [1]], { limits: { milliseconds: 60 } });
  await fail('failed', failing, [[1], [2]]);
  await fail('trapped', endless, [[0], [1]], {}, () => {
    trap().catch(() => undefined);
  });
  good.dispose();
  remove();
  return outcomes;
}

async function failureOf(run: Promise<unknown>): Promise<ReplicaFailure> {
  try {
    await run;
  } catch (thrown) {
    const { code, rule, message } = thrown as ReplicaFailure;
    return { code, rule, message };
  }
  return { code: 'OK', rule: '', message: '' };
}
