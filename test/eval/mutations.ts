import type { DraftClaim } from '../../src/core/claims/draft.ts';
import { tokenize } from '../../src/core/conversation/tokens.ts';
import { findQuote } from '../../src/core/verify/quotes.ts';
import type { GoodClaim } from './material.ts';
import type { Random } from './table.ts';

/** One way to make a good claim wrong; null where the claim holds nothing of the kind. */
type Mutation = {
  readonly name: string;
  readonly mutate: (claim: GoodClaim, random: Random) => DraftClaim | null;
};

/** Replaces the words at an offset. */
function splice(text: string, at: number, length: number, words: string): string {
  return text.slice(0, at) + words + text.slice(at + length);
}

/** The claim with other words; null where they are the same. */
function withText({ draft }: GoodClaim, text: string | null): DraftClaim | null {
  return text === null || text === draft.text ? null : { ...draft, text };
}

/** The texts of all messages of the conversation. */
function toTexts({ scene }: GoodClaim): readonly string[] {
  return scene.evidence.messages.map(({ text }) => text);
}

/** Every citation points elsewhere: half of the time to no message at all, else to another one. */
const position: Mutation = {
  name: 'position',
  mutate: ({ scene, draft }, random) => {
    const { messages } = scene.evidence;
    const evidence = draft.evidence.flatMap(({ position: cited, quote }) => {
      if (random.next() < 0.5)
        return [{ position: messages.length + 1 + Math.floor(random.next() * 50), quote }];
      const other = random.pick(
        messages.filter(each => each.position !== cited && !each.text.includes(quote)),
      );
      return other ? [{ position: other.position, quote }] : [];
    });
    return evidence.length === draft.evidence.length ? { ...draft, evidence } : null;
  },
};

/** One word of every quote is another word of the conversation. */
const quote: Mutation = {
  name: 'quote',
  mutate: ({ scene, draft }, random) => {
    const evidence = draft.evidence.flatMap(each => {
      const words = each.quote.split(' ');
      const at = Math.floor(random.next() * words.length);
      const other = random.pick(tokenize(random.pick(scene.evidence.messages)?.text ?? ''));
      const changed = words.with(at, other ?? 'otherwise').join(' ');
      const stands = scene.evidence.messages.some(message => findQuote(message, changed));
      return stands ? [] : [{ ...each, quote: changed }];
    });
    return evidence.length === draft.evidence.length ? { ...draft, evidence } : null;
  },
};

const credits =
  /^\s+(?:also |then |first )?(?:said|says|asked|asks|suggest\w*|propos\w*|agree[ds]|disagree[ds]|explain\w*|report\w*|thought|thinks|believe[ds]|want(?:s|ed)|mention\w*|point\w* out|confirm\w*|object\w*|doubt\w*|will|would|reject\w*|announc\w*|introduc\w*|argu\w*|felt|told|remind\w*|found|need(?:s|ed)|recommend\w*|add(?:s|ed)|not(?:es|ed)|claim\w*|state[ds]|respond\w*|repl(?:ies|ied)|wonder\w*|suspects|advise[sd]|schlug|findet|fragt|glaubt|propuso|preguntó|cree|quiere)\b/iu;

/** Where a text credits somebody: each name of the conversation that opens it or stands before a verb of saying. */
function findCredited({ scene, draft: { text } }: GoodClaim): readonly { name: string; at: number }[] {
  const lower = text.toLowerCase();
  return scene.people.flatMap(name => {
    const places: { name: string; at: number }[] = [];
    for (
      let at = lower.indexOf(name.toLowerCase());
      at >= 0;
      at = lower.indexOf(name.toLowerCase(), at + 1)
    ) {
      const after = text.slice(at + name.length);
      if (/^[\p{L}\p{N}]/u.test(after) || /[\p{L}\p{N}]$/u.test(text.slice(0, at))) continue;
      if (credits.test(after)) places.push({ name, at });
    }
    return places;
  });
}

function pickOther(claim: GoodClaim, random: Random): string | undefined {
  const text = claim.draft.text.toLowerCase();
  return random.pick(claim.scene.people.filter(name => !text.includes(name.toLowerCase())));
}

/** Somebody else is credited, in the field and in the words of the claim. */
const speaker: Mutation = {
  name: 'speaker',
  mutate: (claim, random) => {
    const [first] = findCredited(claim);
    const other = pickOther(claim, random);
    if (!first || other === undefined) return null;
    const changed = withText(claim, splice(claim.draft.text, first.at, first.name.length, other));
    return changed && { ...changed, speakers: [other] };
  },
};

