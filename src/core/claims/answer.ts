import { z } from 'zod';

/** One line of an answer: a paragraph or bullet, without its markup. */
type AnswerLine = {
  readonly text: string;
  /** The 1-based number of the heading above it; 0 if there is none. */
  readonly heading: number;
};

/** A model's answer to a member, in lines under headings. The heading of a paragraph below a list is empty. */
export type Answer = { readonly headings: readonly string[]; readonly lines: readonly AnswerLine[] };

/** Lines that follow each other, by their 1-based numbers; `to` is the last. */
export type AnswerPart = { readonly from: number; readonly to: number };

/** A part has at least as many lines as this, so that only long answers are read in parts. */
const fewestOfPart = 4;
export const mostParts = 3;

export function toWholePart({ lines }: Answer): AnswerPart {
  return { from: 1, to: lines.length };
}

/** About equal parts of an answer, each of whole matters, to be read at the same time. The first may be known already. */
export function toAnswerParts({ lines }: Answer, first?: AnswerPart): readonly AnswerPart[] {
  const parts = first === undefined ? [] : [first];
  let from = (first?.to ?? 0) + 1;
  const size = Math.max(fewestOfPart, (lines.length + 1 - from) / (mostParts - parts.length));
  for (const [index, { heading }] of lines.entries()) {
    if (index + 1 < from) continue;
    const next = lines[index + 1];
    const isEnd = next === undefined || next.heading !== heading;
    const isLarge = index + 2 - from >= size && lines.length - index - 1 >= fewestOfPart;
    if (next !== undefined && !(isEnd && isLarge)) continue;
    parts.push({ from, to: index + 1 });
    from = index + 2;
  }
  return parts;
}

/** The first part of an answer that is still written; null until a matter after it has begun. */
export function toBegunPart({ lines }: Answer): AnswerPart | null {
  const to = lines.findIndex(({ heading }) => heading === lines.at(-1)?.heading);
  return to >= fewestOfPart ? { from: 1, to } : null;
}

/** Many times what is asked for. */
const mostLines = 150;
/** A longer one is no heading. */
const longestHeading = 120;

/**
 * Reads an answer in Markdown. A heading begins with "#", is bold up to a parenthesis, or begins in bold above a list; without lines it is
 * a statement, unless it is a caption above the whole answer. Every other line is one statement.
 */
