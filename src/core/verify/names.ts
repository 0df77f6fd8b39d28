import { messageAt } from '../conversation/evidence.ts';
import { toUnknownSpeakers } from './attribution.ts';
import type { Candidate, Check, CheckContext, Mentions } from './check.ts';
import { toProse } from './cited-quote.ts';
import { toNeighbours } from './coverage.ts';

const handle = /(?<![\p{L}\p{N}@])@[\p{L}\p{N}_][\p{L}\p{N}_.-]*[\p{L}\p{N}_]/gu;
const channel = /(?<![\p{L}\p{N}#&])#\p{L}[\p{L}\p{N}_-]+/gu;
const file =
  /(?<![\p{L}\p{N}/.])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:log|toml|md|jsonl?|ya?ml|tsx?|jsx?|py|rs|go|c|h|cpp|sh|txt|pdf|docx?|xlsx?|csv|png|jpe?g|svg|mp[34]|zip|exe|env|ini|cfg|conf|lock|html?|css|sql)(?![\p{L}\p{N}])/giu;
/** Words with a capital inside a sentence, several in a row as one name; so are words with a capital or digit inside. */
const proper =
  /(?<=[\p{L}\p{N},;:)”"'-] |[(“"'] ?)\p{Lu}[\p{L}\p{N}'’&-]*(?: (?:\p{Lu}[\p{L}\p{N}'’&-]*|\d+))*|(?<![\p{L}\p{N}_#@./-])\p{L}+[\p{Lu}\d_][\p{L}\p{N}_]*/gu;

/** What is written with a capital and names nothing of the conversation's own. */
const common = new Set(
  "i i'm i'd i'll i've ok okay euro euros dollar dollars mr mrs ms dr prof monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december am pm utc gmt".split(
    ' ',
  ),
);

/**
 * People, handles, channels, files and other things with a name that a claim mentions occur in its cited messages,
 * or in what these answer and stand beside.
 */
export const checkNames: Check = {
  name: 'names',
  onFailure: 'mark',
  run: (claim, context) => {
    const prose = toProse(claim, context).replace(/https?:\/\/\S+|`[^`]*`/gu, ' ');
    const people = findPeople(prose, context);
    const things = [...findThings(people.rest, claim, context), ...findNewcomers(prose, claim, context)];
    if (people.found.length + things.length === 0) return { outcome: 'abstain' };
    const around = readAround(claim, context);
    const stranger = people.found.find(
      ({ name, ids, isSubject }) =>
        ids.isDisjointFrom(isSubject ? around.speakers : around.authors) && !around.names(name, isSubject),
    );
    if (stranger) return { outcome: 'fail', problem: { code: 'stranger', name: stranger.name } };
    const missing = things.find(name => !around.holds(name));
    if (missing !== undefined) return { outcome: 'fail', problem: { code: 'not_said', what: missing } };
    return { outcome: 'pass' };
  },
};

type Person = {
  readonly name: string;
  readonly ids: ReadonlySet<string>;
  /** The sentence begins with them: they do what it says. */
  readonly isSubject: boolean;
};

const longestName = 5;

/** Names of people who wrote in the conversation, longest first; what is left of the text holds none of them. */
function findPeople(
  prose: string,
  context: CheckContext,
): { readonly found: readonly Person[]; readonly rest: string } {
  const words = [...prose.matchAll(/[^\s,;:!?()“”"«»]+/gu)];
  const found: Person[] = [];
  let rest = prose;
  for (let at = 0; at < words.length; at++) {
    for (let count = Math.min(longestName, words.length - at); count > 0; count--) {
      const first = words[at];
      const last = words[at + count - 1];
      if (!first || !last) continue;
      const written = prose.slice(first.index, last.index + last[0].length).replace(/(?:['’]s?|\.)$/u, '');
      if (!looksNamed(written)) continue;
      const full = context.toAuthorIds(written);
      const ids = full.size > 0 || !/^\p{Lu}/u.test(written) ? full : context.toNamesakes(written);
      if (ids.size === 0) continue;
      const opens = /^(?:the |according to )?$|[.;] (?:the )?$/i.test(prose.slice(0, first.index));
      const acts = /^ \p{Ll}/u.test(prose.slice(last.index + last[0].length));
      found.push({ name: written.replace(/^@/, ''), ids, isSubject: opens && acts });
      rest =
        rest.slice(0, first.index) +
        rest.slice(first.index, last.index + last[0].length).replace(/\S/gu, ' ') +
        rest.slice(last.index + last[0].length);
      at += count - 1;
      break;
    }
  }
  return { found, rest };
}

/** A name that is also a plain word ("will", "marketing") counts where it is written as one. */
function looksNamed(written: string): boolean {
  return /^@|^\p{Lu}|[\d_]|^\p{L}+(?:-\p{L}+)+$|\p{sc=Han}|\p{sc=Katakana}/u.test(written);
}

function findThings(prose: string, claim: Candidate, context: CheckContext): readonly string[] {
  const things = [
    ...(prose.match(handle) ?? []),
    ...(prose.match(channel) ?? []),
    ...(prose.match(file) ?? []),
  ];
  // Where every noun has a capital, or the claim is in other words than the messages, capitals tell nothing.
  const capitalsTell = !claim.translated && !context.languages.some(language => language.startsWith('de'));
  const proper = capitalsTell ? findProper(prose) : [];
  return [...new Set([...things, ...proper])];
}

function findProper(prose: string): readonly string[] {
  return [...prose.matchAll(proper)]
    .map(([words]) => words.replace(/['’]s?$/u, ''))
    .filter(words => words.length > 1 && !words.split(' ').every(word => common.has(word.toLowerCase())));
}

/** Who or what opens a sentence about what was done or is coming, and was never heard of. */
function findNewcomers(prose: string, claim: Candidate, context: CheckContext): readonly string[] {
  if (claim.translated) return [];
  return toUnknownSpeakers(prose, name => context.toAuthorIds(name).size > 0).flatMap(({ name, says }) =>
    !says && isNewName(name, claim, context) ? [name] : [],
  );
}

/** People are named close to what they do; what a talk is about is named once before, and is "it" from then on. */
const personReach = 2;
const thingReach = 5;

/** Nobody near the cited messages mentions it, and nobody in the conversation writes it as a plain word. */
export function isNewName(name: string, claim: Candidate, context: CheckContext): boolean {
  if (readAround(claim, context).holds(name)) return false;
  const plain = name.toLowerCase();
  const saying = context.terms.read(name).flatMap(term => [...context.terms.positionsOf(term)]);
  return !saying.some(position => messageAt(context.evidence, position)?.text.includes(plain));
}

/** What a claim's messages and those around them say, and who wrote them. */
function readAround(claim: Candidate, context: CheckContext) {
  const cited = claim.citations.map(({ position }) => position);
  const answered = cited.flatMap(position => context.replies.get(position) ?? []);
  const close = [...new Set([...cited, ...answered])];
  const beside = (reach: number) => cited.flatMap(position => toNeighbours(position, context, reach));
  const all = [...new Set([...close, ...beside(personReach)])];
  const before = cited.flatMap(position =>
    toNeighbours(position, context, thingReach).filter(other => other < position),
  );
  const wide = [...new Set([...all, ...before])];
  const toAuthors = (positions: readonly number[]) =>
    new Set(positions.flatMap(position => messageAt(context.evidence, position)?.author.id ?? []));
  return {
    /** Who wrote what is cited or what that answers. */
    speakers: toAuthors(close),
    authors: toAuthors(all),
    names: (name: string, closely: boolean) => holds(name, closely ? close : all, context),
    holds: (name: string) => holds(name, wide, context),
  };
}

function holds(name: string, positions: readonly number[], context: CheckContext): boolean {
  const bare = squash(name);
  const spelled = bare === '' ? [] : [bare, ...(aliases[bare] ?? [])];
  if (positions.some(position => spelled.some(each => readMentions(position, context).has(each))))
    return true;
  const terms = context.terms.read(name);
  const stands = (term: string) => positions.some(position => context.terms.termsAt(position).has(term));
  return terms.length > 0 && terms.every(stands);
}

/** Shorter names also stand inside other words. */
const shortName = 4;

/** The names in one message: in its words, its place, its files and its author; read once. */
function readMentions(position: number, { evidence, mentions }: CheckContext): Mentions {
  const known = mentions.get(position);
  if (known) return known;
  const message = messageAt(evidence, position);
  const whole = [
    message?.text,
    message?.thread?.title,
    message?.channel?.title,
    message?.author.name,
    ...(message?.attachments.map(({ name }) => name) ?? []),
  ].join('\n');
  const squashed = squash(whole);
  let words: ReadonlySet<string> | undefined;
  const made: Mentions = {
    has: bare => {
      if (bare.length > shortName) return squashed.includes(bare);
      words ??= new Set(
        whole.split(/[^\p{L}\p{N}\p{M}_.]+/u).flatMap(word => [squash(word), squash(word).replace(/s$/, '')]),
      );
      return words.has(bare);
    },
  };
  mentions.set(position, made);
  return made;
}

/** Names that everybody shortens. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  tv: ['television'],
  uk: ['unitedkingdom', 'britain', 'british'],
  us: ['unitedstates', 'america'],
  usa: ['unitedstates', 'america'],
  eu: ['europeanunion', 'europe'],
};

/** "T_V_", "T.V." and "TV" are one name, and so are "drop box" and "DropBox". */
function squash(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\n]+/gu, '');
}
