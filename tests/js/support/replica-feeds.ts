/** Values that go into a run on two devices and come out of it while it runs. */
import { parseHlo, type Client } from 'hloom';

const rounds = `HloModule rounds
  add { a = f32[] parameter(0)
    b = f32[] parameter(1)
    ROOT s = f32[] add(a, b) }
  more { s = (s32[], token[]) parameter(0)
    n = s32[] get-tuple-element(s), index=0
    three = s32[] constant(3)
    ROOT r = pred[] compare(n, three), direction=LT }
  body { s = (s32[], token[]) parameter(0)
    n = s32[] get-tuple-element(s), index=0
    t = token[] get-tuple-element(s), index=1
    in = (f32[2], token[]) infeed(t)
    x = f32[2] get-tuple-element(in), index=0
    u = token[] get-tuple-element(in), index=1
    y = f32[2] all-reduce(x), replica_groups={}, to_apply=add
    out = token[] outfeed(y, u), outfeed_shape=f32[2]
    one = s32[] constant(1)
    m = s32[] add(n, one)
    ROOT r = (s32[], token[]) tuple(m, out) }
  ENTRY e { zero = s32[] constant(0)
    t = token[] after-all()
    s = (s32[], token[]) tuple(zero, t)
    w = (s32[], token[]) while(s), condition=more, body=body
    ROOT n = s32[] get-tuple-element(w), index=0 }`;

/** The output of each device: the sums of both inputs in each round, which starts after the last output. */
export async function replicaFeeds(client: Client): Promise<{ sums: unknown[][]; rounds: unknown[] }> {
  const executable = await client.compile(parseHlo(rounds), { replicas: 2 });
  const feed = async (round: number): Promise<void> => {
    await executable.infeed(0, [round, round]);
    await executable.infeed(1, [10 * round, 100 * round]);
  };
  await feed(1);
  const run = executable.runReplicated([[], []]);
  const hear = async (device: number): Promise<unknown[]> => {
    const heard: unknown[] = [];
    for await (const value of executable.outfeed(device)) {
      heard.push(value.toArray());
      if (device === 0 && heard.length < 3) await feed(heard.length + 1);
    }
    return heard;
  };
  const sums = await Promise.all([hear(0), hear(1)]);
  const results = await run;
  executable.dispose();
  return { sums, rounds: results.map((result) => result.toArray()) };
}

export const expectedFeeds = {
  sums: [0, 1].map(() => [1, 2, 3].map((round) => [11 * round, 101 * round])),
  rounds: [3, 3],
};
