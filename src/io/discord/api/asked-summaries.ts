import type { Client } from 'discord.js';
import type { ApiSource, Caller, ListPlace } from '../../../app/api/ports.ts';
import type { Digests } from '../../../app/digests/digests.ts';
import type { StoredSummary, SummaryStore } from '../../../app/ports.ts';
import { compare } from '../../../core/compare.ts';
import { toMessageUrl } from '../../../core/conversation/discord/message-url.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { toDigestTitle, toScheduleWords } from '../../../render/digests/digest-schedule.ts';
import type { FeedEntry } from '../../../render/exports/atom.ts';
import { toTexts } from '../../../render/texts.ts';
import { takeSnapshot } from '../access/access-snapshot.ts';
import type { OpenSummary } from './open-summary.ts';
import { unknownDigest } from './refusals.ts';

/** Of a feed. */
const mostEntries = 20;

/** The lists of what somebody asked for: all of it, and what one digest of theirs posted. */
export function createAskedSummaries(
  summaries: SummaryStore,
  digests: Digests | null,
  open: OpenSummary,
  client: Client<true>,
): Pick<ApiSource, 'list' | 'feed'> {
  /** The stored summaries that a person asked for in a server, newest first. */
  const findAsked = async (guildId: string, personId: string): Promise<readonly StoredSummary[]> => {
    const asked = (await summaries.askedBy(personId)).filter(each => each.guildId === guildId);
    const stored = await Promise.all(asked.map(each => summaries.get(each.guildId, each.summaryId)));
    return stored.flatMap(each => each ?? []).sort((a, b) => compareNewest(toListPlace(a), toListPlace(b)));
  };

  /** The first of them that the caller may read, as they are now. */
  const openNewest = async (caller: Caller, newest: readonly StoredSummary[], limit: number) => {
    const found: StoredSummary[] = [];
    if (newest.length === 0) return { summaries: found, hasMore: false };
    const snapshot = await takeSnapshot(client, caller.guildId, { personId: caller.userId });
    for (const { summary } of newest) {
      const opened = await open(caller, summary.id, snapshot);
      if (!opened.ok) continue;
      if (found.length === limit) return { summaries: found, hasMore: true };
      found.push(opened.stored);
    }
    return { summaries: found, hasMore: false };
  };

  return {
    async list(caller, after, limit) {
      const asked = await findAsked(caller.guildId, caller.userId);
      return openNewest(
        caller,
        asked.filter(place => after === null || compareNewest(toListPlace(place), after) > 0),
        limit,
      );
    },
    async feed(caller, digestId) {
      const digest = (await digests?.get(caller.guildId, digestId)) ?? null;
      if (digest === null) return unknownDigest;
      const { id, createdAt, creatorId, schedule, locale } = digest;
      const asked = await findAsked(caller.guildId, creatorId);
      const found = await openNewest(
        caller,
        asked.filter(({ request }) => request.digestId === digestId),
        mostEntries,
      );
      // People who can read none of it do not learn that it exists.
      if (found.summaries.length === 0 && creatorId !== caller.userId) return unknownDigest;
      const t = toTexts(locale);
      const title = `${t('bot.digest.command.title')}: ${toScheduleWords(schedule, locale, t)}`;
      return {
        ok: true,
        feed: { id, title, createdAt, entries: found.summaries.map(stored => toFeedEntry(stored, schedule)) },
      };
    },
  };
}

function toFeedEntry(
  { summary, createdAt, guildId, answeredAs }: StoredSummary,
  schedule: Digest['schedule'],
): FeedEntry {
  return {
    summary,
    title: toDigestTitle(createdAt, schedule, summary.language),
    createdAt,
    url:
      answeredAs === undefined
        ? null
        : (toMessageUrl(guildId, answeredAs.channelId, answeredAs.messageId) ?? null),
  };
}

function toListPlace({ createdAt, summary }: StoredSummary): ListPlace {
  return { createdAt, summaryId: summary.id };
}

/** By time, the newest first, then by id. */
function compareNewest(a: ListPlace, b: ListPlace): number {
  return compare(b.createdAt, a.createdAt) || compare(a.summaryId, b.summaryId);
}
