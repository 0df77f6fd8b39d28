import { ChannelType, type DMChannel, type Guild, type GuildTextBasedChannel } from 'discord.js';
import { type DigestPlaces, PostRefused } from '../../../app/digests/ports.ts';
import { isSettingsUnreadable, type Settings } from '../../../app/settings.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Digest, PauseReason, QuietLine } from '../../../core/digests/digest.ts';
import { nextRuns } from '../../../core/schedule.ts';
import { createLru } from '../../../lru.ts';
import { toDigestTitle } from '../../../render/embed/digest-text.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { toTexts } from '../../../render/texts.ts';
import { takeSnapshot } from '../access/access-snapshot.ts';
import { toReadPlaces } from '../access/stored-sources.ts';
import { isContentHidden } from '../history/history.ts';
import type { MessageRecord } from '../history/record.ts';
import { toFirstId, toInstant } from '../history/record.ts';
import type { BaseServices } from '../interaction/context.ts';
import { noMentions } from '../interaction/message-body.ts';
import { postOnce } from '../summarize/send-message.ts';
import { toPostMessage, toPostWords } from '../summarize/summary-message.ts';
import {
  type Destination,
  editPost,
  findDestination,
  mayDeletePosts,
  mayReadHistory,
  orPostRefused,
  postBody,
} from './destination.ts';
import { renderHeading, toDigestLanguage } from './notify-creator.ts';
import {
  deleteYoungerPosts,
  eachPost,
  findDigestPosts,
  findOwnMessage,
  findSamePosts,
  toFloor,
  toWordsHash,
} from './posts.ts';
import {
  areSourcesReadable,
  findSources,
  readSources,
  type Sources,
  toSourcesDestination,
} from './sources.ts';

