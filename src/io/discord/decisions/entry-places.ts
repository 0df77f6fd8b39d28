import { PermissionFlagsBits } from 'discord.js';
import type { EntryPlaces, EntryStore } from '../../../app/decisions/ports.ts';
import { isSettingsUnreadable } from '../../../app/settings.ts';
import {
  type Decision,
  isOwnTask,
  type LogEntry,
  toShownStatement,
  toVisibleEntry,
} from '../../../core/decisions/entry.ts';
import { createNumbering, toEntryLines } from '../../../render/embed/entry-text.ts';
import { toTexts } from '../../../render/texts.ts';
import { checkAudience, checkPostPermission } from '../access/audience.ts';
import { takeSnapshot } from '../access/check-access.ts';
import { findChannel, findSource, learnGuild, toBotMember, toPermissionChannel } from '../access/places.ts';
import { findReadable } from '../access/stored-sources.ts';
import { findOwnMessage, findPostOf, toWordsHash } from '../digests/destination.ts';
import type { GivenServices } from '../interaction/context.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { editMessage, postOnce, sendDirect } from '../interaction/messages.ts';
import type { RefreshEntries } from '../sync/cited-changes.ts';
import type { Deletions } from '../sync/gateway-events.ts';
import { renderEntryPost, toDoneRow } from './entry-message.ts';

type Parts = Pick<GivenServices, 'client' | 'settings' | 'privacy' | 'zones' | 'log' | 'now'> & {
  readonly entries: EntryStore;
  readonly deletions: Deletions;
  readonly refreshEntries: RefreshEntries;
};

/** Posts decisions to log channels, and reminds people of tasks. */
export function createEntryPlaces(parts: Parts): EntryPlaces {
  const { client, settings, privacy, zones, entries, deletions, refreshEntries, log, now } = parts;

  const findLog = async ({ guildId }: LogEntry, channelId: string) => {
    await learnGuild(client, guildId);
    const channel = await findChannel(client, channelId);
    if (!channel) return null;
    const bot = await toBotMember(channel.guild);
    if (typeof bot === 'string' || checkPostPermission(channel, bot) !== null) return null;
    // Without Read Message History, a post could not be found after a crash.
    const permissions = toPermissionChannel(channel)?.permissionsFor(bot);
    return permissions?.has(PermissionFlagsBits.ReadMessageHistory) ? channel : null;
  };

  /** The parts of entries that everyone who can read the channel may see. */
  const findPublic = async (all: readonly LogEntry[], channelId: string): Promise<readonly LogEntry[]> => {
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

  /** Undefined while the settings are unreadable, so that posts with deleted words are edited even then. */
  const findLanguage = async (guildId: string): Promise<string | undefined> => {
    try {
      return (await settings.of(guildId)).language;
    } catch (error) {
      if (isSettingsUnreadable(error)) return undefined;
      throw error;
    }
  };

  const renderPost = async (entry: Decision, channelId: string) => {
    const links = new Set([...entry.supersedes.map(each => each.entryId), ...entry.supersededBy]);
    const others = (await entries.list(entry.guildId)).filter(({ id }) => links.has(id));
    const [own, ...linked] = await findPublic([entry, ...others], channelId);
    const isOwn = own?.id === entry.id;
    const language = (await findLanguage(entry.guildId)) ?? toShownStatement(entry)?.language ?? 'en';
    const shown = {
      entry: isOwn ? own : { ...entry, sources: [], statements: [], supersedes: [] },
      supersedes: isOwn ? linked.filter(({ id }) => entry.supersedes.some(each => each.entryId === id)) : [],
      supersededBy: isOwn ? linked.filter(({ id }) => entry.supersededBy.includes(id)) : [],
    };
    return renderEntryPost(shown, { t: toTexts(language), now: now(), zone: 'UTC' });
  };

  return {
    refresh: async entry => {
      await learnGuild(client, entry.guildId);
      await refreshEntries([entry]);
    },
    mayPost: async (entry, channelId) => {
      if ((await findLog(entry, channelId)) === null) return false;
      return (await findPublic([entry], channelId)).length > 0;
    },
    post: async (entry, channelId) => {
      const channel = await findLog(entry, channelId);
      if (channel === null) throw new Error('the log channel is gone');
      const { id } = await postOnce(channel, await renderPost(entry, channelId), entry.id);
      return { channelId, messageId: id };
    },
    findPost: async (entry, { channelId, since }) => {
      await learnGuild(client, entry.guildId);
      const guild = client.guilds.cache.get(entry.guildId);
      // Fresh: without Read Message History, Discord gives no messages instead of an error.
      const channel = guild && (await (await takeSnapshot(client, guild.id)).find(channelId));
      if (channel === 'gone') return null;
      if (typeof channel !== 'object' || !channel.isTextBased()) return 'unreadable';
      if (typeof (await toBotMember(channel.guild)) === 'string') return 'unreadable';
      return findPostOf(channel, entry.id, since);
    },
    editPost: async (entry, { channelId, messageId }) => {
      await learnGuild(client, entry.guildId);
      const body = await renderPost(entry, channelId);
      await orUnavailable(editMessage(client, { channelId, messageId }, body));
    },
    writeReminder: async (entry, { personId, locale }) => {
      await learnGuild(client, entry.guildId);
      const snapshot = await takeSnapshot(client, entry.guildId, { personId });
      const readable = await findReadable(entry.places, { client, personId, privacy, snapshot });
      const visible = toVisibleEntry(entry, placeId => readable.has(placeId));
      if (visible === null) return null;
      const t = toTexts(locale);
      const zone = (await zones.get(personId)) ?? (await settings.zoneOf(entry.guildId));
      const shown = { entry: visible, supersedes: [], supersededBy: [] };
      const content = t('bot.decisions.reminder', {
        task: toEntryLines(shown, createNumbering(), { t, now: now(), zone }),
      });
      return { content, wordsHash: toWordsHash(content) };
    },
    sendReminder: async (entry, { personId, at, locale }, { content }) => {
      const components = isOwnTask(entry, personId) ? [toDoneRow(entry, toTexts(locale))] : [];
      const key = `${entry.id}:${personId}:${at}`;
      const isSent = await sendDirect(client, personId, { content, components }, key);
      if (!isSent) log.debug({ entry: entry.id }, 'reminder-refused');
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
