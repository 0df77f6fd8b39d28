import { DiscordAPIError } from 'discord.js';
import { type DigestRunParts, PostRefused } from '../../../app/digests/ports.ts';
import type { StoredSummary } from '../../../app/ports.ts';
import { isSettingsUnreadable, type Settings } from '../../../app/settings.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Digest, PauseReason } from '../../../core/digests/digest.ts';
import { nextRuns } from '../../../core/schedule.ts';
import { toDigestTitle } from '../../../render/embed/digest-text.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { takeSnapshot } from '../access/access-snapshot.ts';
import { toReadPlaces } from '../access/stored-sources.ts';
import { isContentHidden } from '../history/history.ts';
import type { BaseServices } from '../interaction/context.ts';
import { toPostMessage, toPostWords } from '../summarize/summary-message.ts';
import { editPost, findDestination, isForum, mayDeletePosts, sendOnce, sendToForum } from './destination.ts';
import { renderHeading } from './notify-creator.ts';
import { deletePosts, findDigestPosts, toFloor } from './posts.ts';
import { areSourcesReadable, findSources, readSources, toSourcesDestination } from './sources.ts';

/** Discord remembers a nonce for some minutes; it does not say how many. */
const nonceLifeMs = 2 * 60_000;

/** Opens where a digest reads and posts, as Discord describes it now. Rejects during an outage of the server. */
export function createOpenPlace({
  client,
  clock,
  privacy,
  settings,
  summaries,
  summarySync,
}: BaseServices): DigestRunParts['openPlace'] {
  return async ({ guildId, creatorId, ...opened }) => {
    const settingsProblem = await findSettingsProblem(guildId, settings);
    if (settingsProblem !== null) return settingsProblem;
    const snapshot = await takeSnapshot(client, guildId, { personId: creatorId });
    const { guild } = snapshot;
    if (typeof guild === 'string') return 'destination_gone';
    const destination = await findDestination({ ...opened, creatorId }, snapshot);
    if (typeof destination === 'string') return destination;
    const shown = toSourcesDestination(destination);
    const sources = await findSources({ ...opened, creatorId }, snapshot, shown, privacy);
    if (sources.channels.length === 0) return 'no_sources';

    /** Names the digest, and when it runs next. */
    const toHeading = ({ schedule }: Digest, language: string) => {
      const [next] = nextRuns(schedule, clock.now(), 1);
      // In a direct message nothing else names the server.
      const server = destination.isDMBased() ? guild : undefined;
      return renderHeading(schedule, server, language, next === undefined ? null : toTimestamp(next, 'F'));
    };
    const toBody = async (digest: Digest, stored: StoredSummary) => {
      const named = { guildId, summaryId: stored.summary.id };
      // Messages may have been deleted while it waited.
      const kept = (await summarySync.withCurrent(named, async current => current)) ?? stored;
      const content = toHeading(digest, kept.summary.language);
      return toPostMessage(kept, { page: 1, t: toPostWords(kept), content });
    };
    /**
     * Whether nothing has to be searched: Discord says that nothing was posted, or the post that the digest knows last.
     * That may lag some seconds, so only while a nonce still prevents a second post of this tick. Unknown in direct
     * messages, whose last message Discord does not name, and not enough in forums, whose posts have no nonce.
     */
    const hasNothingNew = async (digest: Digest): Promise<boolean> => {
      const tickMs = Date.parse(digest.run?.tick ?? '');
      const isProtected = Date.parse(clock.now()) - tickMs < nonceLifeMs;
      if (!isProtected || destination.isDMBased() || isForum(destination)) return false;
      const { id, lastMessageId } = destination;
      if (lastMessageId === null || compareSnowflakes(lastMessageId, toFloor(digest)) <= 0) return true;
      const { lastSummaryId } = digest;
      const last = lastSummaryId === undefined ? null : await summaries.get(guildId, lastSummaryId);
      return last?.answeredAs?.channelId === id && last.answeredAs.messageId === lastMessageId;
    };

    return {
      read: async (digest, limit, signal) => {
        const reading = await readSources(digest, sources, guild, limit, { signal, privacy });
        if (await isContentHidden(reading.conversation, client))
          throw new Error('the Message Content intent is off, so there is nothing to summarize');
        return reading;
      },
      mayShow: stored => areSourcesReadable(toReadPlaces(stored), sources.channels),
      findPosts: async digest =>
        (await hasNothingNew(digest)) ? [] : findDigestPosts(destination, digest, client),
      send: async (digest, stored) => {
        const body = await toBody(digest, stored);
        if (!isForum(destination))
          return sendOnce(destination, body, toNonceKey(digest, String(digest.run?.posted)));
        const title = toDigestTitle(clock.now(), digest.schedule, stored.summary.language);
        return sendToForum(destination, title, body, digest.destination);
      },
      edit: async (digest, stored, post) => editPost(destination, post, await toBody(digest, stored)),
      isRefusal: error =>
        error instanceof PostRefused || (error instanceof DiscordAPIError && Number(error.status) < 500),
      delete: posts => deletePosts(destination, posts),
      mayDelete: mayDeletePosts(destination),
      hasNonces: !isForum(destination),
    };
  };
}

/** The same when a run is repeated because its store lost it. */
function toNonceKey({ id, run }: Digest, what: string): string {
  return [id, run?.tick, what].join(':');
}

/** With unreadable settings, nobody knows whether posts need a review. */
export async function findSettingsProblem(
  guildId: string,
  settings: Pick<Settings, 'of'>,
): Promise<PauseReason | null> {
  try {
    await settings.of(guildId);
    return null;
  } catch (error) {
    if (isSettingsUnreadable(error)) return 'settings_unreadable';
    throw error;
  }
}
