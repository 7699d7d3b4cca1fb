// Programs of many collectives with delays before each of them, and their results by plain JavaScript. All but one part
// is computed in integers that wrap; the sums of floats show that a group adds in its own order, for any order of
// arrival.

export const devices = 16;
const elements = 16;
const floats = 4;

/** A generator of numbers in [0, 2^32) that are the same in every process. */
export function generator(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = nextState(state);
    return state;
  };
}

/** The step of the generator, also that of each device. */
const nextState = (state) => (Math.imul(state, 1664525) + 1013904223) >>> 0;

function shuffled(random) {
  const ids = Array.from({ length: devices }, (_, i) => i);
  for (let i = devices - 1; i > 0; i--) {
    const j = Math.floor((random() / 2 ** 32) * (i + 1));
    [ids[i], ids[j]] = [ids[j], ids[i]];
  }
  return ids;
}

/** All devices in random order, in groups of one size. */
function groupsOf(size, random) {
  const ids = shuffled(random);
  return Array.from({ length: devices / size }, (_, i) => ids.slice(i * size, (i + 1) * size));
}

/** Pairs that make some rings, two of which are open: one device only sends, and one only receives. */
function pairsOf(random) {
  const [sources, targets] = [shuffled(random), shuffled(random)];
  return sources.slice(2).map((source, i) => [source, targets[i]]);
}

/**
 * The collectives of one round of the loop, two of each kind, and two sends with their recvs, with groups from the
 * seed: the HLO of each, and its results on all devices for given arrays.
 */
function collectivesOf(random) {
  const sizes = [2, 4, 8, 16];
  const pick = () => sizes[random() >>> 30];
  return ['all-reduce', 'all-gather', 'all-to-all', 'collective-permute', 'reduce-scatter', 'send'].flatMap((kind) => [
    { kind, groups: groupsOf(pick(), random), pairs: pairsOf(random) },
    { kind, groups: groupsOf(pick(), random), pairs: pairsOf(random) },
  ]);
}

const braces = (lists) => `{${lists.map((list) => `{${list.join(',')}}`).join(',')}}`;

/** The instructions of one collective: `o`n is a device's operand, `z`n its result. */
function collectiveText({ kind, groups, pairs }, n) {
  const size = groups[0].length;
  const part = elements / size;
  const of = `replica_groups=${braces(groups)}`;
  switch (kind) {
    case 'all-reduce':
      return `z${n} = u32[${elements}] all-reduce(o${n}), ${of}, to_apply=add`;
    case 'all-gather':
      return `piece${n} = u32[${part}] slice(o${n}), slice={[0:${part}]}
        z${n} = u32[${elements}] all-gather(piece${n}), ${of}, dimensions={0}`;
    case 'all-to-all':
      return `z${n} = u32[${elements}] all-to-all(o${n}), ${of}, dimensions={0}`;
    case 'collective-permute':
      return `z${n} = u32[${elements}] collective-permute(o${n}), source_target_pairs=${braces(pairs)}`;
    case 'send': {
      const channel = `channel_id=${n + 1}`;
      const named = `${channel}, frontend_attributes={_xla_send_recv_source_target_pairs="${braces(pairs)}"}`;
      const begun = `(u32[${elements}], u32[], token[])`;
      return `t${n} = token[] after-all()
        recv${n} = ${begun} recv(t${n}), ${named}
        send${n} = ${begun} send(o${n}, t${n}), ${named}
        got${n} = (u32[${elements}], token[]) recv-done(recv${n}), ${channel}
        sent${n} = token[] send-done(send${n}), ${channel}
        z${n} = u32[${elements}] get-tuple-element(got${n}), index=0`;
    }
    default:
      return `piece${n} = u32[${part}] reduce-scatter(o${n}), ${of}, dimensions={0}, to_apply=add
        z${n} = u32[${elements}] concatenate(${Array(size).fill(`piece${n}`).join(', ')}), dimensions={0}`;
  }
}

const sumOf = (group, brought) =>
  Uint32Array.from({ length: elements }, (_, i) => group.reduce((sum, id) => (sum + brought[id][i]) >>> 0, 0));