/** The channels that digests read, and where they post. */
export function createDigestPlaces({
  client,
  clock,
  privacy,
  settings,
  summaries,
  summarySync,
}: BaseServices): DigestPlaces {
  const placements = createLru<Placement>(maxPlacements, { ttl: placementMs });
  /** Fetches everything; the reason if the digest cannot run. Rejects during an outage of the server. */
  const fetchPlacement = async (digest: Digest): Promise<Placement | PauseReason> => {
    placements.delete(digest.id);
    const { guildId, creatorId: personId } = digest;
    const snapshot = await takeSnapshot(client, guildId, { personId });
    const { guild } = snapshot;
    if (typeof guild === 'string') return 'destination_gone';
    const destination = await findDestination(digest, snapshot);
    if (typeof destination === 'string') return destination;
    const sources = await findSources(digest, snapshot, toSourcesDestination(destination), privacy);
    if (sources.channels.length === 0) return 'no_sources';
    const placement = {
      chosen: JSON.stringify([digest.sources, digest.destination]),
      guild,
      destination,
      sources,
    };
    placements.set(digest.id, placement);
    return placement;
  };
  /** What `check` has just fetched; fetched again when that is older, or the digest was edited. */
  const findPlacement = async (digest: Digest): Promise<Placement> => {
    const known = placements.get(digest.id);
    if (known?.chosen === JSON.stringify([digest.sources, digest.destination])) return known;
    const placement = await fetchPlacement(digest);
    if (typeof placement === 'string') throw new Error(`digest ${digest.id} can no longer run: ${placement}`);
    return placement;
  };
  /** Names the digest, and when it runs next. */
  const toHeading = (digest: Digest, { guild, destination }: Placement, language: string) => {
    const [next] = nextRuns(digest.schedule, clock.now(), 1);
    // In a direct message nothing else names the server.
    const server = destination.isDMBased() ? guild : undefined;
    return renderHeading(digest, server, language, next === undefined ? null : toTimestamp(next, 'F'));
  };

  /**
   * Whether the last message of the destination is the last post that the digest knows. Fetched seconds ago, so a nonce
   * still prevents a second post. Unknown in direct messages, whose last message Discord does not name, and not enough in
   * forums, whose posts have no nonce.
   */
  const hasNothingNew = async (destination: Destination, digest: Digest): Promise<boolean> => {
    if (destination.isDMBased() || !destination.isTextBased()) return false;
    const { lastMessageId } = destination;
    if (lastMessageId === null || compareSnowflakes(lastMessageId, toFloor(digest)) <= 0) return true;
    const { guildId, lastSummaryId } = digest;
    const last = lastSummaryId === undefined ? null : await summaries.get(guildId, lastSummaryId);
    return last?.answeredAs?.channelId === destination.id && last.answeredAs.messageId === lastMessageId;
  };

  const deleteYounger = async (destination: Destination, digest: Digest, summaryId: string) =>
    deleteYoungerPosts(destination, await findSamePosts(destination, digest, summaryId, client));

  return {
    check: async digest => {
      const settingsProblem = await findSettingsProblem(digest.guildId, settings);
      if (settingsProblem !== null) return settingsProblem;
      const placement = await fetchPlacement(digest);
      return typeof placement === 'string' ? placement : null;
    },
    read: async (digest, range, signal) => {
      const { guild, sources } = await findPlacement(digest);
      const reading = await readSources(digest, sources, guild, range, { signal, privacy });
      if (await isContentHidden(reading.conversation, client))
        throw new Error('the Message Content intent is off, so there is nothing to summarize');
      return reading;
    },
    mayShow: async (digest, stored) => {
      const { sources } = await findPlacement(digest);
      return areSourcesReadable(toReadPlaces(stored), sources.channels);
    },
    post: async (digest, stored, confirm) => {
      const placement = await findPlacement(digest);
      // Messages may have been deleted while it waited.
      const named = { guildId: digest.guildId, summaryId: stored.summary.id };
      const kept = (await summarySync.withCurrent(named, async current => current)) ?? stored;
      const { language } = kept.summary;
      const content = toHeading(digest, placement, language);
      const body = toPostMessage(kept, { page: 1, t: toPostWords(kept), content });
      const { destination } = placement;
      const summaryId = kept.summary.id;
      // Its store may have forgotten the post, or another worker was faster.
      const [known] = (await hasNothingNew(destination, digest))
        ? []
        : await findSamePosts(destination, digest, summaryId, client);
      if (known) {
        await editPost(destination, known, body);
        return { channelId: known.channelId, messageId: known.messageId };
      }
      const options = {
        title: toDigestTitle(clock.now(), digest.schedule, language),
        chosen: digest.destination,
      };
      await confirm();
      const posted = await postBody(
        destination,
        body,
        toNonceKey(digest, String(digest.run?.posted)),
        options,
      );
      if (destination.type !== ChannelType.GuildForum) return posted;
      // A forum has no nonce: another worker may have posted between the search and this post.
      const oldest = await deleteYounger(destination, digest, summaryId);
      return oldest ? { channelId: oldest.channelId, messageId: oldest.messageId } : posted;
    },
    deleteYounger: async (digest, summaryId) => {
      const { destination } = await findPlacement(digest);
      await deleteYounger(destination, digest, summaryId);
    },
    findPost: async (digest, { summaryId, isSending }) => {
      const { destination } = await findPlacement(digest);
      if (!mayReadHistory(destination)) return 'unreadable';
      for await (const { channelId, messageId, ...post } of eachPost(destination, digest, client))
        if (post.summaryId === summaryId) return { channelId, messageId };
      return isSending === true && !mayDeletePosts(destination) ? 'unsure' : null;
    },
    findPosts: async digest => {
      const { destination } = await findPlacement(digest);
      if (!mayReadHistory(destination)) return 'unreadable';
      return (await hasNothingNew(destination, digest)) ? [] : findDigestPosts(destination, digest, client);
    },
    postQuiet: async (digest, waiting, confirm) => {
      const placement = await findPlacement(digest);
      const { destination } = placement;
      // Nobody can choose the line for a forum.
      if (!destination.isTextBased()) return;
      const noted = digest.run?.quiet;
      if (noted && (await findLine(destination, noted))) return;
      const language = toDigestLanguage(digest, await settings.of(digest.guildId));
      const t = toTexts(language);
      const line =
        waiting === null ? t('bot.digest.nothingSelected') : t('bot.digest.quiet', { messages: waiting });
      const content = destination.isDMBased() ? `${toHeading(digest, placement, language)}\n${line}` : line;
      const message = { content, allowedMentions: noMentions };
      const { lastMessageId } = destination;
      const since = lastMessageId === null ? clock.now() : toInstant(lastMessageId);
      await confirm({ since, wordsHash: toWordsHash(content) });
      await orPostRefused(postOnce(destination, message, toNonceKey(digest, 'quiet')));
    },
  };
}

/** The same when a run is repeated because its store lost it. */
function toNonceKey({ id, run }: Digest, what: string): string {
  return [id, run?.tick, what].join(':');
}

/** Whether the line of a quiet time was sent. Where that cannot be found out, none is sent again. */
async function findLine(
  destination: GuildTextBasedChannel | DMChannel,
  { since, wordsHash }: QuietLine,
): Promise<boolean> {
  if (!mayReadHistory(destination)) throw new PostRefused('destination_unreadable');
  // The line of the day before has the same words.
  const firstId = toFirstId(Date.parse(since) + 1);
  const isLine = ({ id, content }: MessageRecord) =>
    BigInt(id) >= firstId && toWordsHash(content) === wordsHash;
  return (await findOwnMessage(destination, since, isLine)) !== null;
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

/** How long reading and posting use what `check` fetched. */
const placementMs = 10_000;
const maxPlacements = 100;

/** Where a digest reads and posts, as Discord describes it now. */
type Placement = {
  /** The sources and destination that the digest had, as JSON. */
  readonly chosen: string;
  readonly guild: Guild;
  readonly destination: Destination;
  readonly sources: Sources;
};
