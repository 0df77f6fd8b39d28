import { type APIEmbed, PermissionFlagsBits } from 'discord.js';
import type { UsageReport } from '../../../app/usage/ledger.ts';
import { toUsed } from '../../../core/usage/caps.ts';
import type { UsageRange } from '../../../core/usage/periods.ts';
import {
  memberlessFeatures,
  type Spending,
  sumSpending,
  toTokens,
  type UsageEntry,
} from '../../../core/usage/spending.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { colors } from '../../../render/embed/embed.ts';
import { withRest } from '../../../render/with-rest.ts';
import type { UsageWords } from '../../../render/words/bot/usage/words.ts';
import type { RequestContext } from '../interaction/context.ts';
import { defer, edit, replyPrivately } from '../interaction/reply.ts';

/** The most of each kind that is listed; an embed has room for 4,096 characters. */
const mostRows = 10;
const mostDays = 31;

/** Shows what the calls of a server took, for people with Manage Server. */
export async function answerUsage(context: RequestContext, range: UsageRange): Promise<void> {
  const { interaction, locale, usage } = context;
  const { usage: words } = context.words;
  await defer(context);
  const { guildId, memberPermissions } = interaction;
  if (guildId === null || !memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    return replyPrivately(interaction, words.notManager);
  const report = await usage.report(guildId, range);
  await edit(interaction, { embeds: [toEmbed(report, range, words, locale)] });
}

function toEmbed(report: UsageReport, range: UsageRange, words: UsageWords, locale: string): APIEmbed {
  const { total, entries, unreadableDays, caps, zone } = report;
  const capLines = caps.map(cap => words.cap({ ...cap, resets: toTimestamp(cap.resetsAt) }));
  const parts =
    total.calls === 0
      ? [words.empty]
      : [
          toTotal(total, words).join('\n'),
          ...(range === 'today' ? [] : [toDays(report, words, locale)]),
          toRows(
            words.members,
            entries,
            ({ personId, feature }) => {
              if (personId !== null) return `<@${personId}>`;
              return memberlessFeatures.has(feature) ? words.memberless : words.nobody;
            },
            words,
          ),
          toRows(words.channels, entries, ({ channelId }) => (channelId ? `<#${channelId}>` : '–'), words),
          toRows(words.features, entries, ({ feature }) => words.featureNames[feature], words),
        ];
  return {
    title: words.titles[range],
    description: [
      ...(unreadableDays.length > 0 ? [words.unreadableDays(unreadableDays.length)] : []),
      ...parts,
      ...(caps.length > 0 ? [toSection(words.caps, capLines)] : []),
    ].join('\n\n'),
    color: colors.empty,
    footer: { text: words.footer(zone) },
  };
}

function toTotal(total: Spending, words: UsageWords): readonly string[] {
  const { calls, input, cacheRead, cacheWrite, unpriced, assumedUsd } = total;
  return [
    words.total(toCost(total, words), toTokens(total), calls),
    ...(cacheRead > 0
      ? [words.cached(cacheRead / (input + cacheRead + cacheWrite), words.count(cacheRead))]
      : []),
    ...(unpriced > 0 ? [words.unpriced(unpriced)] : []),
    ...(assumedUsd > 0 ? [words.estimated] : []),
  ];
}

function toDays({ days }: UsageReport, words: UsageWords, locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const lines = days
    .slice(-mostDays)
    .map(({ day, spending }) => toRow(date.format(Date.parse(day)), spending, words));
  return toSection(words.days, lines);
}

/** The most expensive first. */
function toRows(
  heading: string,
  entries: readonly UsageEntry[],
  toName: (entry: UsageEntry) => string,
  words: UsageWords,
): string {
  const rows = [...Map.groupBy(entries, toName)]
    .map(([name, own]) => ({ name, spending: sumSpending(own) }))
    .sort(
      (a, b) =>
        toUsed('usd', b.spending) - toUsed('usd', a.spending) || toTokens(b.spending) - toTokens(a.spending),
    );
  const lines = rows.slice(0, mostRows).map(({ name, spending }) => toRow(name, spending, words));
  return toSection(heading, withRest(lines, rows.length, words.more));
}

function toSection(heading: string, lines: readonly string[]): string {
  return [`**${heading}**`, ...lines].join('\n');
}

/** Short enough for one line on a phone. */
function toRow(name: string, spending: Spending, words: UsageWords): string {
  return `${name} · ${toCost(spending, words)} · ${words.count(toTokens(spending))}`;
}

function toCost(spending: Spending, words: UsageWords): string {
  const { assumedUsd, unpriced } = spending;
  const money = words.money(toUsed('usd', spending));
  const known = assumedUsd > 0 ? words.about(money) : money;
  return unpriced > 0 ? words.plusUnknown(known) : known;
}
