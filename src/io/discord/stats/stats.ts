import { type APIEmbed, PermissionFlagsBits } from 'discord.js';
import { leastCitationRate, type QualityFigures, toQualityFigures } from '../../../core/quality/figures.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { colors } from '../../../render/embed/embed.ts';
import { alignColumns } from '../../../render/plain/columns.ts';
import type { StatsWords } from '../../../render/words/bot/stats/words.ts';
import type { RequestContext } from '../interaction/context.ts';
import { defer, edit, replyPrivately } from '../interaction/reply.ts';

/** Shows how well the latest summaries of a server cite, for people with Manage Server. */
export async function answerStats(context: RequestContext): Promise<void> {
  const { interaction, quality } = context;
  const { stats } = context.words;
  await defer(context);
  const { guildId, memberPermissions } = interaction;
  if (guildId === null || !memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    return replyPrivately(interaction, stats.notManager);
  const figures = toQualityFigures(await quality.list(guildId));
  await edit(interaction, { embeds: [toEmbed(figures, stats)] });
}

function toEmbed(figures: QualityFigures | null, words: StatsWords): APIEmbed {
  const { title, empty, footer } = words;
  if (figures === null) return { title, description: empty, color: colors.empty };
  return {
    title,
    description: toSections(figures, words).join('\n\n'),
    color: isLow(figures) ? colors.needsClarification : colors.empty,
    footer: { text: footer },
  };
}

function isLow({ citationRate }: QualityFigures): boolean {
  return citationRate !== null && citationRate < leastCitationRate;
}

/** Another model changes nothing about the answers of the demo. */
function toLowWords({ isByModel }: QualityFigures, words: StatsWords): string {
  const low = words.low(leastCitationRate);
  return isByModel ? `${low} ${words.otherModel}` : low;
}

function toSections(figures: QualityFigures, words: StatsWords): readonly string[] {
  const { citationRate, cited, eligible, supportedRate, supported, judged, markers } = figures;
  const { marked, unjudged, quoted, repaired, citationsReplaced, rejected } = figures;
  const { opened, helpful, unhelpful, acceptedAfterMs } = figures;
  return [
    [
      words.window(figures.summaries, toTimestamp(figures.since)),
      ...toLines([figures.recorded, words.recorded]),
    ].join('\n'),
    toSection(words.citations, [
      citationRate === null ? words.noClaims : words.citationRate(citationRate, cited, eligible),
      ...(isLow(figures) ? [toLowWords(figures, words)] : []),
      ...toLines([citationsReplaced, words.replaced], [repaired, words.repaired], [quoted, words.quoted]),
    ]),
    toSection(words.wording, [
      supportedRate === null ? words.notJudged : words.supported(supportedRate, supported, judged),
      ...toLines([marked, words.marked], [unjudged, words.unjudged]),
    ]),
    ...(rejected.length === 0
      ? []
      : [
          toSection(
            words.removed,
            rejected.map(({ check, count }) => `${words.checkNames[check]} · ${count}`),
          ),
        ]),
    toSection(words.markers, [words.gathered(markers.gathered), words.cited(markers.cited, markers.unique)]),
    toSection(words.readers, [
      words.opened(opened),
      `👍 ${helpful} · 👎 ${unhelpful}`,
      ...(acceptedAfterMs === null ? [] : [words.accepted(acceptedAfterMs)]),
    ]),
    ...(figures.steps.length === 0 ? [] : [toSection(words.taken, [toStepTable(figures, words)])]),
  ];
}

function toSection(heading: string, lines: readonly string[]): string {
  return [`**${heading}**`, ...lines].join('\n');
}

function toLines(...counts: readonly (readonly [number, (count: number) => string])[]): readonly string[] {
  return counts.flatMap(([count, write]) => (count > 0 ? [write(count)] : []));
}

function toStepTable({ steps }: QualityFigures, words: StatsWords): string {
  const rows = steps.map(({ step, durationMs, costUsd }) => [
    words.steps[step],
    words.seconds(durationMs),
    costUsd === null ? '–' : words.money(costUsd),
  ]);
  const isPriced = steps.some(({ costUsd }) => costUsd !== null);
  const table = [['', words.time, words.cost], ...rows].map(row => (isPriced ? row : row.slice(0, 2)));
  return `\`\`\`\n${alignColumns(table)}\n\`\`\``;
}