/** The result of a collective on each device. */
function collectiveResult({ kind, groups, pairs }, brought) {
  const got = brought.map(() => new Uint32Array(elements));
  if (kind === 'collective-permute' || kind === 'send') {
    for (const [source, target] of pairs) got[target].set(brought[source]);
    return got;
  }
  const size = groups[0].length;
  const part = elements / size;
  for (const group of groups) {
    const sum = sumOf(group, brought);
    for (const [place, id] of group.entries()) {
      if (kind === 'all-reduce') got[id].set(sum);
      for (const [from, other] of group.entries()) {
        const block = {
          'all-gather': brought[other].subarray(0, part),
          'all-to-all': brought[other].subarray(place * part, (place + 1) * part),
          'reduce-scatter': sum.subarray(place * part, (place + 1) * part),
        }[kind];
        if (block !== undefined) got[id].set(block, from * part);
      }
    }
  }
  return got;
}

/** The common part of all programs: the sums, and a delay, which advances a device's random number. */
const helpers = `add { a = u32[] parameter(0)
  b = u32[] parameter(1)
  ROOT s = u32[] add(a, b) }
addf { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
waiting { w = (u32[], u32[]) parameter(0)
  left = u32[] get-tuple-element(w), index=0
  zero = u32[] constant(0)
  ROOT r = pred[] compare(left, zero), direction=GT }
step { w = (u32[], u32[]) parameter(0)
  left = u32[] get-tuple-element(w), index=0
  one = u32[] constant(1)
  less = u32[] subtract(left, one)
  l = u32[] get-tuple-element(w), index=1
  a = u32[] constant(1664525)
  p = u32[] multiply(l, a)
  c = u32[] constant(1013904223)
  m = u32[] add(p, c)
  ROOT r = (u32[], u32[]) tuple(less, m) }
delay { l = u32[] parameter(0)
  shift = u32[] constant(20)
  r = u32[] shift-right-logical(l, shift)
  short = u32[] constant(15)
  little = u32[] and(r, short)
  long = u32[] constant(255)
  much = u32[] and(r, long)
  eight = u32[] constant(8)
  top = u32[] shift-right-logical(r, eight)
  zero = u32[] constant(0)
  seldom = pred[] compare(top, zero), direction=EQ
  n = u32[] select(seldom, much, little)
  one = u32[] constant(1)
  left = u32[] add(n, one)
  w = (u32[], u32[]) tuple(left, l)
  end = (u32[], u32[]) while(w), condition=waiting, body=step
  ROOT m = u32[] get-tuple-element(end), index=1 }`;

/** The same delay here: from 1 to 16 steps, seldom up to 256. */
function delayed(state) {
  const r = state >>> 20;
  let next = state;
  for (let left = (r >>> 8 === 0 ? r & 255 : r & 15) + 1; left > 0; left--) next = nextState(next);
  return next;
}

/** The body of the loop. Its sum of floats begins before a delay and ends after it. */
function bodyText(collectives, floatGroups) {
  const parts = collectives.map(
    (collective, n) => `l${n + 1} = u32[] call(l${n}), to_apply=delay
      b${n} = u32[${elements}] broadcast(l${n + 1}), dimensions={}
      o${n} = u32[${elements}] xor(x${n}, b${n})
      ${collectiveText(collective, n)}
      m${n} = u32[${elements}] multiply(x${n}, factors)
      x${n + 1} = u32[${elements}] add(m${n}, z${n})`,
  );
  const last = collectives.length;
  const state = `(s32[], u32[], u32[${elements}], f32[${floats}])`;
  return `body { s = ${state} parameter(0)
      i = s32[] get-tuple-element(s), index=0
      l0 = u32[] get-tuple-element(s), index=1
      x0 = u32[${elements}] get-tuple-element(s), index=2
      y = f32[${floats}] get-tuple-element(s), index=3
      factor = u32[] constant(747796405)
      factors = u32[${elements}] broadcast(factor), dimensions={}
      begun = f32[${floats}] all-reduce-start(y), replica_groups=${braces(floatGroups)}, to_apply=addf
      ${parts.join('\n')}
      sum = f32[${floats}] all-reduce-done(begun)
      c = f32[] constant(0.3)
      cs = f32[${floats}] broadcast(c), dimensions={}
      d = f32[] constant(0.07)
      ds = f32[${floats}] broadcast(d), dimensions={}
      own = f32[${floats}] multiply(y, cs)
      all = f32[${floats}] multiply(sum, ds)
      both = f32[${floats}] add(own, all)
      few = u32[${floats}] slice(x${last}), slice={[0:${floats}]}
      shift = u32[] constant(24)
      shifts = u32[${floats}] broadcast(shift), dimensions={}
      high = u32[${floats}] shift-right-logical(few, shifts)
      added = f32[${floats}] convert(high)
      next = f32[${floats}] add(both, added)
      one = s32[] constant(1)
      j = s32[] add(i, one)
      ROOT r = ${state} tuple(j, l${last}, x${last}, next) }`;
}

