// Which C++ sources are compiled as one, so that what they include is read once: cmake/unity.cmake asks.
//
//   node scripts/lib/source-groups.mjs <list of sources> <groups>
//
// The list holds a path a line. The groups, a line each, are paths with tabs between them; those that are there already
// stay together where they still can, so that a change in one file does not compile all others again.
//
// In one translation unit the unnamed namespaces of its sources are one. Two sources can be compiled together if neither
// says a name, in whatever sense, that the other keeps to itself, and neither includes a header that says one: then nothing
// can be defined twice, and no call can find another function than it does alone.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

/** The bytes of a group's sources, at most: compilers run side by side, and none should run long after the others. */
const MOST_BYTES = 48_000;

/** How far from a group, in the order of paths, a source may be to join it. */
const MOST_DISTANT = 80;

/** What stands where a name could: keywords, and macros such as TEST. */
const isNoName = (word) => /^(?:alignas|decltype|noexcept|requires|template|[A-Z_]{3,})$/.test(word);

/** A source's code without comments and strings. */
const codeOf = (source) =>
  source
    .replace(/\/\/.*$|\/\*[^]*?\*\//gm, '')
    .replace(/R"(\w*)\([^]*?\)\1"/g, '""')
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""');

/** The types that a namespace's text defines. */
const typesIn = (code) =>
  [...code.matchAll(/^(?:struct|class|union|enum(?: class)?|using) (\w+)(?! *;)/gm)].map(([, name]) => name);

/** The names that a namespace's text declares, and perhaps some others: too many do no harm, they keep sources apart. */
function declaredNames(text) {
  const code = codeOf(text).replace(/^(?:using namespace .*|(?:struct|class) \w+;)/gm, '');
  const names = new Set(typesIn(code));
  const note = (name) => isNoName(name) || names.add(name);
  const noteAll = (pattern) => [...code.matchAll(pattern)].forEach(([, name]) => note(name));
  // What begins a line is of the namespace: functions, types, variables. A constant's name may follow on the next line.
  noteAll(/^(?=[^\s#}/])[^\n]*?\b(\w+)\s*(?=[([={;])/gm);
  noteAll(/\b(k[A-Z]\w*)\s*(?=[[={(])/g);
  for (const [, list] of code.matchAll(/^enum (?!class)[^{;]*\{([^}]*)\}/gm)) list.match(/\w+/g)?.forEach(note);
  return names;
}

/** The names that stand in a source's unnamed namespaces. */
export function localNames(source) {
  const bodies = source.matchAll(/^namespace \{\n([^]*?)^\} {2}\/\/ namespace$/gm);
  return declaredNames([...bodies].map(([, body]) => body).join('\n'));
}

/** A source that defines macros is compiled alone. */
const isAlone = (source) => /^\s*#\s*(define|pragma)\b/m.test(source);

/** The namespaces that a source opens, which stay open in all that follows: as one text. */
const openedBy = (source) => [...source.matchAll(/^using namespace (.*?);/gm)].map(([, name]) => name).join();

const areDisjoint = (names, words) => {
  for (const name of names) if (words.has(name)) return false;
  return true;
};

const wordsOf = (text) => new Set(codeOf(text).match(/\b[A-Za-z_]\w*/g));

/** What is known of headers: each is read once. */
class Headers {
  #known = new Map();

  /** The path of an included header of this checkout; `undefined` for one of a library. */
  #find(name) {
    return ['core', 'tests/core', 'tests', '.']
      .map((root) => join(inRoot(root), name))
      .find((path) => existsSync(path));
  }

  #read(path) {
    if (!this.#known.has(path)) {
      const text = readFileSync(path, 'utf8');
      const facts = { words: wordsOf(text), types: typesIn(codeOf(text)), names: declaredNames(text) };
      this.#known.set(path, { ...facts, includes: this.#includesOf(text) });
    }
    return this.#known.get(path);
  }

  #includesOf(text) {
    const names = [...text.matchAll(/^#include "(.*)"/gm)].map(([, name]) => this.#find(name));
    return names.filter((path) => path !== undefined);
  }

  /** The headers that a source includes, and that these include. */
  of(text) {
    const all = new Set();
    const waiting = this.#includesOf(text);
    while (waiting.length > 0) {
      const path = waiting.pop();
      if (all.has(path)) continue;
      all.add(path);
      waiting.push(...this.#read(path).includes);
    }
    return all;
  }

  /** The headers that say one of the names. */
  saying(names) {
    return [...this.#known.keys()].filter((path) => !areDisjoint(names, this.#known.get(path).words));
  }

  /** For each header those that declare a name that it gives to a type, or give one to a type that it declares. */
  rivals() {
    const rivals = new Map([...this.#known.keys()].map((path) => [path, []]));
    for (const [path, { types }] of this.#known) {
      for (const [other, { names }] of this.#known) {
        if (path === other || areDisjoint(types, names)) continue;
        rivals.get(path).push(other);
        rivals.get(other).push(path);
      }
    }
    return rivals;
  }
}

class Group {
  members = [];
  opened = undefined;
  bytes = 0;
  names = new Set();
  words = new Set();
  headers = new Set();
  foes = new Set();

  takes({ bytes, opened, names, words, headers, foes }) {
    if (this.bytes + bytes > MOST_BYTES || (this.opened ?? opened) !== opened) return false;
    if (!areDisjoint(names, this.words) || !areDisjoint(this.names, words)) return false;
    return areDisjoint(foes, this.headers) && areDisjoint(this.foes, headers);
  }

  /** How many sources stand between the source and the nearest of the group. */
  distanceTo(source) {
    return Math.min(...this.members.map(({ place }) => Math.abs(place - source.place)));
  }

  add(source) {
    this.members.push(source);
    this.bytes += source.bytes;
    this.opened = source.opened;
    for (const kind of ['names', 'words', 'headers', 'foes']) {
      for (const item of source[kind]) this[kind].add(item);
    }
  }
}

/** What decides, for each source that can be with others, with which. */
function readSources(sources) {
  const headers = new Headers();
  const places = new Map(
    sources
      .map(({ file }) => file)
      .sort()
      .map((file, place) => [file, place]),
  );
  const read = sources
    .filter(({ text }) => !isAlone(text))
    .map(({ file, text }) => ({
      file,
      place: places.get(file),
      bytes: text.length,
      opened: openedBy(text),
      names: localNames(text),
      words: wordsOf(text),
      headers: headers.of(text),
    }));
  const rivals = headers.rivals();
  // The headers that must not be included where the source is. Next to its own it stands in any case.
  for (const source of read) {
    const foes = [...headers.saying(source.names), ...[...source.headers].flatMap((path) => rivals.get(path))];
    source.foes = new Set(foes.filter((path) => !source.headers.has(path)));
  }
  return read;
}

/**
 * Sources in groups; one that is alone has none.
 *
 * @param sources - `{ file, text }`
 * @param before - the files of each group of an earlier answer
 * @returns {string[][]} the files of each group
 */
export function groupSources(sources, before = []) {
  const read = readSources(sources);
  const waiting = new Map(read.map((source) => [source.file, source]));
  const groups = [];
  for (const files of before) {
    const group = new Group();
    for (const file of files) {
      const source = waiting.get(file);
      if (source === undefined || !group.takes(source)) continue;
      group.add(source);
      waiting.delete(file);
    }
    groups.push(group);
  }
  // Names that many sources have decide how many groups there must be: their sources come first. The others join the
  // nearest group in the order of paths: neighbours include the same headers.
  const count = new Map();
  for (const { names } of read) for (const name of names) count.set(name, (count.get(name) ?? 0) + 1);
  const claim = ({ names }) => Math.max(0, ...[...names].map((name) => count.get(name)));
  const claims = new Map([...waiting.values()].map((source) => [source, claim(source)]));
  for (const source of [...waiting.values()].sort((a, b) => claims.get(b) - claims.get(a) || a.place - b.place)) {
    const nearest = groups
      .filter((group) => group.takes(source))
      .map((group) => ({ group, distance: group.distanceTo(source) }))
      .reduce((best, next) => (next.distance < best.distance ? next : best), { distance: MOST_DISTANT });
    if (nearest.group === undefined) groups.push((nearest.group = new Group()));
    nearest.group.add(source);
  }
  const byPlace = (a, b) => a.place - b.place;
  for (const { members } of groups) members.sort(byPlace);
  return groups
    .filter(({ members }) => members.length > 1)
    .sort((a, b) => byPlace(a.members[0], b.members[0]))
    .map(({ members }) => members.map(({ file }) => file));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [list, result] = process.argv.slice(2);
  const lines = (path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
  const sources = lines(list).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const before = lines(result).map((line) => line.split('\t'));
  writeFileSync(
    result,
    `${groupSources(sources, before)
      .map((files) => files.join('\t'))
      .join('\n')}\n`,
  );
}
