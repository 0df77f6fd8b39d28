import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type Message,
  PermissionFlagsBits,
} from 'discord.js';
import { toLineKey } from '../../../core/claims/topics.ts';
import { type Later, toLater, unfollow } from '../../../core/decisions/apply-findings.ts';
import {
  type ActionItem,
  isOpen,
  type LogEntry,
  mostPeople,
  toShownStatement,
} from '../../../core/decisions/entry.ts';
import { type LogQuery, searchEntries } from '../../../core/decisions/search.ts';
import { cutWords, type EntryAction, type EntryStep, parseEntryId } from '../../../render/custom-id.ts';
import { toEntriesMarkdown } from '../../../render/embed/entry-text.ts';
import { toTextBody } from '../../../render/embed/message-body.ts';
import { toTopicTitle } from '../../../render/embed/topic-page.ts';
import { findZone, type RequestContext, toCustomIds } from '../interaction/context.ts';
import { defer, deferUpdate, edit, replyPrivately } from '../interaction/reply.ts';
import { findTopic } from '../topics.ts';
import {
  type EntryRights,
  entriesPerPage,
  renderEntryList,
  renderEntryPanel,
  toTickedRows,
} from './entry-message.ts';
import { fetchCurrent, type Log, mayChange, openLog } from './readable-log.ts';

type EntryPress = RequestContext<ButtonInteraction | AnySelectMenuInteraction>;

export async function answerEntries(
  context: RequestContext<ChatInputCommandInteraction>,
  query: LogQuery,
): Promise<void> {
  await defer(context);
  // Custom ids contain the id of a topic, even if its title was typed.
  const topic = query.topic === null ? null : ((await findTopic(context, query.topic))?.id ?? null);
  if (topic === null && query.topic !== null)
    return replyPrivately(context.interaction, context.t('bot.decisions.noMatch'));
  await showEntries(context, { ...query, topic, words: cutWords(query.words, topic) }, 1, null);
}

/** Answers a press on a list, an entry or a post in the log channel. Access is checked again: anybody may press. */
export async function answerEntryPress(context: EntryPress, action: EntryAction): Promise<void> {
  const { interaction } = context;
  const isUpdate = 'step' in action && action.step !== 'export' && action.step !== 'show';
  await (isUpdate ? deferUpdate(interaction) : defer(context));
  const [chosen = ''] = interaction.isAnySelectMenu() ? interaction.values : [];
  if (action.kind === 'open') return showEntry(context, { id: chosen, guildId: null });
  if (action.kind === 'entry')
    return changeEntry(context, { ...action, id: action.entryId }, action.step, chosen);
  if (action.kind === 'tick') return changeEntry(context, { ...action, claimId: chosen }, 'done', '');
  if (action.step === 'page') return showEntries(context, action.query, action.page);
  await exportEntries(context, action.query);
}

async function search(context: RequestContext, query: LogQuery, tickedBy: string | null = null) {
  const log = await openLog(context);
  const topic = query.topic === null ? null : await findTopic(context, query.topic);
  const keys = topic && new Set(topic.lines.map(toLineKey));
  const isGone = log === null || (query.topic !== null && keys === null);
  const isOfTopic =
    keys && ((each: { summaryId: string; claimId: string }) => keys.has(`${each.summaryId}.${each.claimId}`));
  const found = isGone ? [] : searchEntries(log.entries, query, context.now(), isOfTopic, tickedBy);
  return { log, topic: topic && toTopicTitle(topic), found };
}

async function showEntries(
  context: RequestContext,
  query: LogQuery,
  wanted: number,
  tickedBy: string | null = context.interaction.user.id,
): Promise<void> {
  const { interaction, t } = context;
  let { log, topic, found } = await search(context, query, tickedBy);
  const toPages = () => Math.ceil(found.length / entriesPerPage);
  const toPage = () => Math.min(wanted, toPages());
  const choose = () => found.slice((toPage() - 1) * entriesPerPage, toPage() * entriesPerPage);
  // Some may have lost their messages unseen, and others move up.
  if (await context.refreshEntries(choose()))
    ({ log, topic, found } = await search(context, query, tickedBy));
  if (log === null || found.length === 0) {
    const { kind, words, personId, status } = query;
    if (!log?.entries.some(each => each.kind === kind))
      return replyPrivately(interaction, t(`bot.decisions.empty.${kind}`));
    const isMine = status === 'open' && personId === interaction.user.id && words === '' && topic === null;
    return replyPrivately(interaction, t(isMine ? 'bot.decisions.noneMine' : 'bot.decisions.noMatch'));
  }
  const shown = await fetchCurrent(choose(), log, context);
  if (shown.length === 0) return replyPrivately(interaction, t('bot.decisions.gone'));
  const { person } = log;
  const may = (entry: LogEntry) => mayChange(entry, person);
  const list = { query, page: toPage(), pages: toPages(), count: found.length, topic, mayChange: may };
  await edit(interaction, renderEntryList(shown, list, await toEntryContext(context, log.guild.id)));
}

