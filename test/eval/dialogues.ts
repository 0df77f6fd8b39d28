import type { LabeledClaim } from '../../src/app/grade/grade.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { type PlainLine, readRecords, toPlainConversation } from './material.ts';
import { createRandom, type Random } from './table.ts';

/** A dialogue with sentences or whole summaries that people labeled. */
export type Dialogue = {
  readonly id: string;
  readonly source: string;
  readonly conversation: Conversation;
  readonly claims: readonly (LabeledClaim & {
    /** The model that wrote it. */
    readonly by: string;
    readonly level: 'sentence' | 'summary';
  })[];
};

/** A line of verify.jsonl. */
type DialogueRecord = Pick<Dialogue, 'id' | 'source'> & {
  readonly messages: readonly PlainLine[];
  readonly claims: readonly (Pick<Dialogue['claims'][number], 'text' | 'by' | 'level'> & {
    readonly label: 0 | 1;
  })[];
};

export function readDialogues(data: string): readonly Dialogue[] {
  const records = readRecords(data, 'verify.jsonl') as readonly DialogueRecord[];
  return records.map(({ id, source, messages, claims }) => ({
    id,
    source,
    conversation: toPlainConversation(id, messages),
    claims: claims.map(({ label, ...claim }) => ({ ...claim, isTrue: label === 1 })),
  }));
}

/** One text about a dialogue, as somebody would have it checked: a summary, whole or sentence by sentence. */
export type DialogueText = Dialogue & { readonly order: number };

/** Some texts of some dialogues, as many dialogues of each source; the same for the same seed. */
export function sampleTexts(
  dialogues: readonly Dialogue[],
  { seed, dialoguesPerSource, texts }: { seed: number; dialoguesPerSource: number; texts: number },
): readonly DialogueText[] {
  const random = createRandom(seed);
  return [...Map.groupBy(dialogues, ({ source }) => source).values()]
    .flatMap(own => pickSome(own, dialoguesPerSource, random))
    .flatMap(dialogue => {
      const written = Map.groupBy(dialogue.claims, claim => (claim.level === 'sentence' ? claim.by : claim));
      return pickSome([...written.values()], texts, random).map((claims, order) => ({
        ...dialogue,
        claims,
        order,
      }));
    });
}

function pickSome<Item>(list: readonly Item[], count: number, { next }: Random): readonly Item[] {
  const ranked = list.map(item => ({ item, rank: next() })).sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, count).map(({ item }) => item);
}
