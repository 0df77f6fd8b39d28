import type { ChatInputCommandInteraction, DMChannel, Guild, GuildTextBasedChannel } from 'discord.js';
import type { DigestPlace, DigestStore } from '../../../app/digests/ports.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { toShownStatement } from '../../../core/decisions/entry.ts';
import { applyDigestInput, type Digest, isPersonal, type PauseReason } from '../../../core/digests/digest.ts';
import { toNextRun } from '../../../core/digests/run.ts';
import { isNewlyDue } from '../../../core/due-date.ts';
import { toDigestId } from '../../../render/custom-id.ts';
import { toScheduleWords } from '../../../render/embed/digest-text.ts';
import { escapeDiscord, toTimestamp } from '../../../render/embed/discord-markup.ts';
import { type Row, toButton, toInline, toRow, toTextBody } from '../../../render/embed/message-body.ts';
import { toFrameTexts } from '../../../render/texts.ts';
import type { AccessSnapshot } from '../access/check-access.ts';
import { findOpenChannels, mostDaysBack, type Sources } from '../access/open-channels.ts';
import { readFound, toNotes } from '../catchup.ts';
import { findOwnTasks } from '../decisions/readable-log.ts';
import { findNews } from '../find-news.ts';
import type { ReadingWatch } from '../history/history.ts';
import { toFirstId, toInstant } from '../history/message.ts';
import { fetchRecord } from '../history/pages.ts';
import type { BaseServices } from '../interaction/context.ts';
import { edit, followUp, replyPrivately } from '../interaction/reply.ts';
import { toZoneButton } from '../settings/own-zone.ts';
import { findManaged } from '../settings/server-data.ts';
import { toStopCardRow } from '../summarize/summary-message.ts';
import { mostWaiting, renderWaiting as renderOwnWaiting, toWaiting, type WaitingRecord } from '../waiting.ts';
import { toFloor } from './digest-places.ts';
import type { Asker, DigestContext, DigestPress } from './preview.ts';

const dayMs = 86_400_000;
/** Discord's limit, in UTF-16 units. */
const longestContent = 2_000;

/** Where a card of `/catchup` reads and is sent, for one person. */
type Card = {
  readonly destination: DMChannel;
  readonly sources: Sources;
  readonly read: (digest: Digest, watch: ReadingWatch) => ReturnType<DigestPlace['read']>;
  /** The lines above the summary as they are now, and the messages behind them; undefined if it has none. */
  readonly renderWaiting: (stored: StoredSummary) => Promise<Waiting | undefined>;
};

