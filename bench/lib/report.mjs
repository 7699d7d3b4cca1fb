// The report: text for the terminal, Markdown for docs/benchmarks.md, JSON for programs.
import { availableParallelism, cpus } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { notesOf, summary, tablesOf } from './tables.mjs';

const page = inProject('docs/benchmarks.md');

function textTable({ title, head, rows }) {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  const line = (row) => row.map((text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join('  ');
  return [title, line(head), ...rows.map(line)].join('\n');
}

function markdownTable({ title, head, rows }) {
  const line = (row) => `| ${row.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '--:'));
  return [`### ${title}`, '', line(head), line(rule), ...rows.map(line)].join('\n');
}

/** The place and the versions of a measurement, in a sentence. */
export function circumstances({ environment, plan, versions, date }) {
  const libraries = plan.subjects
    .filter(({ name }) => name !== 'hloom')
    .map(({ title, name }) => `${title} ${versions[name] ?? ''}`.trim());
  const against = libraries.length > 0 ? `, against ${libraries.join(', ')}` : '';
  return `${environment.name}, ${cpus()[0]?.model ?? 'a processor without a name'} (${availableParallelism()} cores seen), ${date}; medians of ${plan.processes} ${plan.processes === 1 ? 'process' : 'processes'}${against}.`;
}

export function textReport(report) {
  const parts = [circumstances(report), ...tablesOf(report.measured, report.plan).map(textTable)];
  const notes = notesOf(report.measured, report.plan);
  if (notes.length > 0) parts.push(['Notes', ...notes.map((note) => `  ${note}`)].join('\n'));
  return [...parts, summary(report.measured, report.plan).join('\n')].join('\n\n');
}

export function markdownReport(report) {
  const notes = notesOf(report.measured, report.plan).map((note) => `- ${note}`);
  const parts = [
    `Measured with ${circumstances(report)}`,
    summary(report.measured, report.plan)
      .map((sentence) => `- ${sentence}`)
      .join('\n'),
    ...tablesOf(report.measured, report.plan).map(markdownTable),
  ];
  return [...parts, ...(notes.length > 0 ? [['### Notes', '', ...notes].join('\n')] : [])].join('\n\n');
}

export function jsonReport({ environment, plan, measured, versions, date }) {
  const workloads = plan.workloads.map(({ name, family, title, unit, per }) => ({ name, family, title, unit, per }));
  const { processes, pace } = plan;
  const about = {
    environment: environment.name,
    processor: cpus()[0]?.model,
    cores: availableParallelism(),
    date,
    processes,
    pace,
  };
  return { ...about, versions, machine: measured.machine, workloads, results: measured.results };
}

/** The page with the part between the marks of `place` replaced. */
export function replaced(text, place, content) {
  const [start, end] = [`<!-- measured: ${place} -->`, `<!-- end: ${place} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md has no lines ${start} and ${end} to write between`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

export function writePage(report) {
  const place = report.environment.browser ? 'chromium' : 'node';
  writeFileSync(page, replaced(readFileSync(page, 'utf8'), place, markdownReport(report)));
}
