import type { EntrySource } from '../../../src/core/decisions/entry.ts';
import type { LogClaim, LogInput } from '../../../src/core/decisions/log-input.ts';
import { parseDueDate } from '../../../src/core/due-date.ts';

/** The minute at which a message of a test was written: message 7 at 09:07. */
export function toTime(number: number): string {
  return new Date(Date.UTC(2026, 2, 2, 9, number)).toISOString();
}

/** Message 7 is "m7", by "u7" unless somebody else is named, in the channel "c1". */
export function toSource(number: number, by = `u${number}`, placeId = 'c1'): EntrySource {
  return {
    messageId: `m${number}`,
    placeId,
    authorId: by,
    sender: by.toUpperCase(),
    time: toTime(number),
    text: `utterance${number}`,
    url: `https://discord.com/channels/g1/${placeId}/m${number}`,
  };
}

export type Said = {
  readonly kind?: LogClaim['kind'];
  readonly text: string;
  /** The numbers of the messages, or the messages themselves. */
  readonly cites: readonly (number | EntrySource)[];
  readonly owner?: string;
  readonly due?: string;
  /** Default: English. */
  readonly language?: string;
};

/** The input of a summary of this id; its claims are "c1", "c2" … */
export function summaryOf(
  summaryId: string,
  claims: readonly Said[],
  more: Partial<LogInput> = {},
): LogInput {
  return {
    guildId: 'g1',
    summaryId,
    createdAt: toTime(50),
    isKept: () => false,
    claims: claims.map(({ kind = 'decision', text, cites, owner, due, language = 'en' }, index): LogClaim => {
      const sources = cites.map(each => (typeof each === 'number' ? toSource(each) : each));
      return {
        kind,
        sources,
        ownerId: owner ?? null,
        statement: {
          summaryId,
          claimId: `c${index + 1}`,
          language,
          text,
          topic: null,
          speakers: [],
          owner: owner?.toUpperCase() ?? null,
          due: due ?? null,
          dueDate: due === undefined ? null : parseDueDate(due, sources[0]?.time ?? '', 'UTC', language),
          outcome: 'decided',
          cited: sources.map(({ messageId }) => ({ messageId, quote: null })),
        },
      };
    }),
    ...more,
  };
}
