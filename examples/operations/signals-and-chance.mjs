// Uses of Fourier transforms and random numbers: tones in noise, pi by throwing points.
// examples/cpp/signals_and_chance.cc does the same in C++.
import { f32, XlaBuilder } from 'hloom';
import { main } from '../support/main.mjs';

const length = 64;

function spectrum() {
  const b = new XlaBuilder('spectrum');
  const strength = b.abs(b.fft(b.parameter(0, f32(length), 'signal'), 'RFFT', [length]));
  return b.build(b.getTupleElement(b.topK(strength, 2), 1));
}

/** A tone that swings 12 times, a weaker one that swings 5 times, and what disturbs them. */
const signal = () =>
  Array.from({ length }, (_, i) => {
    const turn = (2 * Math.PI * i) / length;
    const strength = Math.sin(12 * turn) + 0.5 * Math.cos(5 * turn) + 0.4 * (((i * 37) % 64) / 64 - 0.5);
    return Math.round(100 * strength) / 100;
  });

const points = 1_000_000;

function pi() {
  const b = new XlaBuilder('pi');
  const [x, y] = [b.rngUniform(-1, 1, f32(points)), b.rngUniform(-1, 1, f32(points))];
  const inside = b.lt(b.add(b.mul(x, x), b.mul(y, y)), 1);
  const share = b.mean(b.convertElementType(inside, 'F32'), [0]);
  return b.build(b.div(b.roundNearestEven(b.mul(share, 400)), 100));
}

export const examples = [
  {
    id: 'spectrum',
    title: 'Two tones in noise, by a Fourier transform',
    text:
      'The transform of 64 numbers says how strong each frequency is. The two strongest are those of the tones, though ' +
      'the numbers do not show them.',
    call: "b.topK(b.abs(b.fft(signal, 'RFFT', [64])), 2)",
    build: () => ({ computation: spectrum(), explanation: 'the stronger tone swings 12 times, the other one 5 times' }),
    values: () => [signal()],
    expected: [12, 5],
  },
  {
    id: 'pi',
    title: 'Pi by random numbers',
    text:
      'Of points thrown into a square, pi in 4 hit the circle in it. A million give two decimals; every run starts from ' +
      "the client's seed, so that it gives the same.",
    call: 'b.rngUniform(-1, 1, f32(1_000_000))',
    build: () => ({ computation: pi(), explanation: 'four times the share of those inside' }),
    values: () => [],
    expected: Math.fround(3.14),
  },
];

await main(import.meta.url, examples);
