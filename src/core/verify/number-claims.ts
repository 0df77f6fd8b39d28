import type { CheckContext } from './check.ts';
import type { KnownNumbers } from './known-numbers.ts';
import { type Quantity, toWordQuantities } from './number-words.ts';

/** What people count aloud; smaller numbers are also a writer's own ("three reasons"). */
const saidFrom = 11;
const unit =
  /^[\s-]*(?:%|per ?cent|percent|euros?|dollars?|pounds?|cents?|francs?|€|\$|£|minutes?|mins?|hours?|days?|weeks?|months?|years?|quarters?|(?:kilo|centi|milli)?met(?:re|er)s?|miles?|degrees?|gigs?|gigabytes?|megabytes?|prozent|tage?n?|wochen?|monate?n?|jahre?n?|stunden?|minuten|por ciento|días?|semanas?|meses|años?|horas?|minutos)(?![\p{L}])/iu;

/** A number in letters that is large or measures something and that no cited message names. */
export function findWrongWord(
  prose: string,
  known: KnownNumbers,
  { languages }: CheckContext,
): string | null {
  for (const group of toGroups(toWordQuantities(prose, languages))) {
    const [first] = group;
    if (!first?.inWords || first.value === 1 || isOrdinal(prose, first)) continue;
    const measured = unit.test(prose.slice(first.end));
    if (!measured && !group.some(({ value }) => value >= saidFrom)) continue;
    if (!group.some(({ value }) => known.hasValue(value))) return prose.slice(first.start, first.end);
  }
  return null;
}

/** Several readings of the same words. */
function toGroups(list: readonly Quantity[]): readonly (readonly Quantity[])[] {
  return [...Map.groupBy(list, ({ start }) => start).values()];
}

function isOrdinal(prose: string, { start, end }: Quantity): boolean {
  return /(?:first|second|third|th|tieth)$/i.test(prose.slice(start, end));
}

const followedBy = /^[\s-]+((?:[\p{L}'’-]+\s+){0,1}[\p{L}'’-]+)/u;

/** A small number of things of which the cited messages name only other numbers: "three buttons" against "two buttons". */
export function findWrongCount(
  prose: string,
  known: KnownNumbers,
  { terms, languages }: CheckContext,
): string | null {
  for (const quantity of toWordQuantities(prose, languages)) {
    if (!quantity.inWords || quantity.value < 2 || isOrdinal(prose, quantity)) continue;
    if (known.hasValue(quantity.value)) continue;
    const nouns = new Set(terms.read(followedBy.exec(prose.slice(quantity.end))?.[1] ?? ''));
    if (nouns.size === 0) continue;
    const others = known.quantities.flatMap(([message, list]) =>
      list.filter(({ end }) =>
        terms.read(followedBy.exec(message.text.slice(end))?.[1] ?? '').some(term => nouns.has(term)),
      ),
    );
    if (others.some(({ value }) => value > 1)) return prose.slice(quantity.start, quantity.end);
  }
  return null;
}
