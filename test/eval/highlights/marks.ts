import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { type DraftRecord, toRecordEvidence } from '../drafts/records.ts';
import { readRecords } from '../qmsum.ts';

/** A conversation in which a person said what each message is worth to a member who was away. */
export type MarkedTalk = {
  readonly id: string;
  readonly evidence: Evidence;
  readonly languages: readonly string[];
  /** By position: 2 must be known, 1 is good to know; chatter has none. */
  readonly worth: ReadonlyMap<number, 1 | 2>;
};

type MarksRecord = {
  readonly id: string;
  readonly marks: readonly { readonly n: number; readonly worth: 1 | 2 }[];
};

/** The conversations in `model_drafts.jsonl` with the marks of `message_marks.jsonl`; none if they are missing. */
export function readMarkedTalks(folder: string): readonly MarkedTalk[] {
  const records = readRecords(folder, 'model_drafts.jsonl') as readonly DraftRecord[];
  const byId = new Map(records.map(record => [record.id, record]));
  return (readRecords(folder, 'message_marks.jsonl') as readonly MarksRecord[]).flatMap(({ id, marks }) => {
    const record = byId.get(id);
    return record ? [toMarkedTalk(record, marks)] : [];
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

function toMarkedTalk(record: Pick<DraftRecord, 'id' | 'messages'>, marks: MarksRecord['marks']): MarkedTalk {
  const evidence = toRecordEvidence(record);
  return {
    id: record.id,
    evidence,
    languages: toLanguages(evidence),
    worth: new Map(marks.map(({ n, worth }) => [n, worth])),
  };
}
