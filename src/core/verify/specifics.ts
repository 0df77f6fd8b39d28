import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/names.ts';
import type { Check, CheckContext } from './check.ts';
import { standsInCited, toProse } from './cited-quote.ts';
import { findForeignDate } from './date-words.ts';
import { standsAsDate } from './dates.ts';
import { figure, type KnownNumbers, toKnownNumbers, toStoodFor, toTimes } from './known-numbers.ts';
import { findWrongCount, findWrongWord } from './number-claims.ts';
import { findWrongUnit } from './units.ts';

const url = /https?:\/\/[^\s<>"“”]+[^\s<>"“”.,;:!?)\]']/giu;
const code = /`([^`]+)`/gu;
/** The letter in front of a version says nothing that its figures do not: "v2.1" is 2.1. */
const versionLetter = /(?<![\p{L}\p{N}_])v(?=\d+(?:\.\d+)*(?![\p{L}\p{N}_]))/giu;
/** Letters and digits in one word name something: "mn005", "x86"; what begins with digits is a figure with its unit. */
const mixed = /(?<![\p{L}\p{N}])\p{L}(?=[\p{L}\p{N}_'’-]*\d)[\p{L}\p{N}_'’]+(?:-[\p{L}\p{N}_]+)*/gu;

/** A translated claim writes its dates and numbers in a language of its own. */
const everyLanguage = ['en', 'de', 'es', 'fr', 'it', 'pt', 'ja', 'nl', 'ru'];

/**
 * Every number, date, time, version, URL and code token of a claim's own words stands in a cited message or
 * in what is known of it (when it was sent, how many reacted); so does the date an action is due.
 */
export const checkSpecifics: Check = {
  name: 'specifics',
  onFailure: 'drop',
  run: (claim, given) => {
    const context = claim.translated ? { ...given, languages: everyLanguage } : given;
    const cited = claim.citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
    const texts = cited.map(({ text }) => text.toLowerCase());
    const prose = maskNames(toProse(claim, context), cited, context);

    const urls = prose.match(url) ?? [];
    const missingUrl = urls.find(each => !texts.some(text => text.includes(each.toLowerCase())));
    if (missingUrl !== undefined) return fail(missingUrl);

    const rest = prose.replace(url, ' ');
    const tokens = [...rest.matchAll(code)].flatMap(match => match[1] ?? []);
    const missingToken = tokens.find(token => !texts.some(text => text.includes(token.toLowerCase())));
    if (missingToken !== undefined) return fail(missingToken);

    const own = rest.replace(code, ' ').replace(versionLetter, '');
    const names = own.match(mixed) ?? [];
    const spaceless = texts.map(toSpaceless);
    const missingName = names.find(each => !spaceless.some(text => text.includes(toSpaceless(each))));
    if (missingName !== undefined) return fail(missingName);

    const known = toKnownNumbers(cited, context);
    const plain = names.reduce((text, name) => text.replaceAll(name, ' '), own);
    const missing = findMissingFigure(plain, known, cited, context);
    if (missing !== undefined) return fail(missing);
    const unit = findWrongUnit(plain, cited, context.languages);
    if (unit !== null) return fail(unit);

    if (
      claim.due !== null &&
      !isKnownDue(claim.due, cited, context) &&
      !standsInCited(claim.due, claim, context)
    ) {
      return {
        outcome: 'fail',
        effect: 'mark',
        problem: { code: 'no_such_due', due: claim.due },
        revised: { ...claim, due: null },
      };
    }
    const wrong = findWrongWord(plain, known, context) ?? findWrongCount(plain, known, context);
    if (wrong !== null) return { ...fail(wrong), effect: 'mark' };
    const date = findForeignDate(plain, cited, context);
    if (date !== null) return fail(date);
    return urls.length + tokens.length === 0 && claim.due === null && !/\d/.test(own)
      ? { outcome: 'abstain' }
      : { outcome: 'pass' };
  },
};

function fail(what: string) {
  return { outcome: 'fail' as const, problem: { code: 'not_said' as const, what } };
}

function toSpaceless(text: string): string {
  return text.toLowerCase().replace(/[\s'’_-]+/gu, '');
}

function isKnownDue(due: string, cited: readonly EvidenceMessage[], context: CheckContext): boolean {
  return standsAsDate(due, null, cited, context);
}

/** As long as a word that scales a figure is. */
const longestScale = 12;

function findMissingFigure(
  prose: string,
  known: KnownNumbers,
  cited: readonly EvidenceMessage[],
  context: CheckContext,
): string | undefined {
  const times = toTimes(prose);
  for (const match of prose.matchAll(figure)) {
    const [written] = match;
    const time = times.find(each => each.start <= match.index && each.end >= match.index + written.length);
    const scaled = toStoodFor(prose.slice(match.index, match.index + written.length + longestScale));
    if (scaled !== null && known.hasValue(scaled.value)) continue;
    // "50 million" is not there because a 50 is.
    if (scaled?.isPlain) return prose.slice(match.index).split(/\s+/u, 2).join(' ');
    if (known.has(written) || (time && known.hasTime(time.minutes))) continue;
    if (written.includes('-') && written.split('-').every(part => known.has(part))) continue;
    if (!standsAsDate(prose, written, cited, context)) return written;
  }
  return undefined;
}

/** Digits in a person's name ("bob42", "Team 7") are no figures. */
function maskNames(prose: string, cited: readonly EvidenceMessage[], context: CheckContext): string {
  const names = cited.flatMap(({ author }) => [author.name, toSpeakerName(author.name)]);
  const rest = names
    .filter(name => /\d/.test(name))
    .reduce((text, name) => text.replaceAll(name, ' '), prose);
  return rest
    .split(/(\s+)/)
    .map(word => (/\d/.test(word) && context.toAuthorIds(toBare(word)).size > 0 ? ' ' : word))
    .join('');
}

/** A word without the signs that a sentence puts around it. */
function toBare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}@_]+|[^\p{L}\p{N}_]+$/gu, '').replace(/['’]s$/u, '');
}
