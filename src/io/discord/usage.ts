import { type APIEmbed, type Client, PermissionFlagsBits, Team } from 'discord.js';
import type { UsageReport } from '../../app/usage/ledger.ts';
import type { Payer } from '../../app/usage/ports.ts';
import { toCounts } from '../../core/claims/footnotes.ts';
import {
  type CapState,
  type Feature,
  memberlessFeatures,
  type ReachedCap,
  type Spending,
  sumSpending,
  toQuality,
  toTokens,
  toUsed,
  type UsageEntry,
} from '../../core/claims/usage.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import { withRest } from '../../render/cut.ts';
import { toTimestamp } from '../../render/embed/discord-markup.ts';
import { toEmbed } from '../../render/embed/message-body.ts';
import { toMoney } from '../../render/figures.ts';
import type { Texts } from '../../render/texts.ts';
import type { Ask, RequestContext } from './interaction/context.ts';
import { sendDirect } from './interaction/messages.ts';
import { defer, edit, replyPrivately } from './interaction/reply.ts';
import type { RefusedRun } from './summarize/runs.ts';

type Bill = {
  readonly payer: Payer;
  /** A sentence; empty if all calls were made. */
  readonly toCapWords: (t: Texts) => string;
  /** Whether only the member may read the sentence: it says how much they have used. */
  readonly isPrivate: () => boolean;
};

export function openBill(
  { guildId, user }: { readonly guildId: string | null; readonly user: { readonly id: string | null } },
  channelId: string,
  feature: Feature,
): Bill {
  let first: ReachedCap | null = null;
  const payer: Payer = {
    guildId,
    personId: user.id,
    channelId,
    feature,
    onCap: cap => {
      first ??= cap;
    },
  };
  return {
    payer,
    toCapWords: t => (first === null ? '' : toCapWords(first, t)),
    isPrivate: () => first?.scope === 'member',
  };
}

export function toCapWords(cap: ReachedCap, t: Texts): string {
  const { scope, unit, limit, used, expected, isUnpriced, resetsAt } = cap;
  const resets = toTimestamp(resetsAt);
  if (used === null) return t('bot.usage.unreadable', { resets });
  const reached = scope === 'bot' ? 'bot.usage.botReached' : 'bot.usage.reached';
  return t(isUnpriced ? 'bot.usage.unpricedReached' : reached, {
    scope,
    used: toAmount(unit, used, t),
    limit: toAmount(unit, limit, t),
    expected: toAmount(unit, expected, t),
    resets,
  });
}

function toAmount(unit: ReachedCap['unit'], value: number, t: Texts): string {
  return unit === 'usd' ? toMoney(t.tag, value) : t('bot.usage.amountTokens', { count: Math.round(value) });
}

/** The preview of a digest is a summary of the member who asks for it. */
export function toFeature({ request: { checkOf, threadOf, question, focus } }: Ask): Feature {
  if (checkOf ?? threadOf) return checkOf ? 'check' : 'thread';
  if (question !== undefined) return 'ask';
  return focus === undefined ? 'summary' : 'focus';
}

export function toRefusedRun({ reason, limit }: RefusedRun, t: Texts): string {
  return reason === 'running' ? t('bot.alreadyRunning') : t('bot.dailySpent', { limit });
}

const variables = { usd: 'FOOTNOTE_MONTHLY_USD', tokens: 'FOOTNOTE_MONTHLY_TOKENS' } as const;

/** Sends the bot's owner a direct message in English; false if that fails. The caller has logged it already. */
export async function warnOwner(client: Client<true>, content: string, log: Logger): Promise<boolean> {
  try {
    const { owner } = await client.application.fetch();
    const ownerId = owner instanceof Team ? owner.ownerId : owner?.id;
    const isSent = Boolean(ownerId) && (await sendDirect(client, ownerId ?? '', { content }, content));
    if (!isSent) log.warn('owner-warning-failed');
    return isSent;
  } catch (error) {
    log.warn({ ...toLoggedError(error) }, 'owner-warning-failed');
    return false;
  }
}

export function renderCapWarning({ scope, unit, used, limit, resetsAt }: CapState): string {
  if (used === null) {
    const whose = scope === 'bot' ? 'it has used this month' : 'a server has used';
    return `Footnote cannot read what ${whose}: see "record-unreadable" in its log. Until ${toTimestamp(resetsAt)}, or until the store is restored from a backup, calls that count toward that cap are not made, and summaries are Highlights (selected quotes).`;
  }
  const tell = (value: number) =>
    unit === 'usd' ? toMoney('en', value) : `${value.toLocaleString('en')} tokens`;
  const share = (used / limit).toLocaleString('en', { style: 'percent' });
  return `Footnote has used ${share} of its cap for this month: ${tell(used)} of ${tell(limit)} (${variables[unit]}). It resets ${toTimestamp(resetsAt)}. Until then, calls that would go over it are not made, and summaries are Highlights (selected quotes).`;
}

/** The most rows of each list: an embed has room for 4,096 characters. */
const mostRows = 10;
/** How many of the latest summaries the figures of quality are of. */
const mostSummaries = 100;

