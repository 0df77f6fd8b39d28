import {
  type APIEmbed,
  type APIEmbedField,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import type { Feedback, FeedbackStore } from '../../../app/ports.ts';
import { listLanguages, parseSettings, type Settings } from '../../../app/settings.ts';
import {
  type GuildSettings,
  type SettingDefaults,
  type SettingName,
  settingNames,
} from '../../../core/settings.ts';
import { colors } from '../../../render/embed/embed.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { SettingsAsk } from '../command.ts';
import { toInline } from '../interaction/inline.ts';
import { defer, edit, say } from '../interaction/reply.ts';
import { opinions } from '../summarize/summary-message.ts';

export type SettingsParts = { readonly settings: Settings; readonly feedback: FeedbackStore };

/**
 * Shows a server's settings or changes them, for whoever may manage the server: Discord hides the command from others,
 * but a server can show it to anybody, so that leave is looked at here as well.
 */
export async function answerSettings(
  interaction: ChatInputCommandInteraction,
  ask: SettingsAsk,
  parts: SettingsParts,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  await defer(interaction);
  const { guildId, memberPermissions } = interaction;
  if (guildId === null || !memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    return say(interaction, words.settings.notManager);
  const refusal = await change(guildId, ask, parts, words);
  if (refusal !== null) return say(interaction, refusal);
  const own = await parts.settings.own(guildId);
  const feedback = ask.kind === 'show' ? await parts.feedback.list(guildId) : [];
  const shown = toEmbed(own, parts.settings.defaults, words, interaction.locale);
  await edit(interaction, {
    content: ask.kind === 'show' ? '' : words.settings.saved,
    embeds: [feedback.length === 0 ? shown : { ...shown, fields: [toFeedbackField(feedback, words)] }],
  });
}

/** As many reasons as a field of an embed holds for certain. */
const maxReasons = 5;

/** A sentence where nothing could be changed. */
async function change(
  guildId: string,
  ask: SettingsAsk,
  { settings }: SettingsParts,
  words: BotWords,
): Promise<string | null> {
  if (ask.kind === 'reset') await settings.reset(guildId, ask.name);
  if (ask.kind !== 'set') return null;
  if (Object.keys(ask.given).length === 0) return words.settings.nothingGiven;
  const parsed = parseSettings(ask.given);
  if (!parsed.ok)
    return parsed.wrong.map(({ name, given }) => words.settings.wrong[name](toInline(given))).join('\n');
  await settings.change(guildId, parsed.settings);
  return null;
}

/** How many found summaries helpful and how many did not, and the latest reasons; nobody is named. */
function toFeedbackField(feedback: readonly Feedback[], { feedback: words }: BotWords): APIEmbedField {
  const [helpful = '', unhelpful = ''] = opinions.map(({ emoji }) => emoji);
  const count = feedback.filter(({ isHelpful }) => isHelpful).length;
  const reasons = feedback
    .filter(({ reason }) => reason !== undefined)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxReasons)
    .map(({ isHelpful, reason = '' }) => `${isHelpful ? helpful : unhelpful} ${toInline(reason)}`);
  const counts = `${helpful} ${count} · ${unhelpful} ${feedback.length - count}`;
  return { name: words.title, value: [counts, ...reasons].join('\n') };
}

/** A line each: what it is, what holds, and who says so. */
function toEmbed(
  own: GuildSettings,
  defaults: SettingDefaults,
  { settings: words }: BotWords,
  locale: string,
): APIEmbed {
  const holding = { ...defaults, ...own };
  const language = listLanguages(locale).find(({ tag }) => tag === holding.language)?.name ?? null;
  const values: Readonly<Record<SettingName, string>> = {
    minConfidence: words.minConfidence(holding.minConfidence),
    language: language ?? holding.language ?? words.ownLanguage,
    zone: holding.zone ?? 'UTC',
    dailyRuns: words.dailyRuns(holding.dailyRuns),
    retentionDays: words.retentionDays(holding.retentionDays),
    review: words.review(holding.review),
  };
  const lines = settingNames.map(name => {
    const from = own[name] === undefined ? words.fromDefault : `**${words.fromServer}**`;
    return `**${words.names[name]}**\n${values[name]} · ${from}`;
  });
  return {
    title: words.title,
    description: lines.join('\n'),
    color: colors.empty,
    footer: { text: words.how },
  };
}
