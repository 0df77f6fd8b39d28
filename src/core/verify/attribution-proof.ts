import type { Finding } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type Candidate, type Proof, type ProofContext, toNearby } from './proof.ts';
import { findExactQuote, findQuotations, isPhrase } from './quotes.ts';
import { indexOfWords } from './words.ts';

/**
 * Proves the names in a claim. A speaker wrote a cited message or the one it replies to; an owner, or a name at the start of a
 * sentence or beside a quotation, may also be named there. Words right after a name are by that person. Other names in the text are left to the judge.
 */
export const proveAttribution: Proof = (candidate, context) => {
  const stated = withoutUnsaid(candidate, context);
  const isNobody = toNames(stated.owner).some(
    name => !/^[@\p{Lu}\p{Lo}]/u.test(name) && context.people.toIds(name).size === 0,
  );
  const owned = isNobody ? { ...stated, owner: null } : stated;
  const problem = findProblem(owned, context);
  if (problem !== null) {
    const check = problem.code === 'quoted_nowhere' ? 'quote' : 'attribution';
    return { ok: false, check, problems: [problem] };
  }
  const cleared: Finding = {
    check: 'attribution',
    outcome: 'fail',
    problem: { code: 'unknown_person' },
    effect: 'repair',
  };
  return { ok: true, candidate: owned, findings: isNobody ? [cleared] : [] };
};

/** A claim by matter shows only its words: speakers and owners that it does not name are cleared if they do not hold. */
function withoutUnsaid(candidate: Candidate, context: ProofContext): Candidate {
  const { text, speakers, owner, citations, matter } = candidate;
  if (matter === undefined) return candidate;
  const cited = citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
  const words = text.toLowerCase();
  const holds = (name: string, countsNamed: boolean) =>
    indexOfWords(words, name.toLowerCase()) >= 0 || proveName(name, cited, context, countsNamed) === null;
  return {
    ...candidate,
    speakers: speakers.filter(name => holds(name, false)),
    owner: toNames(owner).every(name => holds(name, true)) ? owner : null,
  };
}

function findProblem(candidate: Candidate, context: ProofContext): Problem | null {
  const { text, speakers, owner, citations } = candidate;
  const cited = citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
  const named = [
    ...speakers.map(name => proveName(name, cited, context, false)),
    ...toNames(owner).map(name => proveName(name, cited, context)),
    proveTurns(text, cited, context),
  ];
  const wrong = named.find(problem => problem !== null);
  if (wrong) return wrong;
  const quotations = findQuotations(text);
  for (const { words } of quotations) {
    const problem = proveQuotation(words, text, cited, context);
    if (problem) return problem;
  }
  // Names around a quotation have been proven with it.
  return quotations.length > 0 ? null : proveSubjects(text, cited, context);
}

/** "Bob and Ann" are two owners. */
function toNames(owner: string | null): readonly string[] {
  return (owner ?? '').split(/\s*(?:[,;&]|\b(?:and|und|y|et)\b)\s*/u).filter(Boolean);
}

/** A person of this name wrote a cited message or one that it replies to; or, if `countsNamed`, is named in one. */
function proveName(
  name: string,
  cited: readonly EvidenceMessage[],
  { evidence, people, replies }: ProofContext,
  countsNamed = true,
): Problem | null {
  const ids = people.toIds(name);
  if (ids.size === 0) {
    const positions = cited.map(({ position }) => position);
    const isSomebody =
      countsNamed && toNearby(positions, { evidence }).some(message => isNamed(name, false, message));
    return isSomebody ? null : { code: 'unknown_person' };
  }
  const answered = cited.flatMap(({ position }) => messageAt(evidence, replies.get(position) ?? 0) ?? []);
  const isTheirs = (message: EvidenceMessage) =>
    ids.has(message.author.id) || (countsNamed && isNamed(name, true, message));
  return [...cited, ...answered].some(isTheirs) ? null : { code: 'not_by', name };
}

/** The parts of a name that identify a person: "the" and "de" are too short. */
const namingWord = /[\p{L}\p{N}_]{3,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

/** Whether a message contains one word of a participant's name, or all words of another name. */
function isNamed(name: string, isParticipant: boolean, { text }: EvidenceMessage): boolean {
  const said = text.toLowerCase();
  const words = name.toLowerCase().match(namingWord) ?? [name.toLowerCase()];
  const isSaid = (word: string) => indexOfWords(said, word) >= 0;
  return isParticipant ? words.some(isSaid) : words.every(isSaid);
}

/** `: “words`, up to the next mark or the end; an unclosed quotation counts too. */
const said = /^\s*[:：]\s*["“”„«»「『]([^"“”„«»」』]*)/u;

/** Where a name is who acts or speaks: the beginning of a sentence. */
const subjectPlace = /(?:^|[.!?]\s+)@?$/u;

/** A participant with whose name a sentence begins wrote, was answered or is named in a cited message. Others are left to the judge. */
function proveSubjects(
  text: string,
  cited: readonly EvidenceMessage[],
  context: ProofContext,
): Problem | null {
  for (const { name, at } of context.people.findNames(text)) {
    const problem = subjectPlace.test(text.slice(0, at)) ? proveName(name, cited, context) : null;
    if (problem) return problem;
  }
  return null;
}

function proveTurns(text: string, cited: readonly EvidenceMessage[], context: ProofContext): Problem | null {
  for (const { name, at, ids } of context.people.findNames(text)) {
    const words = said.exec(text.slice(at + name.length))?.[1]?.trim() ?? '';
    const isTheirs = (message: EvidenceMessage) =>
      ids.has(message.author.id) && findExactQuote(message, words) !== null;
    const opens = /(?:^|[.!?→]\s*|[“”"]\s*)@?$/u.test(text.slice(0, at));
    if (opens && /[\p{L}\p{N}]/u.test(words) && !cited.some(isTheirs)) return { code: 'other_words', name };
  }
  return null;
}

/** Words in quotation marks are in a cited message; of the people named beside them, one wrote it, was answered or is named there. */
function proveQuotation(
  words: string,
  sentence: string,
  cited: readonly EvidenceMessage[],
  context: ProofContext,
): Problem | null {
  const isQuoted = cited.some(message => findExactQuote(message, words) !== null);
  if (isPhrase(words) && !isQuoted) return { code: 'quoted_nowhere' };
  const problems = context.people.findNames(sentence).map(({ name }) => proveName(name, cited, context));
  return problems.includes(null) ? null : (problems[0] ?? null);
}
