import type { DMChannel, Guild, GuildTextBasedChannel } from 'discord.js';
import type { DigestPlace, DigestStore } from '../../../app/digests/ports.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type Digest, isPersonal, type PauseReason } from '../../../core/digests/digest.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { toTexts } from '../../../render/texts.ts';
import type { AccessSnapshot } from '../access/check-access.ts';
import { findOpenChannels, mostDaysBack } from '../access/requested-channels.ts';
import { readFound, timeoutMs, toNotes, toReadNotes } from '../catchup.ts';
import { findNews } from '../find-news.ts';
import { createOptOutFilter } from '../history/history.ts';
import { fetchRecord, toFirstId, toInstant } from '../history/message.ts';
import type { readConversation } from '../history/read-channels.ts';
import type { BaseServices } from '../interaction/context.ts';
import { renderWaiting as renderOwnWaiting, toWaiting, type WaitingRecord } from '../waiting.ts';
import { toFloor } from './destination.ts';
import type { Sources } from './sources.ts';

const dayMs = 86_400_000;
/** Discord's limit, in UTF-16 units. */
const longestContent = 2_000;

/** Where a card of `/catchup` reads and is sent, for one person. */
type Card = {
  readonly destination: DMChannel;
  readonly sources: Sources;
  readonly read: (
    digest: Digest,
    watch: Parameters<typeof readConversation>[3],
  ) => ReturnType<DigestPlace['read']>;
  /** The lines above the summary as they are now, and the messages behind them; undefined if it has none. */
  readonly renderWaiting: (stored: StoredSummary) => Promise<Waiting | undefined>;
};

type Waiting = Pick<NonNullable<StoredSummary['card']>, 'sources'> & { readonly lines: readonly string[] };

/** Opens a person's card, with what they may read as the snapshot has it; the reason if they may not have it. */
export async function openCard(
  opened: Pick<Digest, 'id' | 'guildId' | 'creatorId' | 'language' | 'locale'>,
  snapshot: AccessSnapshot,
  guild: Guild,
  services: BaseServices,
  digests: Pick<DigestStore, 'list'>,
): Promise<Card | PauseReason> {
  const { privacy, settings, log, now } = services;
  const { guildId, creatorId } = opened;
  const member = await snapshot.member(creatorId);
  if (typeof member === 'string') return 'creator_left';
  const { language = opened.locale, personalDigests } = await settings.of(guildId);
  const cards = (await digests.list(guildId)).filter(isPersonal);
  const permitted = cards.slice(0, personalDigests);
  if (!permitted.some(({ id }) => id === opened.id)) return 'not_permitted';
  const destination = await member.createDM();
  const found = await findOpenChannels(services, snapshot, creatorId, destination);
  const channels = found.open;
  if (channels.length === 0 && found.roleNeeded.length > 0) return 'not_permitted';
  const t = toTexts(opened.language ?? language);

  const read: Card['read'] = async (digest, watch) => {
    const { signal } = watch;
    const earliest = String(toFirstId(Date.parse(now()) - mostDaysBack * dayMs));
    const [floorId = earliest] = [earliest, toFloor(digest)].sort(compareSnowflakes).reverse();
    // No channel is read further than all others, so what is covered is covered up to its newest message everywhere.
    const newest = channels.toSorted((a, b) => compareSnowflakes(toLastId(b), toLastId(a)))[0];
    const roles = [...member.roles.cache.keys()].filter(id => id !== guildId);
    const timely = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const query = {
      guild,
      personId: creatorId,
      roleIds: new Set(roles),
      channels,
      floorId,
      untilId: newest && toLastId(newest),
      fromOwnLast: true,
      allow: createOptOutFilter(guild, privacy),
      onProgress: () => {},
    };
    const latest = await findNews(query, log, timely);
    signal.throwIfAborted();
    const { notRead, isSearched } = latest;
    const { conversation } = await readFound(latest, channels, guild, watch);
    const since = toTimestamp(toInstant(floorId));
    const notes = [
      t('bot.catchup.title', { channels: latest.news.length + notRead.length, since }),
      ...toReadNotes(latest, t),
      ...(notRead.length > 0 ? [t('bot.digest.me.notRead', { channels: notRead.length })] : []),
      ...toNotes(found, isSearched, t),
    ];
    const waiting = toWaiting(latest.news)
      .slice(0, mostFetched)
      .map(({ id, channel, kind }) => ({ id, channelId: channel.id, kind }));
    return {
      conversation,
      covered: newest && latest.news.length > 0 ? { [newest.id]: toLastId(newest) } : {},
      hasMore: false,
      leftOut: [],
      card: { note: notes.join(' '), waiting, sources: [] },
    };
  };

  const renderWaiting: Card['renderWaiting'] = async ({ card }) => {
    if (card === undefined) return undefined;
    const { signal } = new AbortController();
    const fetched = await Promise.all(
      card.waiting.slice(0, mostFetched).map(async ({ id, channelId, kind }): Promise<WaitingRecord[]> => {
        const channel = channels.find(each => each.id === channelId);
        const record = channel && (await fetchRecord(channel, id, signal));
        return channel && record ? [{ id, kind, channel, record }] : [];
      }),
    );
    const context = { ...services, interaction: { user: { id: creatorId }, guildId }, t, signal };
    const openIds = new Set(channels.map(({ id }) => id));
    const { lines, sources } = await renderOwnWaiting(context, fetched.flat(), openIds, snapshot);
    return { lines: [`-# ${card.note}`, ...lines], sources };
  };

  return { destination, sources: { channels, leftOut: [], reasons: new Map() }, read, renderWaiting };
}

/** More than are shown, because some may be gone. */
const mostFetched = 8;

function toLastId({ lastMessageId }: GuildTextBasedChannel): string {
  return lastMessageId ?? '0';
}

/** The lines above a card, as far as there is room for them. */
export function toCardContent(lines: readonly string[]): string {
  const kept = [...lines];
  while (kept.length > 2 && kept.join('\n').length > longestContent) kept.pop();
  return kept.join('\n');
}