/** Shows cost and tokens of a server, and how well its summaries cite, for people with Manage Server. */
export async function answerUsage(context: RequestContext): Promise<void> {
  const { interaction, locale, t, usage, engine } = context;
  await defer(context);
  const { guildId, memberPermissions } = interaction;
  if (guildId === null || !memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    return replyPrivately(interaction, t('bot.usage.notManager'));
  const report = await usage.report(guildId);
  const quality = await findQuality(context, guildId);
  const empty = t(engine.name === 'extractive' ? 'bot.usage.noModel' : 'bot.usage.empty');
  await edit(interaction, { embeds: [renderEmbed(report, quality, empty, t, locale)] });
}

/** Statements that were checked are other people's: they do not count. */
async function findQuality({ summaries }: RequestContext, guildId: string) {
  const ids = (await summaries.ids(guildId)).slice(-mostSummaries);
  const stored = await summaries.getMany(guildId, ids);
  return stored
    .filter(({ summary }) => summary.checked === undefined)
    .map(({ summary }) => ({ ...toQuality(summary), disputed: toCounts(summary).disputed }));
}

type ShownQuality = Awaited<ReturnType<typeof findQuality>>;

function toQualityLines(all: ShownQuality, t: Texts): readonly string[] {
  const sum = (name: 'eligible' | 'cited' | 'judged' | 'supported' | 'disputed') =>
    all.reduce((total, quality) => total + quality[name], 0);
  const [eligible, cited] = [sum('eligible'), sum('cited')];
  const [judged, supported] = [sum('judged'), sum('supported')];
  const disputed = sum('disputed');
  return [
    ...(eligible > 0 ? [t('bot.usage.cited', { share: cited / eligible, cited, eligible })] : []),
    ...(judged > 0 ? [t('bot.usage.supported', { share: supported / judged, supported, judged })] : []),
    ...(disputed > 0 ? [t('bot.usage.disputed', { count: disputed })] : []),
  ];
}

function renderEmbed(
  report: UsageReport,
  quality: ShownQuality,
  empty: string,
  t: Texts,
  locale: string,
): APIEmbed {
  const { total, entries, unreadableDays, caps, zone } = report;
  const capLines = caps.map(cap => toCapLine(cap, t));
  const qualityLines = toQualityLines(quality, t);
  const parts =
    total.calls === 0
      ? [empty]
      : [
          toTotal(total, t).join('\n'),
          toDays(report, t, locale),
          toRows(t('bot.usage.members'), entries, each => toPayerName(each, t), t),
          toRows(
            t('bot.usage.channels'),
            entries,
            each => (each.channelId ? `<#${each.channelId}>` : '–'),
            t,
          ),
          toRows(t('bot.usage.features'), entries, each => t(`bot.usage.featureNames.${each.feature}`), t),
        ];
  return toEmbed(
    t('bot.usage.title'),
    [
      ...(unreadableDays.length > 0 ? [t('bot.usage.unreadableDays', { days: unreadableDays.length })] : []),
      ...parts,
      ...(caps.length > 0 ? [toSection(t('bot.usage.caps'), capLines)] : []),
      ...(qualityLines.length > 0
        ? [toSection(t('bot.usage.quality', { count: quality.length }), qualityLines)]
        : []),
    ].join('\n\n'),
    { footer: t('bot.usage.footer', { zone }) },
  );
}

function toPayerName({ personId, feature }: UsageEntry, t: Texts): string {
  if (personId !== null) return `<@${personId}>`;
  return memberlessFeatures.has(feature) ? t('bot.usage.memberless') : t('bot.usage.nobody');
}

function toCapLine({ scope, unit, used, limit, resetsAt }: CapState, t: Texts): string {
  const name = t(`bot.usage.capNames.${scope}`);
  const resets = toTimestamp(resetsAt);
  if (used === null) return `${name}${t('summary.colon')} ${t('bot.usage.unreadable', { resets })}`;
  return t('bot.usage.cap', {
    name,
    used: toAmount(unit, used, t),
    limit: toAmount(unit, limit, t),
    share: used / limit,
    resets,
  });
}

function toTotal(total: Spending, t: Texts): readonly string[] {
  const { calls, unpriced } = total;
  return [
    t('bot.usage.total', { cost: toCost(total, t), tokens: toTokens(total), calls }),
    ...(unpriced > 0 ? [t('bot.usage.unpriced', { calls: unpriced })] : []),
  ];
}

function toDays({ days }: UsageReport, t: Texts, locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const lines = days.map(({ day, spending }) => toRow(date.format(Date.parse(day)), spending, t));
  return toSection(t('bot.usage.days'), lines);
}

function toRows(
  heading: string,
  entries: readonly UsageEntry[],
  toName: (entry: UsageEntry) => string,
  t: Texts,
): string {
  const rows = [...Map.groupBy(entries, toName)]
    .map(([name, own]) => ({ name, spending: sumSpending(own) }))
    .sort(
      (a, b) =>
        toUsed('usd', b.spending) - toUsed('usd', a.spending) || toTokens(b.spending) - toTokens(a.spending),
    );
  const lines = rows.slice(0, mostRows).map(({ name, spending }) => toRow(name, spending, t));
  return toSection(
    heading,
    withRest(lines, rows.length, count => t('bot.usage.more', { count })),
  );
}

function toSection(heading: string, lines: readonly string[]): string {
  return [`**${heading}**`, ...lines].join('\n');
}

/** Short enough for one line on a phone: "Today · $0.12 · 12.3K" */
function toRow(name: string, spending: Spending, t: Texts): string {
  const compact = new Intl.NumberFormat(t.tag, { notation: 'compact', maximumFractionDigits: 1 });
  return `${name} · ${toCost(spending, t)} · ${compact.format(toTokens(spending))}`;
}

function toCost(spending: Spending, t: Texts): string {
  const { assumedUsd, unpriced } = spending;
  const money = toMoney(t.tag, toUsed('usd', spending));
  const known = assumedUsd > 0 ? t('bot.usage.about', { cost: money }) : money;
  return unpriced > 0 ? t('bot.usage.plusUnknown', { cost: known }) : known;
}
