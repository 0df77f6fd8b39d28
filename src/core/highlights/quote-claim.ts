import type { DraftClaim } from '../claims/draft.ts';
import type { ClaimKind } from '../claims/kind.ts';
import type { EvidenceMessage } from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/text.ts';
import type { TextSpan } from '../select/sentences.ts';
import { toInnerQuote } from '../verify/quotes.ts';
import { toOwnWords } from './small-talk.ts';

export type QuotedSpan = {
  readonly message: EvidenceMessage;
  readonly span: TextSpan;
  /** Whether messages between the quote before and this one are left out. */
  readonly afterGap?: boolean;
};

/** A claim without wording of its own: names and verbatim quotes in the order of the messages, with dots for gaps. */
export function toQuoteClaim(kind: ClaimKind, cuts: readonly QuotedSpan[]): DraftClaim {
  const turns = cuts.map((cut, index) => {
    const isSame = cuts[index - 1]?.message.author.id === cut.message.author.id;
    const name = `${index > 0 ? '→ ' : ''}${toSpeakerName(cut.message.author.name)}: `;
    return (
      (cut.afterGap ? '… ' : '') +
      (isSame ? '' : name) +
      (kind === 'link' ? `“${toWords(cut)}”` : toQuoted(cut))
    );
  });
  return {
    evidence: cuts.map(({ message, span }) => ({
      position: message.position,
      quote: message.text.slice(span.start, span.end),
    })),
    kind,
    topic: null,
    text: turns.join(' '),
    speakers: [...new Set(cuts.map(({ message }) => toSpeakerName(message.author.name)))],
    owner: null,
    due: null,
    confidence: 1,
  };
}

function toWords({ message, span }: QuotedSpan): string {
  return toInnerQuote(message.text.slice(span.start, span.end));
}

/** Dots at either end show that the message says more. */
function toQuoted(cut: QuotedSpan): string {
  const { message, span } = cut;
  const words = toWords(cut);
  const begins = toOwnWords(message.text.slice(0, span.start)).trim() === '';
  const ends = toOwnWords(message.text.slice(span.end)).trim() === '';
  const rest = /[.!?。！？]$/u.test(words) ? ' …' : '…';
  return `“${begins ? '' : '… '}${words}${ends ? '' : rest}”`;
}