type Waiting = Pick<NonNullable<StoredSummary['card']>, 'sources'> & {
  readonly lines: readonly string[];
  readonly rows: readonly Row[];
};

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
  const t = toFrameTexts(opened.language ?? language);

  const toContext = (signal: AbortSignal) => ({
    ...services,
    interaction: { user: { id: creatorId }, guildId },
    t,
    signal,
  });

  const read: Card['read'] = async (digest, watch) => {
    const { signal } = watch;
    const earliest = String(toFirstId(Date.parse(now()) - mostDaysBack * dayMs));
    const [floorId = earliest] = [earliest, toFloor(digest)].sort(compareSnowflakes).reverse();
    // No channel is read further than all others, so what is covered is covered up to its newest message everywhere.
    const newest = channels.toSorted((a, b) => compareSnowflakes(toLastId(b), toLastId(a)))[0];
    const query = {
      guild,
      personId: creatorId,
      person: member,
      channels,
      floorId,
      untilId: newest && toLastId(newest),
      fromOwnLast: true,
      privacy,
      onProgress: () => {},
    };
    const latest = await findNews(query, log, signal);
    const { notRead, isSearched } = latest;
    const { conversation } = await readFound(latest, channels, guild, watch);
    const since = toTimestamp(toInstant(floorId));
    const count = latest.news.length + notRead.length;
    const notes = [
      t(count === 0 ? 'bot.catchup.nothingNew' : 'bot.catchup.title', { channels: count, since }),
      ...(notRead.length > 0 ? [t('bot.digest.me.notRead', { channels: notRead.length })] : []),
      ...toNotes(latest, found, isSearched, t),
    ];
    const { tasks } = await findOwnTasks(toContext(signal), mostWaiting, snapshot);
    const waiting = toWaiting(latest.news)
      .slice(0, mostFetched)
      .map(({ id, channel, kind }) => ({ id, channelId: channel.id, kind }));
    return {
      conversation,
      covered: newest && latest.news.length > 0 ? { [newest.id]: toLastId(newest) } : {},
      hasMore: false,
      leftOut: [],
      card: { note: notes.join(' '), waiting, sources: [] },
      hasDue: tasks.some(task => {
        const { dueDate = null } = toShownStatement(task) ?? {};
        const before = digest.lastRun?.at ?? digest.createdAt;
        return dueDate !== null && isNewlyDue(dueDate, before, now(), digest.schedule.zone);
      }),
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
    const context = toContext(signal);
    const openIds = new Set(channels.map(({ id }) => id));
    const { lines, rows, sources } = await renderOwnWaiting(context, fetched.flat(), openIds, snapshot);
    return { lines: [`-# ${card.note}`, ...lines], rows, sources };
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

const usualWhen = 'weekdays at 08:00';
/** As many members as may have a card once a manager permits it with a press. */
const permittedAtOnce = 25;

/** Answers `/digest me`: sets up a member's own card, moves or resumes it, or shows when it comes. */
export async function setUpCard(
  context: DigestContext<ChatInputCommandInteraction>,
  { guild, member, isManager }: Asker,
  when: string | null,
): Promise<void> {
  const { interaction, locale, t, digests, settings, zones, now } = context;
  const { personalDigests: most } = await settings.of(guild.id);
  const cards = (await digests.list(guild.id)).filter(isPersonal);
  const known = cards.find(({ creatorId }) => creatorId === member.id);
  if (most === 0)
    return replyPrivately(interaction, t('bot.digest.me.off'), [toCardsRow(context, isManager, known)]);
  const own = await zones.get(member.id);
  const zone = own ?? (await zones.get(guild.id)) ?? 'UTC';
  const initial = {
    sources: { kind: 'everywhere' as const },
    destination: { kind: 'dm' as const },
    detail: 'brief' as const,
    review: false,
    ...(when === null && known && { schedule: known.schedule }),
  };
  const words = when === null && known ? {} : { when: when ?? usualWhen, zone };
  const chosen = applyDigestInput(initial, words, { zone, locale, channelId: '' });
  const given = toInline(when ?? usualWhen);
  if (!chosen.ok || chosen.choice.schedule.kind === 'cron')
    return replyPrivately(interaction, t('bot.digest.me.noCron', { given }));
  const isSame = known && !known.paused && when === null;
  const digest = isSame
    ? known
    : await digests.create({ ...chosen.choice, guildId: guild.id, creatorId: member.id, locale }, most);
  if (digest === null) {
    const { length: count } = cards;
    const refusal = count < most ? t('bot.digest.command.unavailable') : t('bot.digest.me.full', { count });
    return replyPrivately(interaction, refusal);
  }
  const next = toNextRun(digest, now());
  const text = t('bot.digest.me.set', {
    server: escapeDiscord(guild.name),
    schedule: toScheduleWords(digest.schedule, locale, t),
    next: next === null ? '' : toTimestamp(next, 'F'),
  });
  const stop = toStopCardRow(digest.id, t).components;
  await edit(interaction, {
    ...toTextBody(text),
    components: [toRow(...stop, ...(own === null ? [toZoneButton(t)] : []))],
  });
}

/** Lets a manager permit cards, and others ask for it; who has one can still stop it. */
function toCardsRow({ t }: DigestContext, isManager: boolean, known: Digest | undefined): Row {
  const step = isManager ? 'allow' : 'ask';
  const button = toButton(t(`bot.digest.me.buttons.${step}`), toDigestId({ kind: 'cards', step }));
  return toRow(button, ...(known ? toStopCardRow(known.id, t).components : []));
}

/** Answers a press on one of these: asks in the channel once a day, or permits cards if the person has Manage Server. */
export async function pressCards(context: DigestContext<DigestPress>, step: 'allow' | 'ask'): Promise<void> {
  const { interaction, t, settings, runs, log } = context;
  if (step === 'ask') {
    // Everybody sees the question, so it counts for the server.
    const begun = await runs.begin(interaction.guildId ?? '', 1);
    const told = begun.ok
      ? t('bot.digest.me.askedHere')
      : `${t('bot.digest.me.off')}\n${t('bot.digest.me.askedToday')}`;
    await edit(interaction, toTextBody(told));
    if (!begun.ok) return;
    const content = t('bot.digest.me.asked', { person: interaction.user.toString() });
    const allow = toButton(t('bot.digest.me.buttons.allow'), toDigestId({ kind: 'cards', step: 'allow' }));
    try {
      await followUp(interaction, { content, components: [toRow(allow)] });
      await begun.end();
    } finally {
      await begun.end({ counted: false });
    }
    return;
  }
  const guild = await findManaged(context);
  if (guild === null) return;
  const { personalDigests } = await settings.of(guild.id);
  const count = personalDigests === 0 ? permittedAtOnce : personalDigests;
  if (personalDigests === 0) await settings.change(guild.id, { personalDigests: count });
  log.info({ guild: guild.id, count }, 'cards-permitted');
  await edit(interaction, toTextBody(t('bot.digest.me.allowed', { count })));
}

export async function stopCard(context: DigestContext<DigestPress>, digestId: string): Promise<void> {
  const { interaction, t, digests } = context;
  const own = (await digests.createdBy(interaction.user.id)).filter(isPersonal);
  const digest = own.find(({ id }) => id === digestId);
  if (digest) await digests.remove(digest.guildId, digest.id);
  await replyPrivately(interaction, t('bot.digest.me.stopped'));
}
