import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import type { Author } from '../conversation/message.ts';
import { toSpeakerName } from '../conversation/names.ts';
import { createCueReader } from '../select/cues/index.ts';
import { toLanguages } from '../select/languages.ts';
import { toTermIndex } from '../select/term-index.ts';
import { createZonedClock } from '../time.ts';
import { createResponseReader } from './agreement.ts';
import type { CheckContext } from './check.ts';
import { normalise } from './normalise.ts';
import { toReportingWords } from './reporting-words.ts';

/** What is known of an evidence before it is verified over. */
export type ContextOptions = {
  /** The languages of the conversation, where they are known already. */
  readonly languages?: readonly string[];
  /** The IANA zone in which a claim's days and times are understood. */
  readonly zone?: string;
};

const contexts = new WeakMap<Evidence, Map<string, CheckContext>>();

/**
 * All that the checks look at of one evidence; what is dear is worked out when first asked for, and kept as long as the
 * evidence is, so that whoever verifies over it again finds it ready.
 */
export function toContext(
  evidence: Evidence,
  { languages = toLanguages(evidence), zone = 'UTC' }: ContextOptions = {},
): CheckContext {
  const key = `${zone} ${languages.join(' ')}`;
  const known = contexts.get(evidence)?.get(key);
  if (known) return known;
  const made = createContext(evidence, languages, zone);
  const own = contexts.get(evidence) ?? new Map<string, CheckContext>();
  own.set(key, made);
  contexts.set(evidence, own);
  return made;
}

function createContext(evidence: Evidence, languages: readonly string[], zone: string): CheckContext {
  const ids = toIdsByName(evidence);
  const kept = new Map<number, ReturnType<typeof normalise>>();
  const cues = createCueReader(languages);
  const replies = toReplyPositions(evidence);
  const terms = toTermIndex(evidence, languages);
  let namesakes: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  let background: ReadonlySet<string> | undefined;
  return {
    evidence,
    cues,
    languages,
    terms,
    mentions: new Map(),
    numbers: new Map(),
    sentences: new Map(),
    credits: new Map(),
    clock: createZonedClock(zone),
    replies,
    responses: createResponseReader(evidence, replies, position =>
      cues.read(messageAt(evidence, position)?.text ?? ''),
    ),
    toAuthorIds: name => ids.get(toPlainName(name)) ?? nobody,
    toNamesakes: word => {
      namesakes ??= toIdsByNamePart(evidence);
      return namesakes.get(toPlainName(word)) ?? nobody;
    },
    normalised: (message: EvidenceMessage) => {
      const known = kept.get(message.position) ?? normalise(message.text);
      kept.set(message.position, known);
      return known;
    },
    get background() {
      background ??= new Set([...ids.keys(), ...toReportingWords(languages)].flatMap(terms.read));
      return background;
    },
  };
}

/** Names are compared without case and without the @ that some write in front. */
function toPlainName(name: string): string {
  return name.trim().toLowerCase().replace(/^@+/, '');
}

const nobody: ReadonlySet<string> = new Set();

/** Every name that somebody wrote under, in lower case; "bob" also names "Bob Smith" where no other Bob wrote. */
function toIdsByName(evidence: Evidence): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>();
  for (const author of toAuthors(evidence)) {
    for (const name of new Set([author.name, toSpeakerName(author.name)])) {
      addTo(byName, toPlainName(name), author.id);
    }
  }
  const byFirst = new Map<string, Set<string>>();
  for (const [name, ids] of byName) {
    const first = name.split(/[\s|(]/)[0] ?? '';
    if (first.length > 1 && first !== name) for (const id of ids) addTo(byFirst, first, id);
  }
  for (const [first, ids] of byFirst) if (ids.size === 1 && !byName.has(first)) byName.set(first, ids);
  return byName;
}

/** Whoever wrote, once under each name. */
function toAuthors(evidence: Evidence): readonly Author[] {
  const authors = new Map<string, Map<string, Author>>();
  for (const { author } of evidence.messages) {
    const known = authors.get(author.id);
    if (!known) authors.set(author.id, new Map([[author.name, author]]));
    else if (!known.has(author.name)) known.set(author.name, author);
  }
  return [...authors.values()].flatMap(names => [...names.values()]);
}

const titles = /^(?:hon|mr|mrs|ms|dr|prof|sir|lady)$/;

/** Every word of a name that is written with a capital: "bains" of "Hon. Navdeep Bains (Minister)". */
function toIdsByNamePart(evidence: Evidence): ReadonlyMap<string, ReadonlySet<string>> {
  const byPart = new Map<string, Set<string>>();
  for (const author of toAuthors(evidence)) {
    for (const [part] of author.name.replace(/\(.*?\)/gu, ' ').matchAll(/\p{Lu}[\p{L}\p{N}'’-]{2,}/gu)) {
      const plain = part.toLowerCase();
      if (!titles.test(plain)) addTo(byPart, plain, author.id);
    }
  }
  return byPart;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}
