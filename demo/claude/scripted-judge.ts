import type { SampleLanguage } from '../samples/texts.ts';
import type { PromptMessage } from './conversation.ts';
import { toAnswer, toSentences, toSettled } from './cues.ts';
import { type ClaimVerdict, createClaimJudge, type JudgedClaim, type ScriptedJudge } from './judge.ts';
import { missingWords } from './missing-words.ts';

/** Below this share of a claim's words in its messages, the claim is not supported. */
const fewest = 0.34;
/** Below this share, it is partly supported. */
const enough = 0.67;

/**
 * Plays a simple judge. It compares the words of a claim with those of the cited messages and the ones they reply to.
 * It also looks for numbers that are in none, for a "not" on one side only, for a yes to a decision, and for the owner
 * of a task. It understands English; in other languages it only compares words.
 */
export function createScriptedJudge(): ScriptedJudge {
  return createClaimJudge((claim, shown, language) => {
    const cited = shown.filter(({ position }) => claim.cites.includes(position));
    const answered = new Set(cited.map(({ repliesTo }) => repliesTo));
    return judge(
      claim,
      shown.filter(each => cited.includes(each) || answered.has(each.position)),
      language,
    );
  });
}

function judge(
  claim: JudgedClaim,
  messages: readonly PromptMessage[],
  language: SampleLanguage,
): ClaimVerdict {
  const { opposite, unsettled, nothingOn, notMentioned, notByOwner } = missingWords[language];
  const said = messages.map(({ text, author }) => `${author} ${text}`).join('\n');
  const held = new Set(toTelling(said).map(({ stem }) => stem));
  const telling = toTelling([claim.text, claim.before, claim.due].join(' '));
  const missing = telling.filter(({ stem }) => !held.has(stem)).map(({ word }) => word);
  const share = telling.length === 0 ? 1 : 1 - missing.length / telling.length;

  if (share < fewest) return { missing: nothingOn(missing.slice(0, 6)), verdict: 'not_supported' };
  if (isDenied(claim.text) !== isDenied(toNearest(claim, messages)))
    return { missing: opposite, verdict: 'contradicted' };
  if (claim.kind === 'decision' && !messages.some(isSettling))
    return { missing: unsettled, verdict: 'not_supported' };
  if (claim.owner !== '' && !said.toLowerCase().includes(claim.owner.toLowerCase()))
    return { missing: notByOwner(claim.owner), verdict: 'partly' };
  const figures = missing.filter(word => /\d/.test(word));
  if (figures.length > 0) return { missing: notMentioned(figures), verdict: 'partly' };
  return share < enough
    ? { missing: nothingOn(missing.slice(0, 6)), verdict: 'partly' }
    : { verdict: 'supported', outcome: claim.kind === 'decision' ? toOutcome(messages) : 'none' };
}

function toOutcome(messages: readonly PromptMessage[]): 'approved' | 'declined' | 'none' {
  const answers = messages.map(({ text }) => toAnswer(text));
  const answer = answers.findLast(each => each !== null);
  return answer === undefined ? 'none' : answer === 'yes' ? 'approved' : 'declined';
}

/** Words that only report speech, and pronouns. */
const untelling = new Set(
  'agreed asked conversation decided discussed pointed said settled suggested their theirs them themselves they were will with about that this'.split(
    ' ',
  ),
);

type TellingWord = { readonly word: string; readonly stem: string };

/** Words of four letters or more, and all with a digit; compared without their endings. */
function toTelling(text: string): readonly TellingWord[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}.,:/-]*/gu) ?? [];
  return words
    .map(word => word.replace(/[.,:/-]+$/, ''))
    .map(word => ({ word, stem: word.toLowerCase() }))
    .filter(({ stem }) => /\d/.test(stem) || (stem.length > 3 && !untelling.has(stem)))
    .map(({ word, stem }) => ({
      word,
      stem: /\d/.test(stem) ? stem : stem.replace(/(?:ing|ed|es|s|e)$/, ''),
    }));
}

/** The sentence that shares most words with the claim. */
function toNearest({ text }: JudgedClaim, messages: readonly PromptMessage[]): string {
  const wanted = new Set(toTelling(text).map(({ stem }) => stem));
  const share = (words: string) => toTelling(words).filter(({ stem }) => wanted.has(stem)).length;
  const [nearest] = messages.flatMap(toSentences).sort((a, b) => share(b.text) - share(a.text));
  return nearest?.text ?? '';
}

function isDenied(text: string): boolean {
  return /\b(?:not|never|no longer|without|cannot)\b|n['’]t\b/i.test(text);
}

function isSettling({ text, reactions }: PromptMessage): boolean {
  return (
    toAnswer(text) !== null ||
    toSettled(text) !== null ||
    /\b(?:decided|agreed|approved|settled)\b/i.test(text) ||
    reactions.some(({ name }) => /^(?:👍|✅|\+1|💯|thumbsup|👎|❌)/u.test(name))
  );
}
