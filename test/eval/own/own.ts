import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { Judgement } from '../../../src/core/claims/judgement.ts';
import type { DraftRecord, Label, Writer } from '../drafts/records.ts';
import { toDraft } from '../material.ts';
import labeledDrafts from './labeled-drafts.json' with { type: 'json' };

function toCited(cites: readonly Cite[], texts: readonly string[]): DraftClaim['evidence'] {
  return cites.map(cite => {
    const [position, quote] = typeof cite === 'number' ? [cite, texts[cite - 1] ?? ''] : cite;
    return { position, quote };
  });
}

/** A position, or a position and its quote; without one the whole message is quoted. */
type Cite = number | readonly [number, string];

/** What is not given: a key point that is fully supported, of the right kind, and judged so. */
type OwnDraftClaim = {
  readonly text: string;
  readonly cites: readonly Cite[];
  readonly kind?: string;
  readonly speakers?: readonly string[];
  readonly owner?: string;
  readonly due?: string;
  readonly before?: { readonly text: string; readonly cites: readonly Cite[] };
  /** `no` where a `why` is given and nothing else. */
  readonly support?: Label['support'];
  readonly why?: string;
  /** The kind that would be right. */
  readonly kindFits?: string;
  readonly verdict?: Judgement['verdict'];
  readonly outcome?: Judgement['outcome'];
};

/** A conversation of one day, with drafts whose claims are labeled and judged; a line may name the one it answers. */
type OwnDraftTalk = {
  readonly id: string;
  readonly date: string;
  readonly lines: readonly (readonly [time: string, author: string, text: string, answers?: number])[];
} & { readonly [Each in Writer]: readonly OwnDraftClaim[] };

export const ownDrafts: readonly DraftRecord[] = (labeledDrafts as unknown as readonly OwnDraftTalk[]).map(
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
  const texts = lines.map(([, , said]) => said);
  return {
    claim: {
      ...toDraft({
        text,
        evidence: toCited(claim.cites, texts),
        speakers: claim.speakers ?? [],
        owner: claim.owner ?? null,
        due: claim.due ?? null,
      }),
      kind,
      before: before ? { text: before.text, evidence: toCited(before.cites, texts) } : null,
    },
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
