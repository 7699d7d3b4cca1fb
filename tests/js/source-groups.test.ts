// Which C++ sources are compiled as one: only those of which none says what another keeps to itself.
import { groupSources, localNames } from '../../scripts/lib/source-groups.mjs';

/** A source with these lines in its unnamed namespace, and others outside of it. */
const source = (file: string, inside: string, outside = ''): { file: string; text: string } => ({
  file,
  text: `namespace hloom {\nnamespace {\n\n${inside}\n\n}  // namespace\n\n${outside}\n\n}  // namespace hloom\n`,
});

const areTogether = (a: string, b: string, outside = ''): boolean =>
  groupSources([source('a.cc', a), source('b.cc', b, outside)]).length === 1;

test('names of unnamed namespaces', () => {
  const inside = `
// Comment(s) have none.
constexpr RuleSpec kRules[] = {{"Text(s) have none."}};
constexpr std::array<std::pair<int64_t, std::string_view>, 3>
    kPairs = {};
enum Part { kFirst, kSecond };
enum class Kind { kOwn };
struct Walk {
  int64_t size() const { return size_; }
};
using Sizes = std::vector<int64_t>;
template <typename T>
const T* Find(Span<const T> list) {
  return list.data();
}
std::optional<VeryLongName>
Read(int64_t x) {`;
  expect([...localNames(source('a.cc', inside).text)].sort()).toEqual([
    ...['Find', 'Kind', 'Part', 'Read', 'Sizes', 'Walk', 'kFirst', 'kPairs', 'kRules', 'kSecond'],
  ]);
  expect([...localNames('namespace hloom {\n\nint F(int x) {\n}\n\n}  // namespace hloom\n')]).toEqual([]);
});

test('sources with nothing in common are together', () => {
  expect(areTogether('int First() { return 1; }', 'int Second() { return 2; }')).toBe(true);
});

test.each([
  ['both define a function', 'int F() { return 1; }', 'int F(int x) { return x; }', ''],
  ['both define a constant', 'constexpr int kRules[] = {1};', 'constexpr int kRules[] = {2};', ''],
  ['both define an enumerator', 'enum { kSum };', 'enum { kSum };', ''],
  [
    'one calls a member that has the name of what the other keeps',
    'int F() { return 1; }',
    '',
    'int G() { return x.F(); }',
  ],
  ['a header that one includes says what the other keeps', 'int Span() { return 1; }', '', '#include "base/span.h"'],
  ['a macro', '#define F(x) x', '', ''],
  ['an open namespace', 'using namespace testing_support;', '', ''],
  // Each of them has a type called Lines.
  ['headers with one name', '#include "kernels/fft/line_blocks.h"', '', '#include "kernels/contractions/lines.h"'],
])('not together: %s', (_, a, b, outside) => {
  expect(areTogether(a, b, outside)).toBe(false);
});

test('what a source keeps may be said in its own headers', () => {
  const own = source('a.cc', 'int Span() { return 1; }', '#include "base/span.h"');
  expect(groupSources([own, source('b.cc', 'int G() { return 1; }')])).toHaveLength(1);
  expect(groupSources([own, source('b.cc', 'int G() { return 1; }', '#include "base/span.h"')])).toHaveLength(1);
});

test('groups stay as they were where they can', () => {
  const sources = ['a', 'b', 'c', 'd'].map((name) => source(`${name}.cc`, `int F${name}() { return 1; }`));
  expect(groupSources(sources)).toEqual([['a.cc', 'b.cc', 'c.cc', 'd.cc']]);
  const before = [
    ['a.cc', 'gone.cc', 'c.cc'],
    ['b.cc', 'd.cc'],
  ];
  expect(groupSources(sources, before)).toEqual([
    ['a.cc', 'c.cc'],
    ['b.cc', 'd.cc'],
  ]);
  const clash = sources.map(({ file, text }) => ({ file, text: file === 'c.cc' ? text.replace('Fc', 'Fa') : text }));
  expect(groupSources(clash, before)).toEqual([['b.cc', 'c.cc', 'd.cc']]);
});

test('a group has 48 KB of sources at most', () => {
  const sources = Array.from({ length: 10 }, (_, i) =>
    source(`${i}.cc`, `int F${i}() {\n${'  // Long.\n'.repeat(1000)}}`),
  );
  const sizes = groupSources(sources).map((files) => files.length);
  expect(sizes).toEqual([4, 4, 2]);
});