/** An action is given to somebody else, in its field and in its words. */
const owner: Mutation = {
  name: 'owner',
  mutate: (claim, random) => {
    const { owner: name, text } = claim.draft;
    const other = pickOther(claim, random);
    if (name === null || other === undefined) return null;
    return { ...claim.draft, owner: other, text: text.replaceAll(name, other) };
  },
};

const digits = /(?<![\p{L}\p{N}#_.-])[€$]?\d+(?:[.,]\d+)*(?![\p{L}\p{N}_]|[-/]\p{L})/gu;
const namesOf = (
  locale: string,
  count: number,
  format: Intl.DateTimeFormatOptions,
  toDate: (n: number) => number,
) =>
  Array.from({ length: count }, (_, n) =>
    new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(toDate(n)),
  );
const monthsOf = (locale: string, count: number) =>
  namesOf(locale, count, { month: 'long' }, n => Date.UTC(2026, n, 1));
/** From Monday on. */
const weekdaysOf = (locale: string) => namesOf(locale, 7, { weekday: 'long' }, n => Date.UTC(2026, 2, 9 + n));
const months = monthsOf('en', 12);
const meses = monthsOf('es', 10);
const monate = monthsOf('de', 10);
const relative = ['today', 'tomorrow', 'next week', 'next month'];
const dateLists = [months, weekdaysOf('en'), meses, monate, weekdaysOf('de'), relative];
const day = new RegExp(
  `\\d{1,2}(?=\\.? (?:de )?(?:${[...months, ...meses, ...monate].join('|')}))|(?<=(?:${months.join('|')}) )\\d{1,2}(?!\\d)`,
  'g',
);
const year = /(?<!\d)20\d\d(?!\d)/g;

function changeDigits(written: string, random: Random): string {
  const places = [...written.matchAll(/\d/g)];
  const place = random.pick(places);
  if (!place) return written;
  const old = Number(place[0]);
  const lowest = place.index === written.search(/\d/) ? 1 : 0;
  let next = old;
  while (next === old) next = lowest + Math.floor(random.next() * (10 - lowest));
  return splice(written, place.index, 1, String(next));
}

/** A figure gets another digit, so that nobody says it; figures that belong to a date are left to `date`. */
const number: Mutation = {
  name: 'number',
  mutate: (claim, random) => {
    const { text } = claim.draft;
    const dates = new Set([...text.matchAll(day), ...text.matchAll(year)].map(({ index }) => index));
    const place = random.pick([...text.matchAll(digits)].filter(({ index }) => !dates.has(index)));
    if (!place) return null;
    const said = toTexts(claim).join(' ');
    for (let tries = 0; tries < 20; tries++) {
      const changed = changeDigits(place[0], random);
      if (said.includes(changed.replace(/[€$]/, ''))) continue;
      return withText(claim, splice(text, place.index, place[0].length, changed));
    }
    return null;
  },
};

/** A day, weekday, month or year becomes another that nobody says. */
const date: Mutation = {
  name: 'date',
  mutate: (claim, random) => {
    const { text } = claim.draft;
    const said = toTexts(claim).join(' ').toLowerCase();
    const changes: string[] = [];
    for (const list of dateLists) {
      for (const word of list) {
        // "May" and "March" are also a verb and a walk: only beside a day or after a word that dates.
        const found = new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'u').exec(text);
        if (
          !found ||
          (/^(?:May|March)$/.test(word) && !/(?:in|of|on|by|\d) $/.test(text.slice(0, found.index)))
        )
          continue;
        const other = random.pick(list.filter(each => each !== word && !said.includes(each.toLowerCase())));
        if (other !== undefined) changes.push(splice(text, found.index, word.length, other));
      }
    }
    for (const found of [...text.matchAll(day), ...text.matchAll(year)]) {
      const other =
        found[0].length > 2 ? 2000 + Math.floor(random.next() * 40) : 1 + Math.floor(random.next() * 28);
      if (String(other) !== found[0] && !said.includes(String(other))) {
        changes.push(splice(text, found.index, found[0].length, String(other)));
      }
    }
    return withText(claim, random.pick(changes) ?? null);
  },
};

/** Every way in which good claims are made wrong, in the order of the printed table. */
export const mutations: readonly Mutation[] = [position, quote, speaker, owner, number, date];
