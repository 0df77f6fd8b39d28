import { PermissionFlagsBits } from 'discord.js';
import type { EntryPlaces, EntryStore } from '../../../app/decisions/ports.ts';
import {
  type Decision,
  isErased,
  isOwnTask,
  type LogEntry,
  toShownStatement,
  toVisibleEntry,
} from '../../../core/decisions/entry.ts';
import type { GuildSettings } from '../../../core/settings.ts';
import { createNumbering, type ShownEntry, toEntryLines } from '../../../render/embed/entry-text.ts';
import { toRow } from '../../../render/embed/message-body.ts';
import { toTexts } from '../../../render/texts.ts';
import { takeSnapshot } from '../access/check-access.ts';
import { checkPostPermission } from '../access/permissions.ts';
import { findChannel, learnGuild, toBotMember, toPermissionChannel } from '../access/places.ts';
import { findReadable } from '../access/stored-sources.ts';
import { findOwnMessage, findPostOf, toWordsHash } from '../digests/digest-places.ts';
import type { GivenServices } from '../interaction/context.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { editMessage, postOnce, sendDirect } from '../interaction/messages.ts';
import type { RefreshEntries } from '../sync/cited-changes.ts';
import type { Deletions } from '../sync/gateway-events.ts';
import { renderEntryPost, toDoneRow, toFollowButton } from './entry-message.ts';
import { toLinkedIds, withLinked } from './readable-log.ts';

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
    if (shownIn === null) return [];
    const snapshot = await takeSnapshot(client, shownIn.guildId);
    const placeIds = all.flatMap(({ places }) => places);
    const open = await findReadable(placeIds, client, null, { privacy, postedIn: shownIn, snapshot });
    return all.flatMap(entry => toVisibleEntry(entry, placeId => open.has(placeId)) ?? []);
  };

  const renderPost = async (entry: Decision, channelId: string) => {
    const all = await entries.list(entry.guildId);
    const links = new Set(toLinkedIds(entry, all));
    const others = all.filter(({ id }) => links.has(id));
    const [own, ...linked] = await findPublic([entry, ...others], channelId);
    const isOwn = own?.id === entry.id;
    // Posts with deleted words are edited even while the settings are unreadable.
    const { language = toShownStatement(entry)?.language ?? 'en' }: GuildSettings = await settings
      .own(entry.guildId)
      .catch(() => ({}));
    const bare = { ...entry, sources: [], statements: [], supersedes: [] };
    const shown =
      own?.kind === 'decision' && isOwn
        ? withLinked(own, linked)
        : { entry: bare, supersedes: [], supersededBy: [] };
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
    writeReminder: async (entry, { personId, locale, about }) => {
      await learnGuild(client, entry.guildId);
      const other = about === undefined ? null : await entries.get(entry.guildId, about);
      if (about !== undefined && other === null) return null;
      // This process may have missed that its messages were deleted.
      if (other !== null) await refreshEntries([other]);
      const snapshot = await takeSnapshot(client, entry.guildId, { personId });
      const places = [...entry.places, ...(other?.places ?? [])];
      const readable = await findReadable(places, client, personId, { privacy, snapshot });
      const show = <Entry extends LogEntry>(each: Entry) =>
        toVisibleEntry(each, placeId => readable.has(placeId));
      const visible = show(entry);
      if (visible === null) return null;
      const t = toTexts(locale);
      const zone = (await zones.get(personId)) ?? (await settings.zoneOf(entry.guildId));
      const toMark = createNumbering();
      const lines = (linked: Partial<ShownEntry>) =>
        toEntryLines({ entry: visible, supersedes: [], supersededBy: [], ...linked }, toMark, {
          t,
          now: now(),
          zone,
        });
      if (about === undefined) {
        const content = t('bot.decisions.reminder', { task: lines({}) });
        return { content, wordsHash: toWordsHash(content) };
      }
      const current = await entries.get(entry.guildId, about);
      const by = current && show(current);
      if (!by || isErased(by)) return null;
      const isReplaced = entry.kind === 'decision' && entry.supersededBy.includes(about);
      const content = t('bot.decisions.contradicted', {
        decision: lines(isReplaced ? { supersededBy: [by] } : { contradictedBy: [by] }),
      });
      return { content, wordsHash: toWordsHash(content) };
    },
    sendReminder: async (entry, { personId, at, locale, about }, { content }) => {
      const t = toTexts(locale);
      const row = about === undefined ? toDoneRow(entry, t) : toRow(toFollowButton(entry, 'unfollow', t));
      const components = entry.kind === 'decision' || isOwnTask(entry, personId) ? [row] : [];
      const key = [entry.id, personId, at, ...(about === undefined ? [] : [about])].join(':');
      const isSent = await sendDirect(client, personId, { content, components }, key);
      if (!isSent) log.debug({ entry: entry.id }, 'reminder-refused');
      return isSent;
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