async function toEntryContext(context: RequestContext, guildId: string) {
  return { t: context.t, now: context.now(), zone: await findZone(context, guildId) };
}

/** The list that a message shows. The buttons that turn its page have other pages. */
function findShownList(message: Message) {
  return toCustomIds(message)
    .map(parseEntryId)
    .find(each => each?.kind === 'list' && each.step === 'export');
}

async function exportEntries(context: RequestContext, query: LogQuery): Promise<void> {
  const { interaction, t, now } = context;
  const { log, found } = await search(context, query);
  const shown = log && (await fetchCurrent(found, log, context));
  if (!log || !shown?.length) return replyPrivately(interaction, t('bot.decisions.gone'));
  const title = t(`summary.sections.${query.kind}`);
  const text = toEntriesMarkdown(shown, title, await toEntryContext(context, log.guild.id));
  const name = `${query.kind}s-${now().slice(0, 10)}.md`;
  const body = toTextBody(t('bot.decisions.exported', { count: shown.length }));
  await edit(interaction, { ...body, files: [{ attachment: Buffer.from(text), name }] });
}

/** An entry of a server, by its id or a claim that states it; the guild is null where the button was pressed in it. */
type EntryName = { readonly guildId?: string | null } & (
  | { readonly id: string }
  | { readonly summaryId: string; readonly claimId: string }
);

async function showEntry(context: RequestContext, name: EntryName, content = ''): Promise<void> {
  const { interaction, t } = context;
  const found = await findEntry(context, name);
  if (found === null) return replyPrivately(interaction, t('bot.decisions.gone'));
  const rights = await findRights(found.shown.entry, found.log, context);
  const shown = await toEntryContext(context, found.shown.entry.guildId);
  await edit(interaction, renderEntryPanel(found.shown, content, rights, shown));
}

async function findEntry(context: RequestContext, name: EntryName) {
  const log = await openLog(context, name.guildId ?? undefined);
  const entry = log?.entries.find(({ id, statements }) =>
    'id' in name
      ? id === name.id
      : statements.some(each => each.summaryId === name.summaryId && each.claimId === name.claimId),
  );
  if (!log || !entry || entry.kind === 'statement') return null;
  const [shown] = await fetchCurrent([entry], log, context);
  return shown ? { shown, log } : null;
}

async function findRights(
  entry: LogEntry,
  { person, guild }: Log,
  context: RequestContext,
): Promise<EntryRights> {
  const { interaction, settings, now } = context;
  const { id } = interaction.user;
  const { decisionChannel = null, decisionRole } = await settings.of(guild.id);
  const { dueDate = null } = toShownStatement(entry) ?? {};
  return {
    canConfirm:
      decisionRole === undefined
        ? person.permissions.has(PermissionFlagsBits.ManageGuild)
        : person.roles.cache.has(decisionRole),
    canChange: mayChange(entry, person),
    reminder: isOpen(entry) ? (entry.reminders.find(each => each.personId === id) ?? null) : null,
    follows: entry.kind === 'decision' && entry.followers.some(each => each.personId === id),
    isDueAhead: toLater('due', dueDate, now(), await findZone(context, guild.id)) !== null,
    channelId: decisionChannel,
  };
}

