import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tokenize } from '../../../src/core/conversation/tokens.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { type DraftRecord, toRecordEvidence } from '../drafts/records.ts';
import { readRecords } from '../material.ts';
import type { Lesson } from './learn.ts';

type Mark = { readonly n: number; readonly worth: 1 | 2; readonly kind?: string };

/** A conversation in which a person said what each message is worth to a member who was away. */
export type MarkedTalk = Lesson & {
  readonly id: string;
  /** By position: 2 must be known, 1 is good to know; chatter has none. */
  readonly marks: ReadonlyMap<number, Mark>;
};

type MarksRecord = { readonly id: string; readonly marks: readonly Mark[] };

/** The conversations in `model_drafts.jsonl` with the marks of `message_marks.jsonl`; none if they are missing. */
export function readMarkedTalks(folder: string): readonly MarkedTalk[] {
  const records = readRecords(folder, 'model_drafts.jsonl') as readonly DraftRecord[];
  const byId = new Map(records.map(record => [record.id, record]));
  return (readRecords(folder, 'message_marks.jsonl') as readonly MarksRecord[]).flatMap(({ id, marks }) => {
    const record = byId.get(id);
    return record ? [toMarkedTalk(record, marks, findQuotes(record))] : [];
  });
}

type OwnRecord = DraftRecord['messages'][number] & { readonly worth?: 1 | 2 };

const fixtures = fileURLToPath(new URL('../../fixtures/highlights', import.meta.url));

/** Our own conversations: every message has its worth beside it. */
export function readOwnMarkedTalks(): readonly MarkedTalk[] {
  return ['allotment', 'choir'].map(id => {
    const lines = readFileSync(`${fixtures}/${id}.jsonl`, 'utf8').trim().split('\n');
    const messages = lines.map(line => JSON.parse(line) as OwnRecord);
    const marks = messages.flatMap(({ worth }, index) => (worth ? [{ n: index + 1, worth }] : []));
    return toMarkedTalk({ id, messages }, marks);
  });
}

function toMarkedTalk(
  record: Pick<DraftRecord, 'id' | 'messages'>,
  marks: MarksRecord['marks'],
  quotes?: Quotes,
): MarkedTalk {
  const evidence = toRecordEvidence(record);
  const byPosition = new Map(marks.map(mark => [mark.n, mark]));
  return {
    id: record.id,
    evidence,
    languages: toLanguages(evidence),
    marks: byPosition,
    toWorth: (position, sentence) => toWorth(byPosition.get(position), quotes, position, sentence),
  };
}

/** The words of the quotes that claims of the drafts rest on, by position. */
type Quotes = ReadonlyMap<number, readonly (readonly string[])[]>;

function findQuotes({ drafts }: DraftRecord): Quotes {
  const quotes = new Map<number, string[][]>();
  for (const { position, quote } of drafts.flatMap(({ claims }) =>
    claims.flatMap(({ claim }) => claim.evidence),
  ))
    quotes.set(position, [...(quotes.get(position) ?? []), tokenize(quote)]);
  return quotes;
}

/** This share of the shorter one's words makes a quote and a sentence the same. */
const sameShare = 0.6;

/** Half for what a draft quotes, half for a must; of a marked message, what no draft quotes counts less. */
function toWorth(
  mark: Mark | undefined,
  quotes: Quotes | undefined,
  position: number,
  sentence: string,
): number {
  const marked = mark === undefined ? 0 : mark.worth === 2 ? 0.5 : 0.2;
  if (quotes === undefined) return 2 * marked;
  const words = new Set(tokenize(sentence));
  const isQuoted = (quotes.get(position) ?? []).some(quote => {
    const shared = quote.filter(word => words.has(word)).length;
    return shared > sameShare * Math.max(1, Math.min(quote.length, words.size));
  });
  return isQuoted ? 0.5 + marked : marked / 2;
}
