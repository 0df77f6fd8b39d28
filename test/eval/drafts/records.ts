import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import { type Judgement, judgeOutcomes, judgeVerdicts } from '../../../src/core/claims/judgement.ts';
import { type ClaimKind, storedKinds } from '../../../src/core/claims/kind.ts';
import { type Evidence, toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Message } from '../../../src/core/conversation/message.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { readRecords } from '../qmsum.ts';

export type Writer = 'careful' | 'hasty';

/** Full and context are true, partial and no are wrong. */
export type Label = {
  readonly support: 'full' | 'context' | 'partial' | 'no';
  readonly kind_ok: boolean;
  readonly why?: string;
};

type RecordedVerdict = Pick<Judgement, 'verdict' | 'missing'> & {
  readonly kind?: ClaimKind;
  readonly outcome?: Judgement['outcome'];
  readonly position?: number;
};

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
      readonly claim: DraftClaim;
      readonly label: Label;
      readonly judge?: RecordedVerdict;
    }[];
  }[];
};

export type LabeledClaim = {
  readonly index: number;
  readonly written: DraftClaim;
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
          written: claim,
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
    messages: messages.map(
      (each): Message => ({
        id: each.id,
        kind: 'said',
        author: { id: each.author, name: each.author, bot: false },
        time: toInstant(each.time),
        text: each.text,
        forwarded: false,
        ...(each.reply_to !== undefined && { replyTo: each.reply_to }),
        attachments: [],
        reactions: [],
      }),
    ),
    unreadable: 0,
  });
}

function toInstant(time: string | number): string {
  const seconds = Number(time);
  return new Date(Number.isNaN(seconds) ? time : seconds * 1000).toISOString();
}

function toJudgement(recorded: RecordedVerdict): Judgement {
  const { verdict, missing, kind, outcome, position } = recorded;
  return {
    verdict,
    missing,
    kind: kind ?? null,
    outcome: outcome ?? 'none',
    position: position ?? null,
  };
}

export function readDrafts(folder: string): readonly LabeledDraft[] {
  return toDrafts(readRecords(folder, 'model_drafts.jsonl') as readonly DraftRecord[]);
}

export function toClaimKey(id: string, writer: Writer, index: number): string {
  return `${id} ${writer} ${index}`;
}

/** The same drafts with other verdicts; a claim that has none among them is not judged. */
export function withVerdicts(
  drafts: readonly LabeledDraft[],
  verdicts: ReadonlyMap<string, Judgement>,
): readonly LabeledDraft[] {
  return drafts.map(draft => ({
    ...draft,
    claims: draft.claims.map(claim => ({
      ...claim,
      judgement: verdicts.get(toClaimKey(draft.id, draft.writer, claim.index)) ?? null,
    })),
  }));
}

type VerdictRecord = RecordedVerdict & {
  readonly id: string;
  readonly writer: Writer;
  readonly claim: number;
};

/** Reads verdicts of lines `{id, writer, claim, verdict, missing, kind?, outcome?, position?}`; `claim` counts from 0. */
export function toVerdicts(lines: readonly string[]): ReadonlyMap<string, Judgement> {
  return new Map(
    lines
      .filter(line => line.trim() !== '')
      .map((line, at) => {
        const record = JSON.parse(line) as VerdictRecord;
        const isKnown =
          judgeVerdicts.includes(record.verdict) &&
          storedKinds.includes(record.kind ?? 'fact') &&
          judgeOutcomes.includes(record.outcome ?? 'none');
        if (!isKnown) throw new Error(`line ${at + 1} of the verdicts: unknown verdict, kind or outcome`);
        return [toClaimKey(record.id, record.writer, record.claim), toJudgement(record)];
      }),
  );
}