export function parseAnswer(markdown: string): Answer {
  const headings: string[] = [];
  const lines: AnswerLine[] = [];
  const written = markdown
    .split('\n')
    .map((line, index, all) => ({ line: line.trim(), isAfterBlank: all[index - 1]?.trim() === '' }))
    .filter(({ line }) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('```'))
    .slice(0, mostLines)
    .map((each, index, all) => ({
      ...each,
      heading: toHeadingText(each.line, bullet.test(all[index + 1]?.line ?? '')),
    }));
  /** A name or time span above all other headings says nothing of its own; a sentence does. */
  const isCaption = (index: number) =>
    index === 0 && !/[.!?。！？…]["”’)*]*$/u.test(written[0]?.heading ?? '') && written[2]?.heading === null;
  let hasList = false;
  let isHidden = false;
  const countBars = (line: string) => line.replace(/`[^`]*`/g, '').split('||').length - 1;
  for (const [index, { line, isAfterBlank, heading }] of written.entries()) {
    const isFollowed = written[index + 1]?.heading === null;
    // A spoiler that goes on in the next line is one in each.
    const begun: string = (isHidden ? '||' : '') + toPlainLine(heading ?? line.replace(bullet, ''));
    isHidden = countBars(begun) % 2 === 1 && written.slice(index + 1).some(next => countBars(next.line) > 0);
    const text = begun + (isHidden ? '||' : '');
    const isBullet = bullet.test(line);
    hasList = heading === null && (hasList || isBullet);
    if (heading !== null && isFollowed) headings.push(text);
    else if (heading === null || !isCaption(index)) {
      // A paragraph below a list does not go on with what the list is about.
      if (hasList && !isBullet && isAfterBlank) headings.push('');
      lines.push({ text, heading: headings.length });
    }
  }
  return { headings, lines };
}

const bullet = /^(?:[-*•+>]|\d{1,2}[.)])\s+/;

function toHeadingText(line: string, isAboveList: boolean): string | null {
  const match =
    /^#{1,6}\s+(?<words>.+)$/.exec(line) ??
    /^(?<words>\*\*(?:(?!\*\*).)+\*\*(?:\s\([^()]*\))?):?$/.exec(line) ??
    (isAboveList ? /^(?<words>\*\*(?:(?!\*\*).)+\*\*.*)$/.exec(line) : null);
  const words = match?.groups?.['words'] ?? null;
  return words !== null && words.length <= longestHeading ? words : null;
}

/** Code stays as it is; emphasis goes, and a link becomes its words and its address. */
function toPlainLine(line: string): string {
  return line
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutMarkup(part)))
    .join('')
    .replace(/:$/, '')
    .trim();
}

const link = /\[([^[\]]*)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g;

function withoutMarkup(text: string): string {
  return text
    .replace(link, (_, words: string, address: string) =>
      toHostAndPath(words) === toHostAndPath(address) ? address : `${words} (${address})`,
    )
    .replaceAll('**', '')
    .replace(/(?<![\w*])\*(?!\s)([^*]+)(?<!\s)\*(?![\w*])/g, '$1');
}

function toHostAndPath(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?|\/$/g, '');
}

const looseHeading = z.looseObject({
  heading: z.int().positive(),
  topic: z.string().catch(''),
  tells: z.boolean().catch(false),
  continues: z.int().catch(0),
  evidence: z.array(z.unknown()).catch([]),
});
const looseLine = z.looseObject({ line: z.int().positive(), evidence: z.array(z.unknown()).catch([]) });

type CitedHeading = z.infer<typeof looseHeading>;
type WrittenClaim = { readonly text: string; readonly evidence: readonly unknown[]; readonly matter: object };

/** The longest heading that stands without a check by the judge: it has no room for a claim. */
const longestLabel = 40;
/** A sign of these scripts says as much as three letters. */
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu;
/** The opening line of an answer rests on what the lines after it rest on. */
const mostOfOpening = 20;

/**
 * The claims of an answer. A heading that tells something rests on what its lines cite, so the first of them cites its messages too.
 * An opening line that sums up rests on all others. Every line becomes a claim, also one that nothing was said about.
 */
export function createCitedAnswer(answer: Answer) {
  let { headings, lines } = answer;
  const isOf = (line: number, { from, to }: AnswerPart) => from <= line && line <= to;
  const cited = new Map<number, CitedHeading>();
  const given = new Set<number>();
  const firstEvidence = new Map<number, readonly unknown[]>();
  let saidOfOpening: object = {};
  // Without a heading, the opening lines are a matter of their own.
  const before = lines.some(({ heading }) => heading === 0) ? 1 : 0;
  const opening = lines[0]?.heading === 0 ? 1 : 0;

  const toMatter = (number: number) => {
    const words = headings[number - 1] ?? '';
    const { topic = '', tells = false, continues = 0 } = cited.get(number) ?? {};
    const isTitle = tells || words.length + 2 * (words.match(dense)?.length ?? 0) > longestLabel;
    // A spoiler under it may be told by the heading.
    const isHidden = [words, ...lines.flatMap(line => (line.heading === number ? line.text : []))].some(
      text => text.includes('||'),
    );
    if (isHidden) return { number: number + before, title: '', topic: '', continues };
    return {
      number: number + before,
      title: isTitle ? words : '',
      topic: isTitle ? topic : words,
      continues,
    };
  };
  const toClaim = (number: number, said: object, evidence: readonly unknown[]): WrittenClaim => {
    const { text = '', heading = 0 } = lines[number - 1] ?? {};
    const isFirst = lines.findIndex(line => line.heading === heading) === number - 1;
    const ofHeading =
      evidence.length > 0 && isFirst && cited.get(heading)?.tells ? (cited.get(heading)?.evidence ?? []) : [];
    return { ...said, text, evidence: [...evidence, ...ofHeading], matter: toMatter(heading) };
  };
  // Parts are read at the same time.
  const toOpeningEvidence = () =>
    lines.flatMap((_, index) => firstEvidence.get(index + 1) ?? []).slice(0, mostOfOpening);
  return {
    /** From now on it is this answer, which begins as it did. */
    goOn: (whole: Answer): void => {
      ({ headings, lines } = whole);
    },
    /** What a part says of another one is ignored. */
    addHeading: (value: unknown, part = toWholePart({ headings, lines })): void => {
      const { data } = looseHeading.safeParse(value);
      if (data === undefined || data.heading > headings.length) return;
      const first = lines.findIndex(({ heading }) => heading === data.heading) + 1;
      if (isOf(first, part)) cited.set(data.heading, data);
    },
    /** The claim of a line; null if it is unknown, was given before, or has to wait for the others. */
    addLine: (value: unknown, part = toWholePart({ headings, lines })): WrittenClaim | null => {
      const { data } = looseLine.safeParse(value);
      if (data === undefined || !isOf(data.line, part) || given.has(data.line)) return null;
      const { line, evidence, ...said } = data;
      if (line === opening && evidence.length === 0) {
        saidOfOpening = said;
        return null;
      }
      given.add(line);
      firstEvidence.set(line, evidence.slice(0, 1));
      return toClaim(line, said, evidence);
    },
    /** The claims of all other lines. */
    end: (): readonly WrittenClaim[] =>
      lines.flatMap((_, index) => {
        const number = index + 1;
        if (given.has(number)) return [];
        given.add(number);
        return number === opening
          ? [toClaim(number, saidOfOpening, toOpeningEvidence())]
          : [toClaim(number, {}, [])];
      }),
  };
}
