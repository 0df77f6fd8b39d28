import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { Judgement } from '../../../src/core/claims/judgement.ts';
import type { ClaimKind } from '../../../src/core/claims/kind.ts';
import type { DraftRecord, Label, Writer } from '../drafts/records.ts';
import labeled from '../labeled/labeled-drafts.json' with { type: 'json' };
import { toDraft } from '../material.ts';

/** A position, or a position and its quote; without one the whole message is quoted. */
type Cite = number | readonly [number, string];

/** What is not given: a key point that is fully supported, of the right kind, and judged so. */
type OwnDraftClaim = {
  readonly text: string;
  readonly cites: readonly Cite[];
  readonly kind?: ClaimKind;
  readonly speakers?: readonly string[];
  readonly owner?: string;
  readonly due?: string;
  readonly before?: { readonly text: string; readonly cites: readonly Cite[] };
  /** `no` where a `why` is given and nothing else. */
  readonly support?: Label['support'];
  readonly why?: string;
  /** The kind that would be right. */
  readonly kindFits?: ClaimKind;
  readonly verdict?: Judgement['verdict'];
  readonly outcome?: Judgement['outcome'];
};

/** A conversation of one day, with drafts whose claims are labeled and judged; a line may name the one it answers. */
type OwnDraftTalk = {
  readonly id: string;
  readonly date: string;
  readonly lines: readonly (readonly [time: string, author: string, text: string, answers?: number])[];
} & { readonly [Each in Writer]: readonly OwnDraftClaim[] };

export const ownDrafts: readonly DraftRecord[] = (labeled as unknown as readonly OwnDraftTalk[]).map(
  toRecord,
);

function toRecord(talk: OwnDraftTalk): DraftRecord {
  const { id, date, lines } = talk;
  return {
    id,
    messages: lines.map(([time, author, text, answers], at) => ({
      id: String(at + 1),
      author,
      text,
      time: `${date}T${time}:00Z`,
      ...(answers !== undefined && { reply_to: String(answers) }),
    })),
    drafts: (['careful', 'hasty'] as const).map(writer => ({
      writer,
      claims: talk[writer].map(claim => toLabeled(claim, lines)),
    })),
  };
}

type Labeled = DraftRecord['drafts'][number]['claims'][number];

function toLabeled(claim: OwnDraftClaim, lines: OwnDraftTalk['lines']): Labeled {
  const { text, kind = 'key_point', before, why, kindFits, outcome } = claim;
  const toEvidence = (cites: readonly Cite[]): DraftClaim['evidence'] =>
    cites.map(cite => {
      const [at, quote] = typeof cite === 'number' ? [cite, lines[cite - 1]?.[2] ?? ''] : cite;
      return { position: at, quote };
    });
  return {
    claim: toDraft({
      text,
      kind,
      evidence: toEvidence(claim.cites),
      speakers: claim.speakers ?? [],
      owner: claim.owner ?? null,
      due: claim.due ?? null,
      before: before ? { text: before.text, evidence: toEvidence(before.cites) } : null,
    }),
    label: {
      support: claim.support ?? (why === undefined ? 'full' : 'no'),
      kind_ok: kindFits === undefined,
      ...(why !== undefined && { why }),
    },
    judge: {
      verdict: claim.verdict ?? 'supported',
      missing: why ?? '',
      kind: kindFits ?? kind,
      ...(outcome && { outcome }),
    },
  };
}
