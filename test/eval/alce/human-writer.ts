import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import { parseTask } from '../../../src/playground/claude/writers/conversation.ts';
import {
  type ReceivedPrompt,
  type Writer,
  type WrittenClaim,
  writeClaim,
} from '../../../src/playground/claude/writers/writer.ts';
import type { GoodClaim } from '../material.ts';
import { mutations } from '../mutations/index.ts';
import { type WrittenClaim as FaultyClaim, writeNoisily } from '../noisy-writer.ts';
import type { Random } from '../random.ts';

/** How often what goes wrong, 0..1. */
export type WriterRates = {
  /** Claims of a draft that carry a fault. */
  readonly faulty: number;
  /** Faults that are put right when they are told; of the others half stay, half become another. */
  readonly corrected: number;
};

/** Plays Claude from what people wrote about one conversation; `sent` is its draft, once it was asked for one. */
export type HumanWriter = { readonly write: Writer; readonly sent: readonly FaultyClaim[] };

/**
 * Writes claims that hold, some with faults, and when told what is wrong with some writes those once more. What it takes
 * for right it repeats: a false alarm tells it nothing.
 */
export function createHumanWriter(
  claims: readonly GoodClaim[],
  pool: readonly GoodClaim[],
  random: Random,
  { faulty, corrected }: WriterRates,
): HumanWriter {
  const sent: FaultyClaim[] = [];
  const rewrite = (text: string, evidence: string): DraftClaim | null => {
    const known = sent.find(({ draft }) => draft.text === text && toKey(draft) === evidence);
    if (!known) return null;
    const { claim, draft, fault } = known;
    if (fault === null) return draft;
    // Nothing in the messages bears out what was made up: it is taken back.
    if (random.next() < corrected)
      return fault === 'invented claim' ? { ...draft, evidence: [] } : claim.draft;
    if (random.next() < 0.5) return draft;
    return random.pick(mutations)?.mutate(claim, pool, random) ?? draft;
  };
  const write = (prompt: ReceivedPrompt): readonly WrittenClaim[] => {
    const failing = parseFailing(prompt.text);
    if (failing.length === 0) {
      const asked = claims.slice(0, Math.min(parseTask(prompt.text).most, claims.length));
      sent.splice(0, sent.length, ...writeNoisily(asked, random, faulty, pool));
      return sent.map(({ draft }) => toWritten(draft));
    }
    return failing.map(each => {
      const draft = rewrite(each.text, toKey(each));
      return draft ? toWritten(draft) : each;
    });
  };
  return { write, sent };
}

function toKey({ evidence }: Pick<DraftClaim, 'evidence'>): string {
  return evidence.map(({ position }) => position).join(' ');
}

/** The claims that a repair task lists. */
function parseFailing(prompt: string): readonly WrittenClaim[] {
  return [...prompt.matchAll(/^<claim n="\d+">(\{.*\})$/gm)].map(
    ([, json = '']) => JSON.parse(toPlainText(json)) as WrittenClaim,
  );
}

function toPlainText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function toWritten({
  evidence,
  kind,
  topic,
  text,
  speakers,
  owner,
  due,
  confidence,
}: DraftClaim): WrittenClaim {
  return writeClaim({
    evidence,
    kind,
    topic: topic ?? '',
    text,
    speakers,
    owner: owner ?? '',
    due: due ?? '',
    confidence,
  });
}