/**
 * A program whose loop has `rounds` iterations.
 *
 * @returns its text, the number of collectives of a device in a run, and its results for the devices' random numbers
 */
export function soakProgram(rounds, seed) {
  const random = generator(seed);
  const collectives = collectivesOf(random);
  const floatGroups = groupsOf(8, random);
  const state = `(s32[], u32[], u32[${elements}], f32[${floats}])`;
  const text = `HloModule soak
    ${helpers}
    more { s = ${state} parameter(0)
      i = s32[] get-tuple-element(s), index=0
      n = s32[] constant(${rounds})
      ROOT r = pred[] compare(i, n), direction=LT }
    ${bodyText(collectives, floatGroups)}
    ENTRY e { l = u32[] parameter(0)
      x = u32[${elements}] parameter(1)
      zero = s32[] constant(0)
      nought = f32[] constant(0)
      y = f32[${floats}] broadcast(nought), dimensions={}
      s = ${state} tuple(zero, l, x, y)
      w = ${state} while(s), condition=more, body=body
      m = u32[] get-tuple-element(w), index=1
      v = u32[${elements}] get-tuple-element(w), index=2
      u = f32[${floats}] get-tuple-element(w), index=3
      ROOT r = (u32[], u32[${elements}], f32[${floats}]) tuple(m, v, u) }`;
  const model = (lists) => modelled(rounds, collectives, floatGroups, lists);
  return { text, collectives: rounds * (collectives.length + 1), model };
}

/** The results of the program on each device: its random number, the integers and the floats. */
function modelled(rounds, collectives, floatGroups, lists) {
  let states = lists.map(([state]) => state);
  const x = lists.map(([, values]) => Uint32Array.from(values));
  let y = lists.map(() => new Float32Array(floats));
  for (let round = 0; round < rounds; round++) {
    for (const collective of collectives) {
      states = states.map(delayed);
      const got = collectiveResult(
        collective,
        x.map((own, device) => own.map((value) => value ^ states[device])),
      );
      for (const [device, own] of x.entries()) {
        for (let i = 0; i < elements; i++) own[i] = Math.imul(own[i], 747796405) + got[device][i];
      }
    }
    y = floatsAfter(y, x, floatGroups);
  }
  return lists.map((_, device) => [states[device], x[device], y[device]]);
}

function floatsAfter(y, x, groups) {
  const { fround } = Math;
  const next = y.map(() => new Float32Array(floats));
  for (const group of groups) {
    for (let i = 0; i < floats; i++) {
      const sum = group.map((id) => y[id][i]).reduce((a, b) => fround(a + b));
      for (const id of group) {
        const both = fround(fround(y[id][i] * fround(0.3)) + fround(sum * fround(0.07)));
        next[id][i] = fround(both + (x[id][i] >>> 24));
      }
    }
  }
  return next;
}

/** The arguments of a run: a random number and 16 integers for each device. */
export function soakArguments(seed) {
  const random = generator(seed);
  return Array.from({ length: devices }, () => [random(), Uint32Array.from({ length: elements }, random)]);
}
