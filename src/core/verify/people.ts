import type { Evidence } from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/names.ts';

/** Who is who in a conversation. */
export type People = {
  /** The ids of the authors whom a name means: none where nobody wrote under it, several where two share it. */
  readonly toIds: (name: string) => ReadonlySet<string>;
  /** The names of participants in a text, in order; `at` is a UTF-16 offset. */
  readonly findNames: (text: string) => readonly FoundName[];
};

export type FoundName = { readonly name: string; readonly at: number; readonly ids: ReadonlySet<string> };

const nobody: ReadonlySet<string> = new Set();

/** Names are compared without case, "@" and extra white space; a first name counts where only one person has it. */
export function toPeople(evidence: Evidence): People {
  const byName = new Map<string, Set<string>>();
  const authors = new Map(evidence.messages.map(({ author }) => [`${author.id}\n${author.name}`, author]));
  for (const author of authors.values()) {
    for (const name of [author.name, toSpeakerName(author.name)]) add(byName, toPlainName(name), author.id);
  }
  const byFirstName = new Map<string, Set<string>>();
  for (const [name, ids] of byName) {
    const [first = ''] = name.split(/[\s|(]/u);
    if (first.length > 1 && first !== name) for (const id of ids) add(byFirstName, first, id);
  }
  for (const [first, ids] of byFirstName) if (ids.size === 1 && !byName.has(first)) byName.set(first, ids);
  byName.delete('');
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  const pattern =
    names.length === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${names.map(name => RegExp.escape(name).replace(/(?:\\x20| )+/g, '\\s+')).join('|')})(?![\\p{L}\\p{N}])`,
          'giu',
        );
  return {
    toIds: name => byName.get(toPlainName(name)) ?? nobody,
    findNames: text =>
      [...text.matchAll(pattern ?? /(?!)/g)].map(({ 0: name, index }) => ({
        name,
        at: index,
        ids: byName.get(toPlainName(name)) ?? nobody,
      })),
  };
}

function toPlainName(name: string): string {
  return name.trim().toLowerCase().replace(/^@+/u, '').replace(/\s+/gu, ' ');
}

function add(map: Map<string, Set<string>>, key: string, id: string): void {
  const known = map.get(key);
  if (known) known.add(id);
  else map.set(key, new Set([id]));
}
