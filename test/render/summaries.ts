import { renumber, type SummaryFrame } from '../../src/core/claims/assemble.ts';
import type { ClaimBody, Finding, RejectedClaim, VerifiedClaim } from '../../src/core/claims/claim.ts';
import type { DraftClaim } from '../../src/core/claims/draft.ts';
import type { Problem } from '../../src/core/claims/problem.ts';
import type { Summary, SummaryClaim } from '../../src/core/claims/summary.ts';
import { type Evidence, toEvidence } from '../../src/core/conversation/evidence.ts';
import type { Conversation, Message, Source } from '../../src/core/conversation/message.ts';

/** A message as a test tells it: `at` is an ISO instant. */
export type ToldMessage = {
  readonly by: string;
  readonly authorId?: string;
  readonly text: string;
  readonly at: string;
  readonly url?: string;
  readonly bot?: boolean;
  readonly system?: boolean;
  readonly forwarded?: boolean;
  readonly edited?: boolean;
  readonly channel?: { readonly id: string; readonly title: string };
};

/** A claim as a test tells it: `cites` are positions, or a position and the words quoted of it. */
export type ToldClaim = Partial<Omit<ClaimBody, 'findings'> & Pick<SummaryClaim, 'disputes'>> & {
  readonly text: string;
  readonly cites: readonly (number | readonly [position: number, words: string])[];
  readonly findings?: ClaimBody['findings'];
};

/** A claim that is not shown, and the messages that it cites. */
export type ToldRejection = Omit<RejectedClaim, 'citations'> & { readonly cites?: ToldClaim['cites'] };

export type Told = {
  readonly messages: readonly ToldMessage[];
  readonly claims: readonly ToldClaim[];
  readonly source?: Partial<Source>;
  readonly frame?: Partial<SummaryFrame>;
  readonly rejected?: readonly ToldRejection[];
  readonly unreadable?: number;
};

/** Messages a minute apart from 9 March 2026 at 09:00 UTC on, each "Ann: text". */
export function tellLines(...lines: readonly string[]): readonly (ToldMessage & { readonly url: string })[] {
  return lines.map((line, index) => {
    const [, by = '', text = ''] = /^(.+?): (.*)$/s.exec(line) ?? [];
    const at = new Date(Date.UTC(2026, 2, 9, 9, index)).toISOString();
    return { by, text, at, url: `https://discord.com/channels/1/2/${index + 1}` };
  });
}

/** Matters with these titles, by their numbers from 1 on. */
export function tellMatters(...titles: readonly (string | null)[]): NonNullable<SummaryFrame['matters']> {
  return new Map(
    titles.map((title, index) => [index + 1, { title, sources: [], topicId: `s.${index + 1}` }]),
  );
}

/** A claim as an engine writes it. */
export function toDraft(given: Partial<DraftClaim> & Pick<DraftClaim, 'text' | 'evidence'>): DraftClaim {
  return {
    kind: 'fact',
    topic: null,
    speakers: [],
    owner: null,
    due: null,
    confidence: 1,
    ...given,
  };
}

/** What a check found wrong. */
export function failed(
  check: Finding['check'],
  problem: Problem,
  effect: NonNullable<Finding['effect']>,
  more: Pick<Finding, 'was'> = {},
) {
  return { check, outcome: 'fail', problem, effect, ...more } as const;
}

/** The evidence of which a summary is told. */
export function tellEvidence(told: Pick<Told, 'messages' | 'source' | 'unreadable'>): Evidence {
  const conversation: Conversation = {
    source: { type: 'discord', title: '#firmware', guildId: '7', channelIds: ['42'], ...told.source },
    messages: told.messages.map(toMessage),
    unreadable: told.unreadable ?? 0,
  };
  return toEvidence(conversation);
}

/** A summary made as the product makes one: evidence, claims, then the real renumbering. */
export function tellSummary(told: Told): Summary {
  const evidence = tellEvidence(told);
  const cite = (cites: ToldClaim['cites']) =>
    cites.map(each => {
      const [position, words] = typeof each === 'number' ? [each, ''] : each;
      const start = words === '' ? -1 : (evidence.messages[position - 1]?.text.indexOf(words) ?? -1);
      return { position, quote: start < 0 ? null : { start, end: start + words.length, text: words } };
    });
  const claims = told.claims.map(
    ({ cites, ...body }) =>
      ({
        kind: 'key_point',
        topic: null,
        speakers: [],
        owner: null,
        due: null,
        decision: null,
        confidence: 1,
        status: 'verified',
        citationReplaced: false,
        findings: [],
        ...body,
        citations: cite(cites),
      }) as unknown as VerifiedClaim,
  );
  const rejected = (told.rejected ?? []).map(({ cites = [], ...each }) => ({
    ...each,
    citations: cite(cites),
  }));
  return renumber(evidence, claims, rejected, {
    id: 's_7Qd2mXk4',
    detail: 'standard',
    engine: { name: 'claude', model: 'claude-sonnet-5' },
    language: 'en',
    zone: 'Europe/Berlin',
    window: {},
    ...told.frame,
  });
}

function toMessage(told: ToldMessage, index: number): Message {
  return {
    id: `m${index + 1}`,
    kind: told.system ? 'system' : 'said',
    author: { id: told.authorId ?? `u-${told.by}`, name: told.by, bot: told.bot ?? false },
    time: told.at,
    text: told.text,
    forwarded: told.forwarded ?? false,
    attachments: [],
    reactions: [],
    ...(told.url === undefined ? {} : { url: told.url }),
    ...(told.edited ? { editedTime: told.at } : {}),
    ...(told.channel ? { channel: told.channel } : {}),
  };
}
