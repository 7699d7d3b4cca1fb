/** The page: reads the fields, asks hloom, draws the answer. */

import { Client, explainBroadcast, HloomError, init, type Explanation, type XlaComputation } from 'hloom';
import { byId, element } from './element.js';
import { drawError, drawExplanation, drawVerdict } from './explanation-view.js';
import { drawPresets, firstQuestion, markPreset } from './presets.js';
import { fieldNames, fromHash, parse, toHash, type FieldName, type Question } from './question.js';
import { buildSum, compute, elementsOf, isSmall, maxElements, operands, type Values } from './values.js';
import { drawValues } from './values-view.js';

const presets = byId('presets');
const verdict = byId('verdict');
const picture = byId('picture');
const valuesSection = byId('values-section');
const explanationView = byId('explanation');
const valuesView = byId('values');
const trace = byId('trace');
const fields: Readonly<Record<FieldName, HTMLInputElement>> = {
  lhs: byId<HTMLInputElement>('lhs'),
  rhs: byId<HTMLInputElement>('rhs'),
  dims: byId<HTMLInputElement>('dims'),
};

let client: Client | undefined;
let loaded = false;
/** Ends the run whose answer nobody waits for any more. */
let running = new AbortController();

function question(): Question {
  return { lhs: fields.lhs.value, rhs: fields.rhs.value, dims: fields.dims.value };
}

/** Puts a question into the fields. */
function ask(asked: Question): void {
  for (const name of fieldNames) fields[name].value = asked[name];
  answer();
}

/** A fragment that is no question, as that of a link to a part of the page, leaves the fields alone. */
function followAddress(): void {
  const asked = location.hash === '' ? firstQuestion : fromHash(location.hash);
  if (asked !== undefined) ask(asked);
}

/** Moves the focus without the address, which says the question. */
function skipToOperands(event: Event): void {
  event.preventDefault();
  byId('operands').focus();
}

/** Answers what the fields ask. Whatever goes wrong is shown in the page. */
function answer(): void {
  markPreset(presets, question());
  if (!loaded) return;
  running.abort();
  running = new AbortController();
  try {
    const parsed = parse(question());
    showFieldErrors(parsed.ok ? {} : parsed.errors);
    picture.classList.toggle('stale', !parsed.ok);
    if (parsed.ok) picture.classList.remove('empty');
    if (parsed.ok) show(explainBroadcast(parsed.lhs, parsed.rhs, parsed.dims), running.signal);
    else showUnfinished();
  } catch (thrown) {
    showFailure(thrown);
  }
}

function showFieldErrors(errors: Partial<Record<FieldName, string>>): void {
  for (const name of fieldNames) {
    const error = errors[name];
    if (error === undefined) fields[name].removeAttribute('aria-invalid');
    else fields[name].setAttribute('aria-invalid', 'true');
    byId(`${name}-note`).textContent = error ?? '';
  }
}

function showUnfinished(): void {
  verdict.className = 'verdict bad';
  const below = picture.classList.contains('empty') ? '' : ' What is drawn below is the last answer.';
  verdict.replaceChildren(element('p', {}, `Not a question yet: see the field that is marked.${below}`));
}

function show(explanation: Explanation, signal: AbortSignal): void {
  drawVerdict(verdict, explanation);
  const computation = explanation.ok ? buildOrSay(explanation) : undefined;
  drawExplanation(explanationView, explanation, computation?.toHloText() ?? '');
  showValues(explanation, computation, signal)
    .catch((thrown: unknown) => {
      if (!signal.aborted) showFailure(thrown);
    })
    .finally(() => {
      computation?.dispose();
    });
}

/** The shapes fit, but not every type can be added: the builder says so. */
function buildOrSay(explanation: Explanation): XlaComputation | undefined {
  try {
    return buildSum(explanation);
  } catch (thrown) {
    if (!(thrown instanceof HloomError)) throw thrown;
    drawError(verdict, thrown);
    return undefined;
  }
}

async function showValues(
  explanation: Explanation,
  computation: XlaComputation | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!isSmall(explanation) || !explanation.lhs.isArray || !explanation.rhs.isArray) {
    const limit = maxElements.toLocaleString('en');
    trace.textContent = isSmall(explanation)
      ? 'Only arrays have values to draw.'
      : `Too big to be computed here: this page computes up to ${limit} elements. The explanation needs none.`;
    valuesView.replaceChildren();
    valuesSection.classList.remove('empty');
    return;
  }
  const [lhs, rhs] = operands(explanation);
  // Without the engine there is nothing to draw yet; it asks again when it is there.
  if (computation !== undefined && client === undefined) return;
  const values: Values =
    computation === undefined || client === undefined
      ? { lhs: elementsOf(lhs), rhs: elementsOf(rhs), result: undefined }
      : await compute(client, computation, [lhs, rhs], signal);
  if (signal.aborted) return;
  drawValues(valuesView, trace, explanation, values);
  valuesSection.classList.remove('empty');
}

function showFailure(thrown: unknown): void {
  if (thrown instanceof HloomError) {
    drawError(verdict, thrown);
    return;
  }
  verdict.className = 'verdict bad';
  verdict.replaceChildren(element('p', {}, `Unexpected: ${String(thrown)}`));
}

function showPlatform(): void {
  if (client === undefined) return;
  const { variant, threads, reason } = client.platform;
  const view = byId<HTMLDetailsElement>('platform');
  view.dataset.variant = variant;
  platformText(
    threads > 1 ? `${variant}: ${threads} threads` : `${variant}: one thread`,
    reason === null ? 'The page is cross-origin isolated, so its threads share memory.' : `Because ${reason}.`,
  );
}

function platformText(summary: string, why: string): void {
  const view = byId('platform');
  view.querySelector('summary')?.replaceChildren(summary);
  view.querySelector('p')?.replaceChildren(why);
}

async function start(): Promise<void> {
  const wide = matchMedia('(min-width: 60rem)');
  const unfold = (): void => {
    byId<HTMLDetailsElement>('examples').open = wide.matches;
  };
  unfold();
  wide.addEventListener('change', unfold);
  drawPresets(presets);
  presets.addEventListener('click', (event) => {
    // On a narrow page the answer is below the list.
    if (event.target instanceof Element && event.target.closest('a') !== null) unfold();
  });
  ask(fromHash(location.hash) ?? firstQuestion);
  addEventListener('hashchange', followAddress);
  document.querySelector('.skip')?.addEventListener('click', skipToOperands);
  byId('operands').addEventListener('submit', (event) => {
    event.preventDefault();
  });
  byId('operands').addEventListener('input', () => {
    history.replaceState(null, '', toHash(question()));
    answer();
  });
  try {
    // The explanation needs the builder only: it is there before the engine's Worker is.
    await init();
    loaded = true;
    answer();
    client = await Client.create();
    showPlatform();
    answer();
  } catch (thrown) {
    platformText('WebAssembly did not start', thrown instanceof HloomError ? thrown.help : String(thrown));
    showFailure(thrown);
  }
}

void start();
