import {
  errorFromJson,
  errorToJson,
  HloomError,
  jsError,
  renderError,
  withLocation,
} from '../../js/src/base/errors.js';
import { jsRules } from '../../js/src/base/rules.js';

test('renders as the core does', () => {
  const text = [
    'INVALID_ARGUMENT [broadcast.c2] add: f32[2,3] and f32[4] cannot be broadcast together',
    '  dimension 0 of f32[4] (size 4) is mapped to dimension 1 of f32[2,3] (size 3) by broadcast_dimensions={1}',
    '  the sizes must be equal, or one of them 1',
    '  help: broadcast_dimensions={1} needs a vector of 3 elements, or of 1',
    '  at %add.7 in computation "main"',
  ];
  const rendered = renderError({
    code: 'INVALID_ARGUMENT',
    rule: 'broadcast.c2',
    op: 'add',
    operands: ['f32[2,3]', 'f32[4]'],
    headline: 'f32[2,3] and f32[4] cannot be broadcast together',
    details: [
      'dimension 0 of f32[4] (size 4) is mapped to dimension 1 of f32[2,3] (size 3) by broadcast_dimensions={1}',
      'the sizes must be equal, or one of them 1',
    ],
    help: 'broadcast_dimensions={1} needs a vector of 3 elements, or of 1',
    location: '%add.7 in computation "main"',
  });
  expect(rendered).toBe(text.join('\n'));
});

test('carries its fields, and is an Error', () => {
  const cause = new Error('deep');
  const error = jsError('ragged', 'the array is ragged', { op: 'run', operands: ['f32[2]'], details: ['so'], cause });
  expect(error).toBeInstanceOf(HloomError);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'HloomError',
    code: 'INVALID_ARGUMENT',
    rule: 'js.c9',
    op: 'run',
    operands: ['f32[2]'],
    details: ['so'],
    headline: 'the array is ragged',
    cause,
  });
  expect(error.message).toBe(`INVALID_ARGUMENT [js.c9] run: the array is ragged\n  so\n  help: ${jsRules.ragged.help}`);
});

test('crosses threads as plain fields', () => {
  const error = jsError('cancelled', 'stopped', { location: 'here' });
  const copy = errorFromJson(JSON.parse(JSON.stringify(errorToJson(error))) as never);
  expect(copy.message).toBe(error.message);
  expect(copy.toJSON()).toEqual(error.toJSON());
});

test('the place in a text crosses threads', () => {
  const error = errorFromJson({ code: 'INVALID_ARGUMENT', headline: 'odd', line: '3', column: '14' });
  expect(error.position).toEqual({ line: 3, column: 14 });
  expect(errorFromJson(errorToJson(error)).position).toEqual({ line: 3, column: 14 });
  expect(withLocation(error, 'here')).toMatchObject({ position: { line: 3, column: 14 }, location: 'here' });
  expect(jsError('ragged', 'x').position).toBeUndefined();
});

test('takes what the core leaves out', () => {
  const error = errorFromJson({ code: 'INTERNAL', headline: 'odd' });
  expect(error).toMatchObject({ message: 'INTERNAL odd', rule: '', help: '', operands: [] });
});

test('a location is added once', () => {
  const error = withLocation(jsError('ragged', 'x'), 'argument 0') as HloomError;
  expect(error.location).toBe('argument 0');
  expect(error.message).toContain('\n  at argument 0');
  expect(withLocation(error, 'elsewhere')).toBe(error);
  expect(withLocation(7, 'x')).toBe(7);
});

test('every rule has an id of its own, a sentence and a help', () => {
  const rules = Object.values(jsRules);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { id, text, help } of rules) {
    expect(id).toMatch(/^js\.c[0-9]+$/);
    expect(text).toMatch(/^[A-Z].*\.$/s);
    expect(help).not.toBe('');
  }
});
