import { toStopWords } from '../select/stop-words.ts';
import type { CheckContext } from './check.ts';
import { reportingTogether, reportingVerbs, toBareVerb } from './reporting-verbs.ts';

const attribution = new RegExp(`\\s(?:${reportingVerbs.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
const adverb =
  /\s+(?:also|then|later|both|all|initially|first|again|further|finally|therefore|thus|personally|simply|even|just|auch|dann|también|aussi)$/u;
const joint = /(?:\s*,\s*(?:and\s+)?|\s+(?:and|&|und|et|y|e)\s+)$/u;
const longestNameWords = 5;

/** Somebody whom a text credits, as it writes them, and what they are credited with: up to the next person's words. */
export type Credit = { readonly name: string; readonly verb: string; readonly words: string };

/** Whom a text credits with saying, asking, promising; `known` tells a name, in lower case, from other words. */
export function toCredits(prose: string, known: (name: string) => boolean): readonly Credit[] {
  const text = prose.toLowerCase();
  const found: {
    readonly names: string[];
    readonly verb: string;
    readonly from: number;
    readonly to: number;
  }[] = [];
  for (const match of text.matchAll(attribution)) {
    const offset = Math.max(0, match.index - 200);
    let left = text.slice(offset, match.index).trimEnd().replace(adverb, '');
    const names: string[] = [];
    for (let name = trailingName(left, known); name !== null; name = trailingName(left, known)) {
      const start = offset + left.length - name.length;
      names.push(text.length === prose.length ? prose.slice(start, start + name.length) : name);
      left = left.slice(0, left.length - name.length).replace(/@$/, '');
      const before = left.replace(joint, '').trimEnd();
      if (before === left) break;
      left = before;
    }
    if (names.length === 0) continue;
    const from = match.index + match[0].length;
    found.push({
      names,
      verb: toBareVerb(match[0].trim()),
      from,
      to: offset + left.length,
    });
  }
  return found.flatMap(({ names, verb, from }, at) =>
    names.map(name => ({ name, verb, words: prose.slice(from, found[at + 1]?.to ?? prose.length) })),
  );
}

/** Whom a text credits of those who wrote; several checks ask it of the same text in turn, so the last is kept. */
export function readCredits(
  prose: string,
  { credits, toAuthorIds }: Pick<CheckContext, 'credits' | 'toAuthorIds'>,
): readonly Credit[] {
  const known = credits.get(prose);
  if (known) return known;
  const read = toCredits(prose, name => toAuthorIds(name).size > 0);
  credits.clear();
  credits.set(prose, read);
  return read;
}

/** The names alone, each once. */
export function toCreditedNames(prose: string, known: (name: string) => boolean): readonly string[] {
  return [...new Set(toCredits(prose, known).map(({ name }) => name))];
}

function trailingName(text: string, known: (name: string) => boolean): string | null {
  const starts = [...text.matchAll(/(?<=^|[\s(@,“"])\S/gu)]
    .map(match => match.index)
    .slice(-longestNameWords);
  for (const start of starts) {
    const name = text.slice(start).replace(/^@/, '');
    if (known(name)) return name;
  }
  return null;
}

const collective = new Set(
  'they he she it we you i who someone somebody everyone everybody anyone nobody both all team group users members people participants others several some many maintainers admins moderators developers devs er sie es wir alle ils elles on nous ellos nosotros todos eles loro tutti'.split(
    ' ',
  ),
);
/** "As agreed", "It proposed": little words that open a sentence. */
const little = toStopWords(['en']);
const name = "@?\\p{Lu}[\\p{L}\\p{N}_'’-]*";
const opening = new RegExp(
  `(?:^|[.!?;]\\s+)(${name}(?: ${name}){0,2}(?: (?:and|&) ${name}(?: ${name})?)*)(?: (?:also|then|later|both|all|first|again))? (?=\\p{Ll})`,
  'gu',
);
const speaks = new RegExp(`^(?:${reportingVerbs.join('|')})(?![\\p{L}\\p{N}])`, 'u');
const speakTogether = new RegExp(`^(?:${reportingTogether})(?![\\p{L}\\p{N}])`, 'u');
const comes = /^(?:will|would|(?:is|are) going|wird|va|vai)(?!\p{L})/u;

/** What is done by whoever opens a sentence: a verb of the past, or one that helps another. */
const acts =
  /^(?:\p{Ll}{2,}ed|was|has|had|can|did|does|made|took|sent|got|brought|bought|built|ran|led|left|lost|met|paid|put|sold|set|shut|won|broke|chose|drew|kept|knew|saw|spoke|spent|came|went|began|held|moved|hat|hatte|war|kann|avait|était|fue|hizo)(?!\p{L})/u;

/** Somebody whom a sentence begins with; of what is done, or only coming, a thing may be the subject as well. */
export type UnknownSpeaker = { readonly name: string; readonly says: boolean };

/** Capitalised words that open a sentence as its speaker: names, if nobody of that name wrote, out of thin air. */
export function toUnknownSpeakers(
  prose: string,
  known: (name: string) => boolean,
): readonly UnknownSpeaker[] {
  // "So Ann said" has a word before her name.
  const isKnown = (words: string) =>
    [words, words.replace(/^\S+ /u, '')].some(each => known(each.toLowerCase()));
  return [...prose.matchAll(opening)].flatMap(({ 0: { length }, 1: names = '', index }) => {
    const all = names.split(/ and | & /u);
    const rest = prose.slice(index + length);
    const says = speaks.test(rest) || (all.length > 1 && speakTogether.test(rest));
    if (!says && !acts.test(rest)) return [];
    return all
      .map(each => each.replace(/^@/, ''))
      .map(each => (isOrdinary(each.split(' ')[0] ?? '') ? each.replace(/^\S+ ?/u, '') : each))
      .filter(each => each !== '' && !each.split(' ').some(isOrdinary) && !isKnown(each))
      .map(each => ({ name: each, says: says && !comes.test(rest) }));
  });
}

function isOrdinary(word: string): boolean {
  return collective.has(word.toLowerCase()) || little.has(word.toLowerCase());
}

/** Whether a speaker field names a group rather than a person. */
export function isCollective(name: string): boolean {
  return name
    .toLowerCase()
    .split(/\s+/)
    .some(word => collective.has(word));
}
