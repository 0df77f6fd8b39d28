import type { DraftClaim } from '../claims/draft.ts';
import type { ClaimKind } from '../claims/kind.ts';
import type { EvidenceMessage } from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/names.ts';
import type { Span } from '../select/sentences.ts';
import { toInnerQuote } from '../verify/quotations.ts';
import { toOwnWords } from './scene.ts';

/** A message and the words of it to show. */
export type Cut = { readonly message: EvidenceMessage; readonly span: Span };

/** A claim that says nothing of its own: who wrote what, word for word, one after the other. */
export function toQuoteClaim(
  kind: ClaimKind,
  cuts: readonly Cut[],
  rest: { readonly owner?: string; readonly due?: string | null; readonly topic?: string | null } = {},
): DraftClaim {
  return {
    evidence: cuts.map(({ message, span }) => ({
      position: message.position,
      quote: message.text.slice(span.start, span.end),
    })),
    kind,
    topic: rest.topic ?? null,
    text: cuts.map(cut => `${toSpeakerName(cut.message.author.name)}: ${toQuoted(cut)}`).join(' → '),
    speakers: [...new Set(cuts.map(({ message }) => toSpeakerName(message.author.name)))],
    owner: rest.owner ?? null,
    due: rest.due ?? null,
    before: null,
    confidence: 1,
  };
}

/** A reader sees at both ends whether the message says more than is quoted. */
function toQuoted({ message, span }: Cut): string {
  const words = toInnerQuote(message.text.slice(span.start, span.end));
  const begins = toOwnWords(message.text.slice(0, span.start)).trim() === '';
  const ends = toOwnWords(message.text.slice(span.end)).trim() === '';
  const rest = /[.!?。！？]$/u.test(words) ? ' …' : '…';
  return `“${begins ? '' : '… '}${words}${ends ? '' : rest}”`;
}
