import type { VerifiedClaim } from '../../src/core/claims/claim.ts';
import { type Evidence, toEvidence } from '../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../src/core/conversation/message.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';

/** One line of a made-up conversation: "Bob: text", or what else is to be said of it. */
export type Line =
  | string
  | {
      readonly say: string;
      /** The number of the line that it answers, 1-based. */
      readonly re?: number;
      /** Minutes after the line before; 1 otherwise. */
      readonly after?: number;
      readonly bot?: boolean;
      readonly reactions?: Readonly<Record<string, number>>;
      readonly edited?: boolean;
    };

const begin = Date.UTC(2026, 2, 9, 9, 0);

/** A conversation that begins on Monday 9 March 2026 at 09:00 UTC, a line a minute. */
export function toConversation(...lines: readonly Line[]): Conversation {
  let time = begin - 60_000;
  const messages = lines.map((line, index): Message => {
    const {
      say,
      re,
      after = 1,
      bot = false,
      reactions = {},
      edited = false,
    } = typeof line === 'string' ? { say: line } : line;
    const [, name = 'Nobody', text = ''] = /^(.+?): ([\s\S]*)$/.exec(say) ?? [];
    time += after * 60_000;
    const iso = new Date(time).toISOString();
    return {
      id: `m${index + 1}`,
      kind: 'said',
      author: { id: name.toLowerCase(), name, bot },
      time: iso,
      ...(edited && { editedTime: iso }),
      text,
      forwarded: false,
      ...(re !== undefined && { replyTo: `m${re}` }),
      attachments: [],
      reactions: Object.entries(reactions).map(([emoji, count]) => ({ name: emoji, count })),
      url: `https://chat.example/m${index + 1}`,
    };
  });
  return { source: { type: 'discord', title: '#talk', channelIds: ['1'] }, messages, unreadable: 0 };
}

/** A claim whose proofs hold. */
export function toVerified(evidence: Evidence, written: unknown): VerifiedClaim {
  const verdict = createVerifier(evidence, { languages: ['en'], zone: 'UTC' }).verify(written);
  if (!verdict.ok) throw new Error(`it does not hold: ${JSON.stringify(verdict.rejected.reasons)}`);
  return verdict.claim;
}

export function talk(...lines: readonly Line[]): Evidence {
  return toEvidence(toConversation(...lines));
}
