import { type APIEmbed, PermissionFlagsBits } from 'discord.js';
import { leastCitationRate, type QualityFigures, toQualityFigures } from '../../../core/quality/figures.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { colors } from '../../../render/embed/embed.ts';
import { toDuration, toMoney, toSeconds } from '../../../render/figures.ts';
import { alignColumns } from '../../../render/formats/plain.ts';
import type { Texts } from '../../../render/texts.ts';
import type { RequestContext } from '../interaction/context.ts';
import { defer, edit, replyPrivately } from '../interaction/reply.ts';

/** Shows how well the latest summaries of a server cite, for people with Manage Server. */
export async function answerStats(context: RequestContext): Promise<void> {
  const { interaction, t, quality } = context;
  await defer(context);
  const { guildId, memberPermissions } = interaction;
  if (guildId === null || !memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    return replyPrivately(interaction, t('bot.stats.notManager'));
  const figures = toQualityFigures(await quality.list(guildId));
  await edit(interaction, { embeds: [renderEmbed(figures, t)] });
}

function renderEmbed(figures: QualityFigures | null, t: Texts): APIEmbed {
  if (figures === null)
    return { title: t('bot.stats.title'), description: t('bot.stats.empty'), color: colors.empty };
  return {
    title: t('bot.stats.title'),
    description: renderSections(figures, t).join('\n\n'),
    color: isLow(figures) ? colors.needsClarification : colors.empty,
    footer: { text: t('bot.stats.footer') },
  };
}

function isLow({ citationRate }: QualityFigures): boolean {
  return citationRate !== null && citationRate < leastCitationRate;
}

/** Suggests another model, except in the demo, which calls none. */
function toLowWords({ isByModel }: QualityFigures, t: Texts): string {
  const low = t('bot.stats.low', { least: leastCitationRate });
  return isByModel ? `${low} ${t('bot.stats.otherModel')}` : low;
}

function renderSections(figures: QualityFigures, t: Texts): readonly string[] {
  const { citationRate, cited, eligible, supportedRate, supported, judged, markers } = figures;
  const { marked, unjudged, quoted, repaired, citationsReplaced, rejected } = figures;
  const { opened, helpful, unhelpful, acceptedAfterMs } = figures;
  return [
    [
      t('bot.stats.window', { count: figures.summaries, since: toTimestamp(figures.since) }),
      ...toLines([figures.recorded, count => t('bot.stats.recorded', { count })]),
    ].join('\n'),
    renderSection(t('bot.stats.citations'), [
      citationRate === null
        ? t('bot.stats.noClaims')
        : t('bot.stats.citationRate', { share: citationRate, cited, eligible }),
      ...(isLow(figures) ? [toLowWords(figures, t)] : []),
      ...toLines(
        [citationsReplaced, count => t('bot.stats.replaced', { count })],
        [repaired, count => t('bot.stats.repaired', { count })],
        [quoted, count => t('bot.stats.quoted', { count })],
      ),
    ]),
    renderSection(t('bot.stats.wording'), [
      supportedRate === null
        ? t('bot.stats.notJudged')
        : t('bot.stats.supported', { share: supportedRate, supported, judged }),
      ...toLines(
        [marked, count => t('bot.stats.marked', { count })],
        [unjudged, count => t('bot.stats.unjudged', { count })],
      ),
    ]),
    ...(rejected.length === 0
      ? []
      : [
          renderSection(
            t('bot.stats.removed'),
            rejected.map(({ check, count }) => `${t(`summary.viewer.checkNames.${check}`)} · ${count}`),
          ),
        ]),
    renderSection(t('bot.stats.markers'), [
      t('bot.stats.gathered', { count: toTenths(markers.gathered) }),
      t('bot.stats.cited', { cited: toTenths(markers.cited), unique: toTenths(markers.unique) }),
    ]),
    renderSection(t('bot.stats.readers'), [
      t('bot.stats.opened', { count: opened }),
      `👍 ${helpful} · 👎 ${unhelpful}`,
      ...(acceptedAfterMs === null
        ? []
        : [t('bot.stats.accepted', { time: toDuration(t.tag, acceptedAfterMs) })]),
    ]),
    ...(figures.steps.length === 0
      ? []
      : [renderSection(t('bot.stats.taken'), [renderStepTable(figures, t)])]),
  ];
}

function renderSection(heading: string, lines: readonly string[]): string {
  return [`**${heading}**`, ...lines].join('\n');
}

function toLines(...counts: readonly (readonly [number, (count: number) => string])[]): readonly string[] {
  return counts.flatMap(([count, write]) => (count > 0 ? [write(count)] : []));
}

function toTenths(mean: number): number {
  return Math.round(mean * 10) / 10;
}

function renderStepTable({ steps }: QualityFigures, t: Texts): string {
  const rows = steps.map(({ step, durationMs, costUsd }) => [
    t(`bot.stats.steps.${step}`),
    // At least 0.1 s, so that the whole column is in seconds.
    toSeconds(t.tag, Math.max(0.1, durationMs / 1_000)),
    costUsd === null ? '–' : toMoney(t.tag, costUsd),
  ]);
  const isPriced = steps.some(({ costUsd }) => costUsd !== null);
  const table = [['', t('bot.stats.time'), t('bot.stats.cost')], ...rows].map(row =>
    isPriced ? row : row.slice(0, 2),
  );
  return `\`\`\`\n${alignColumns(table)}\n\`\`\``;
}
