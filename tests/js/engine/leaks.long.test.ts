// Ten thousand programs: what is disposed is given back at once, and what is forgotten when the collector finds it.
import { nothingHeld, twoEngines } from '../support/engines.js';
import { measure, probeAlone, tell } from './leaks.js';

const programs = 10_000;

test.each(twoEngines)(
  'programs disposed, engine %s',
  (where, options) => {
    const report = measure(programs, true, options);
    tell(programs, `disposed (${where})`, report);
    expect(report.before).toMatchObject({ engine: nothingHeld, building: probeAlone });
    expect(report.after).toMatchObject({ engine: nothingHeld, building: probeAlone });
    expect(report.peakExecutables).toBe(0);
    // There is not a page of wasm memory more, and of the process's memory only what the collector keeps for later.
    expect(report.after.external - report.before.external).toBeLessThan(64 * 1024);
    expect(report.after.heap - report.before.heap).toBeLessThan(1e6);
    expect(report.after.rss - report.before.rss).toBeLessThan(30e6);
  },
  120_000,
);

test('programs forgotten: the collector gives them back, without being asked', () => {
  const report = measure(programs, false);
  tell(programs, 'forgotten', report);
  expect(report.after).toMatchObject({ engine: nothingHeld, building: probeAlone });
  // Between, the collector runs when it likes: far fewer than all are alive at once.
  expect(report.peakExecutables).toBeLessThan(programs * 0.8);
  // The instances never shrink: they keep the memory of the most that were alive at once.
  expect(report.after.external - report.before.external).toBeLessThan(24e6);
  expect(report.after.heap - report.before.heap).toBeLessThan(1e6);
  expect(report.after.rss - report.before.rss).toBeLessThan(80e6);
}, 120_000);
