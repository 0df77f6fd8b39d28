import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { Judgement } from '../../../src/core/claims/judgement.ts';
import type { ClaimKind } from '../../../src/core/claims/kind.ts';
import { type Evidence, toEvidence } from '../../../src/core/conversation/evidence.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { readRecords, toMessage } from '../material.ts';

export type Writer = 'careful' | 'hasty';

/** Full and context are true, partial and no are wrong. */
export type Label = {
  readonly support: 'full' | 'context' | 'partial' | 'no';
  readonly kind_ok: boolean;
  readonly why?: string;
};

/** Kinds of the prompt that the drafts answered. */
const formerKinds: Readonly<Record<string, ClaimKind>> = {
  overview: 'key_point',
  contribution: 'key_point',
  change: 'fact',
};

function toKind(kind: string): ClaimKind {
  return formerKinds[kind] ?? (kind as ClaimKind);
}

/** That prompt also asked what held before a change. */
type FormerDraft = Omit<DraftClaim, 'kind'> & {
  readonly kind: string;
  readonly before?: Pick<DraftClaim, 'text' | 'evidence'> | null;
};

function toDraft({ kind, before, ...draft }: FormerDraft): DraftClaim {
  const now = { ...draft, kind: toKind(kind) };
  if (!before?.text) return now;
  const evidence = [...draft.evidence, ...before.evidence];
  return { ...now, text: `${before.text} → ${draft.text}`, evidence };
}

type RecordedVerdict = Pick<Judgement, 'verdict' | 'missing'> &
  Partial<Omit<Judgement, 'kind'>> & { readonly kind?: string; readonly position?: number | null };

/** A line of model_drafts.jsonl; `time` is an ISO instant, or epoch seconds. */
export type DraftRecord = {
  readonly id: string;
  readonly messages: readonly {
    readonly id: string;
    readonly author: string;
    readonly text: string;
    readonly time: string | number;
    readonly reply_to?: string;
  }[];
  readonly drafts: readonly {
    readonly writer: Writer;
    readonly claims: readonly {
      readonly claim: FormerDraft;
      readonly label: Label;
      readonly judge?: RecordedVerdict;
    }[];
  }[];
};

export type LabeledClaim = {
  readonly index: number;
  readonly written: DraftClaim;
  readonly isOverview: boolean;
  readonly label: Label;
  readonly judgement: Judgement | null;
};

/** One draft of one conversation. */
export type LabeledDraft = {
  readonly id: string;
  readonly writer: Writer;
  readonly evidence: Evidence;
  readonly languages: readonly string[];
  readonly claims: readonly LabeledClaim[];
};

export function toDrafts(records: readonly DraftRecord[]): readonly LabeledDraft[] {
  return records.flatMap(record => {
    const evidence = toRecordEvidence(record);
    const languages = toLanguages(evidence);
    return record.drafts.map(
      ({ writer, claims }): LabeledDraft => ({
        id: record.id,
        writer,
        evidence,
        languages,
        claims: claims.map(({ claim, label, judge }, index) => ({
          index,
          written: toDraft(claim),
          isOverview: claim.kind === 'overview',
          label,
          judgement: judge === undefined ? null : toJudgement(judge),
        })),
      }),
    );
  });
}

export function toRecordEvidence({ id, messages }: Pick<DraftRecord, 'id' | 'messages'>): Evidence {
  return toEvidence({
    source: { type: 'json_lines', title: id, channelIds: ['1'] },
    messages: messages.map(({ time, reply_to, ...each }) => {
      const seconds = Number(time);
      return toMessage({
        ...each,
        time: Number.isNaN(seconds) ? time : seconds * 1000,
        replyTo: reply_to,
      });
    }),
    unreadable: 0,
  });
}

function toJudgement(recorded: RecordedVerdict): Judgement {
  const { kind, outcome = 'none', position, positions = position ? [position] : [], ...given } = recorded;
  return { ...given, kind: kind === undefined ? null : toKind(kind), outcome, positions };
}

export function readDrafts(folder: string): readonly LabeledDraft[] {
  return toDrafts(readRecords(folder, 'model_drafts.jsonl') as readonly DraftRecord[]);
}
