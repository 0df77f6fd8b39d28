import { PermissionFlagsBits, RESTJSONErrorCodes } from 'discord.js';
import type { EntryPlaces, EntryStore } from '../../../app/decisions/ports.ts';
import { isSettingsUnreadable } from '../../../app/settings.ts';
import type { Decision, LogEntry } from '../../../core/decisions/entry.ts';
import { toShownStatement } from '../../../core/decisions/entry.ts';
import { toVisibleEntry } from '../../../core/decisions/visible.ts';
import { toLoggedError } from '../../../log.ts';
import { createNumbering, toEntryLines } from '../../../render/decisions/entry-text.ts';
import { toTexts } from '../../../render/texts.ts';
import { type LearnGuild, takeSnapshot, toBotMember } from '../access/access-snapshot.ts';
import { checkAudience } from '../access/audience.ts';
import { checkPostPermission } from '../access/check-access.ts';
import { findChannel, toPermissionChannel } from '../access/places.ts';
import { findSource } from '../access/stored-sources.ts';
import { findPostOf } from '../digests/destination.ts';
import { findOwnMessage, toWordsHash } from '../digests/own-message.ts';
import type { GivenServices } from '../interaction/context.ts';
import { noMentions } from '../interaction/message-body.ts';
import { orUnavailable } from '../interaction/unavailable.ts';
import { postOnce } from '../summarize/send-message.ts';
import type { Deletions } from '../sync/deletions.ts';
import { toPostBody } from './entry-message.ts';
import type { RefreshEntries } from './entry-states.ts';
import { openReadablePlaces } from './readable-places.ts';

type Parts = Pick<GivenServices, 'client' | 'settings' | 'privacy' | 'log' | 'now'> & {
  readonly entries: EntryStore;
  readonly deletions: Deletions;
  readonly refreshEntries: RefreshEntries;
  /** The job of an entry may run in a process that knows nothing of its server. */
  readonly learnGuild: LearnGuild;
};

/** Posts decisions to log channels, and reminds people of tasks. */
export function createEntryPlaces(parts: Parts): EntryPlaces {
  const { client, settings, privacy, entries, deletions, refreshEntries, learnGuild, log, now } = parts;

  const findLog = async ({ guildId }: LogEntry, channelId: string) => {
    await learnGuild(guildId);
    const channel = await findChannel(client, channelId);
    if (!channel) return null;
    const bot = await toBotMember(channel.guild);
    if (typeof bot === 'string' || checkPostPermission(channel, bot) !== null) return null;
    // Without the history, a post could not be found again after a crash.
    const permissions = toPermissionChannel(channel)?.permissionsFor(bot);
    return permissions?.has(PermissionFlagsBits.ReadMessageHistory) ? channel : null;
  };

  /** The entries as everybody may see them who can read the channel. */
  const toPublic = async (all: readonly LogEntry[], channelId: string): Promise<readonly LogEntry[]> => {
    const shownIn = await findChannel(client, channelId);
    const snapshot = shownIn && (await takeSnapshot(client, shownIn.guildId));
    const open = new Set<string>();
    for (const placeId of new Set(all.flatMap(({ places }) => places))) {
      const source = await findSource(client, placeId);
      if (shownIn && typeof source !== 'string' && (await checkAudience(source, shownIn, snapshot)) === null)
        open.add(placeId);
    }
    return all.flatMap(entry => toVisibleEntry(entry, placeId => open.has(placeId)) ?? []);
  };

  /** A post that shows deleted words is edited also while the settings are unreadable. */
  const findLanguage = async (guildId: string): Promise<string | undefined> => {
    try {
      return (await settings.of(guildId)).language;
    } catch (error) {
      if (isSettingsUnreadable(error)) return undefined;
      throw error;
    }
  };

  const toBody = async (entry: Decision, channelId: string) => {
    const links = new Set([...entry.supersedes.map(each => each.entryId), ...entry.supersededBy]);
    const others = (await entries.list(entry.guildId)).filter(({ id }) => links.has(id));
    const [own, ...linked] = await toPublic([entry, ...others], channelId);
    const isOwn = own?.id === entry.id;
    const language = (await findLanguage(entry.guildId)) ?? toShownStatement(entry)?.language ?? 'en';
    const shown = {
      entry: isOwn ? own : { ...entry, sources: [], statements: [], supersedes: [] },
      supersedes: isOwn ? linked.filter(({ id }) => entry.supersedes.some(each => each.entryId === id)) : [],
      supersededBy: isOwn ? linked.filter(({ id }) => entry.supersededBy.includes(id)) : [],
    };
    return toPostBody(shown, { t: toTexts(language), now: now() });
  };

  return {
    refresh: async entry => {
      await learnGuild(entry.guildId);
      await refreshEntries([entry]);
    },
    mayPost: async (entry, channelId) => {
      if ((await findLog(entry, channelId)) === null) return false;
      return (await toPublic([entry], channelId)).length > 0;
    },
    post: async (entry, channelId) => {
      const channel = await findLog(entry, channelId);
      if (channel === null) throw new Error('the log channel is gone');
      const { id } = await postOnce(channel, await toBody(entry, channelId), entry.id);
      return { channelId, messageId: id };
    },
    findPost: async (entry, { channelId, since }) => {
      await learnGuild(entry.guildId);
      const guild = client.guilds.cache.get(entry.guildId);
      // Fresh: without Read Message History, Discord gives no messages instead of an error.
      const channel = guild && (await (await takeSnapshot(client, guild.id)).find(channelId));
      if (channel === 'gone') return null;
      if (typeof channel !== 'object' || !channel.isTextBased()) return 'unreadable';
      if (typeof (await toBotMember(channel.guild)) === 'string') return 'unreadable';
      return findPostOf(channel, entry.id, since);
    },
    editPost: async (entry, { channelId, messageId }) => {
      await learnGuild(entry.guildId);
      const channel = await findChannel(client, channelId);
      if (channel) await orUnavailable(channel.messages.edit(messageId, await toBody(entry, channelId)));
    },
    writeReminder: async (entry, { personId, locale }) => {
      await learnGuild(entry.guildId);
      const guild = client.guilds.cache.get(entry.guildId);
      if (!guild) return null;
      const places = await openReadablePlaces(guild, personId, privacy);
      const readable = await places.check(entry.places);
      const visible = toVisibleEntry(entry, placeId => readable.has(placeId));
      if (visible === null) return null;
      const t = toTexts(locale);
      const shown = { entry: visible, supersedes: [], supersededBy: [] };
      const content = t('bot.decisions.reminder', {
        task: toEntryLines(shown, createNumbering(), { t, now: now() }),
      });
      return { content, wordsHash: toWordsHash(content) };
    },
    sendReminder: async (entry, { personId, at }, { content }) => {
      try {
        const direct = await client.users.createDM(personId);
        const message = { content, allowedMentions: noMentions };
        await postOnce(direct, message, `${entry.id}:${personId}:${at}`);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        if (code !== RESTJSONErrorCodes.CannotSendMessagesToThisUser) throw error;
        log.debug({ entry: entry.id, ...toLoggedError(error) }, 'reminder-refused');
      }
    },
    findReminder: async ({ personId }, { since, wordsHash }) => {
      const direct = await orUnavailable(client.users.createDM(personId));
      if (typeof direct === 'string') return 'unreadable';
      const found = await orUnavailable(
        findOwnMessage(direct, since, ({ content }) => toWordsHash(content) === wordsHash),
      );
      return typeof found === 'string' ? 'unreadable' : found !== null;
    },
    changed: (ids, since) => deletions.changed(ids, since),
  };
}
