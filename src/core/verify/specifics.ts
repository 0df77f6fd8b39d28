import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/names.ts';
import type { ZonedClock } from '../time.ts';
import type { Check, CheckContext } from './check.ts';
import { standsInCited, toProse } from './cited-quote.ts';
import { standsAsDate } from './dates.ts';

const url = /https?:\/\/[^\s<>"“”]+[^\s<>"“”.,;:!?)\]']/giu;
const code = /`([^`]+)`/gu;
const number = /\d(?:[\d.,:/’'-]*\d)?/gu;

/**
 * Every number, date, time, version, URL and code token of a claim's own words stands in a cited message or
 * in what is known of it (when it was sent, how many reacted); so does the date an action is due.
 */
export const checkSpecifics: Check = {
  name: 'specifics',
  onFailure: 'drop',
  run: (claim, context) => {
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

    const known = toKnownNumbers(cited, context.clock);
    const numbers = rest.replace(code, ' ').match(number) ?? [];
    const missing = numbers.find(each => !isKnown(each, known));
    if (missing !== undefined && !standsAsDate(rest, missing, cited, context.clock)) return fail(missing);

    if (
      claim.due !== null &&
      !standsInCited(claim.due, claim, context) &&
      !standsAsDate(claim.due, null, cited, context.clock)
    ) {
      return {
        outcome: 'fail',
        effect: 'mark',
        words: `no cited message says “${claim.due}”`,
        revised: { ...claim, due: null },
      };
    }
    return urls.length + tokens.length + numbers.length === 0 && claim.due === null
      ? { outcome: 'abstain' }
      : { outcome: 'pass' };
  },
};

function fail(words: string) {
  return { outcome: 'fail' as const, words: `${words} stands in no cited message` };
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

function toKnownNumbers(cited: readonly EvidenceMessage[], clock: ZonedClock): ReadonlySet<string> {
  const known = new Set<string>();
  for (const message of cited) {
    for (const each of message.text.match(number) ?? []) addForms(each, known);
    const [year = '', month = '', day = ''] = clock.day(message.time).split('-');
    for (const part of [year, month, day, `${year}-${month}-${day}`, clock.minute(message.time)])
      addForms(part, known);
    for (const { count } of message.reactions) known.add(String(count));
  }
  return known;
}

function isKnown(written: string, known: ReadonlySet<string>): boolean {
  const forms = new Set<string>();
  addForms(written, forms, false);
  return [...forms].some(form => known.has(form));
}

/** "1,000", "1 000" and "1000" are one number; of a composed one ("3/4", "09:14") message parts count too. */
function addForms(written: string, forms: Set<string>, parts = true): void {
  forms.add(written);
  forms.add(trimZeros(written.replace(/[.,’'](?=\d{3}(?!\d))/gu, '').replace(',', '.')));
  if (parts) for (const part of written.split(/[^\d]/)) if (part !== '') forms.add(trimZeros(part));
}

function trimZeros(digits: string): string {
  return /^\d+(?:\.\d+)?$/.test(digits) ? String(Number(digits)) : digits;
}
