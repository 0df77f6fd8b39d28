import { compare, toLatest } from '../order.ts';
import { toHeading, toUnnumbered } from './assemble.ts';
import { toSection } from './section.ts';
import type { CitedMessage, Summary, SummaryClaim } from './summary.ts';

export type TopicSource = {
  readonly summary: Summary;
  readonly createdAt: string;
  readonly toPlaceId: (messageId: string) => string;
};

/** One claim of a topic. `last` is the time of its newest message. */
export type TopicLine = {
  readonly summary: Summary;
  readonly claim: SummaryClaim;
  readonly cited: readonly CitedMessage[];
  readonly placeIds: readonly string[];
  readonly toPlaceId: TopicSource['toPlaceId'];
  readonly last: string;
};

/** A matter over time: what several summaries say of one subject. */
export type Topic = {
  readonly id: string;
  readonly title: string;
  /** Newest first, at least one. */
  readonly lines: readonly TopicLine[];
  readonly placeIds: readonly string[];
  readonly first: string;
  readonly last: string;
  /** Nothing new for two weeks. */
  readonly isQuiet: boolean;
};

const quietAfterMs = 14 * 86_400_000;

/** The topics of some summaries, the latest news first. Only claims that `isVisible` count, and titles whose messages these all cite. */
export function toTopics(
  sources: readonly TopicSource[],
  now: string,
  isVisible: (line: TopicLine) => boolean = () => true,
): readonly Topic[] {
  const parts = sources
    .toSorted((a, b) => compare(a.createdAt, b.createdAt))
    .flatMap(source => toParts(source, isVisible));
  return [...Map.groupBy(parts, ({ id }) => id)]
    .map(([id, own]) => toTopic(id, own, now))
    .sort((a, b) => compare(b.last, a.last));
}

type Part = { readonly id: string; readonly title: string | null; readonly lines: readonly TopicLine[] };

function toParts(
  { summary, toPlaceId }: TopicSource,
  isVisible: (line: TopicLine) => boolean,
): readonly Part[] {
  return (summary.matters ?? []).flatMap((matter, index): readonly Part[] => {
    const { topicId } = matter;
    if (topicId === null) return [];
    const own = summary.claims.filter(each => each.matter === index + 1);
    const lines = own
      .filter(claim => toSection(claim) !== 'unclear' && toSection(claim) !== 'note')
      .map(claim => toLine(claim, summary, toPlaceId))
      .filter(line => line.cited.length > 0 && isVisible(line));
    if (lines.length === 0) return [];
    const ids = new Set(lines.flatMap(({ cited }) => cited.map(({ messageId }) => messageId)));
    const isWhole = matter.sources.every(id => ids.has(id));
    const title = toHeading(
      isWhole ? matter : undefined,
      lines.map(({ claim }) => claim),
    );
    return [{ id: topicId, title, lines }];
  });
}

function toLine(claim: SummaryClaim, summary: Summary, toPlaceId: TopicSource['toPlaceId']): TopicLine {
  const { cited } = toUnnumbered(claim, summary.footnotes);
  return {
    summary,
    claim,
    cited,
    placeIds: [...new Set(cited.map(({ messageId }) => toPlaceId(messageId)))],
    toPlaceId,
    last: toLatest(cited.map(({ time }) => time)),
  };
}

function toTopic(id: string, parts: readonly Part[], now: string): Topic {
  // Of claims with the same words, that of the latest summary.
  const byText = new Map(
    parts.flatMap(({ lines }) => lines).map(line => [line.claim.text.toLowerCase(), line]),
  );
  const lines = [...byText.values()].sort((a, b) => compare(b.last, a.last));
  const times = lines.flatMap(({ cited }) => cited.map(({ time }) => time)).sort();
  const last = times.at(-1) ?? '';
  return {
    id,
    title: parts.findLast(({ title }) => title !== null)?.title ?? lines[0]?.claim.text ?? '',
    lines,
    placeIds: [...new Set(lines.flatMap(({ placeIds }) => placeIds))],
    first: times[0] ?? '',
    last,
    isQuiet: Date.parse(now) - Date.parse(last) > quietAfterMs,
  };
}

/** `SUMMARY.CLAIM`, of a line. */
export function toLineKey({ summary, claim }: TopicLine): string {
  return `${summary.id}.${claim.id}`;
}

/** A topic as the model that writes the next summary gets it. */
export type KnownMatter = {
  readonly topicId: string;
  readonly title: string;
  readonly day: string;
  readonly lines: readonly string[];
};

const mostKnown = 12;
const mostLines = 3;

/** The latest topics, for the prompt of the next summary, which continues one by its place in this list, from 1. */
export function toKnownMatters(topics: readonly Topic[]): readonly KnownMatter[] {
  return topics
    .filter(({ isQuiet }) => !isQuiet)
    .slice(0, mostKnown)
    .map(({ id, title, last, lines }) => ({
      topicId: id,
      title,
      day: last.slice(0, 10),
      lines: lines.slice(0, mostLines).map(({ claim }) => claim.text),
    }));
}