/** Applies a button or select to an entry, then shows the changed entry. */
async function changeEntry(
  context: EntryPress,
  name: EntryName,
  step: EntryStep,
  chosen: string,
): Promise<void> {
  const { interaction, t, decisionLog, log } = context;
  if (step === 'show') return showEntry(context, name);
  // Also what the person can no longer read.
  const server = name.guildId ?? interaction.guildId;
  if (step === 'unfollow' && 'id' in name && server !== null)
    await decisionLog.change(server, name.id, each => unfollow(each, interaction.user.id));
  const found = await findEntry(context, name);
  if (found === null) return replyPrivately(interaction, t('bot.decisions.gone'));
  const { entry } = found.shown;
  const rights = await findRights(entry, found.log, context);
  if (step === 'confirm') return confirm(context, entry, rights);
  if (step === 'follow' || step === 'unfollow')
    return showEntry(context, entry, step === 'follow' ? await follow(context, entry) : '');
  if (entry.kind !== 'action') return replyPrivately(interaction, t('bot.unknownButton'));
  if (step !== 'remind' && !rights.canChange) return replyPrivately(interaction, t('bot.decisions.notOwner'));
  const change = await findChange(context, entry, step, chosen);
  if (change === null) return replyPrivately(interaction, t('bot.unknownButton'));
  const { guildId, id } = entry;
  await decisionLog.change(guildId, id, each => (each.kind === 'action' ? change(each) : each));
  log.info({ guild: guildId, entry: id, step }, 'action-changed');
  const list = findShownList(interaction.message);
  if (list?.kind === 'list') return showEntries(context, list.query, list.page);
  const ticked = step === 'done' || step === 'reopen' ? toTickedRows(interaction, entry, step) : null;
  await (ticked ? edit(interaction, { components: ticked }) : showEntry(context, entry));
}

/** Returns why the person cannot follow the decision; empty if they do. */
async function follow(
  { interaction, t, locale, decisionLog }: EntryPress,
  { guildId, id }: LogEntry,
): Promise<string> {
  const personId = interaction.user.id;
  const changed = await decisionLog.change(guildId, id, each => {
    if (each.kind !== 'decision' || each.followers.length >= mostPeople) return each;
    const others = each.followers.filter(other => other.personId !== personId);
    return { ...each, followers: [...others, { personId, locale }] };
  });
  const isFollowed =
    changed?.kind === 'decision' && changed.followers.some(each => each.personId === personId);
  return isFollowed ? '' : t('bot.decisions.followFull');
}

async function confirm(
  context: EntryPress,
  entry: LogEntry,
  { canConfirm, channelId }: EntryRights,
): Promise<void> {
  const { interaction, t, decisionLog, settings, log } = context;
  if (!canConfirm) {
    const { decisionRole } = await settings.of(entry.guildId);
    const refusal =
      decisionRole === undefined
        ? t('bot.decisions.notManager')
        : t('bot.decisions.notConfirmer', { role: `<@&${decisionRole}>` });
    return replyPrivately(interaction, refusal);
  }
  let isFirst = false;
  await decisionLog.change(entry.guildId, entry.id, each => {
    isFirst = each.kind === 'decision' && each.post?.state === 'waiting';
    if (each.kind !== 'decision' || !each.post || !isFirst) return each;
    return { ...each, post: { ...each.post, state: 'ready', confirmedBy: interaction.user.id } };
  });
  if (isFirst) log.info({ guild: entry.guildId, entry: entry.id }, 'decision-confirmed');
  const place = channelId === null ? t('bot.decisions.noChannel') : `<#${channelId}>`;
  await showEntry(
    context,
    entry,
    isFirst ? t('bot.decisions.confirmed', { channel: place }) : t('bot.decisions.posted'),
  );
}

/** The change for a step; null if the chosen value is unknown. */
async function findChange(
  context: EntryPress,
  entry: ActionItem,
  step: EntryStep,
  chosen: string,
): Promise<((entry: ActionItem) => ActionItem) | null> {
  const { interaction, locale, now } = context;
  const { id } = interaction.user;
  if (step === 'done') return each => (each.done === null ? { ...each, done: { at: now(), by: id } } : each);
  if (step === 'reopen') return each => ({ ...each, done: null });
  if (step === 'owner') return each => ({ ...each, ownerId: chosen, isOwnerChosen: true });
  const withoutOwn = (each: ActionItem) => each.reminders.filter(({ personId }) => personId !== id);
  if (step === 'remind' && chosen === 'never') return each => ({ ...each, reminders: withoutOwn(each) });
  const later = laters.find(each => each === chosen);
  const { dueDate = null } = toShownStatement(entry) ?? {};
  const at = later && toLater(later, dueDate, now(), await findZone(context, entry.guildId));
  if (!at) return null;
  if (step === 'snooze') return each => ({ ...each, snoozedUntil: at });
  return each => ({ ...each, reminders: [...withoutOwn(each), { personId: id, at, locale }] });
}

const laters: readonly Later[] = ['due', 'day', 'three', 'week'];
