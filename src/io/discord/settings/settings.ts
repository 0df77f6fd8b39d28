import { type APIEmbed, type APIEmbedField, PermissionFlagsBits } from 'discord.js';
import type { Feedback } from '../../../app/ports.ts';
import { listLanguages, parseSettings } from '../../../app/settings.ts';
import {
  type GuildSettings,
  type SettingDefaults,
  type SettingName,
  settingNames,
} from '../../../core/settings.ts';
import { colors } from '../../../render/embed/embed.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { SettingsAsk } from '../command.ts';
import type { RequestContext } from '../interaction/context.ts';
import { toInline } from '../interaction/inline.ts';
import { defer, edit, replyPrivately } from '../interaction/reply.ts';
import { opinions } from '../summarize/summary-message.ts';

/**
 * Shows or changes a server's settings, for people with Manage Server. Discord hides the command from others, but a server
 * can show it to anyone, so the permission is checked here as well.
 */
export async function answerSettings(context: RequestContext, ask: SettingsAsk): Promise<void> {
  const { interaction, locale, words, settings } = context;
  await defer(context);
  const { guildId, memberPermissions } = interaction;
  if (guildId === null || !memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    return replyPrivately(interaction, words.settings.notManager);
  const refusal = await change(context, guildId, ask);
  if (refusal !== null) return replyPrivately(interaction, refusal);
  const own = await settings.own(guildId);
  const feedback = ask.kind === 'show' ? await context.feedback.list(guildId) : [];
  const shown = toEmbed(own, settings.defaults, words, locale);
  await edit(interaction, {
    content: ask.kind === 'show' ? '' : words.settings.saved,
    embeds: [feedback.length === 0 ? shown : { ...shown, fields: [toFeedbackField(feedback, words)] }],
  });
}

/** As many reasons as a field of an embed holds for certain. */
const maxReasons = 5;

/** A sentence where nothing could be changed. */
async function change(
  { settings, words }: RequestContext,
  guildId: string,
  ask: SettingsAsk,
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
  { settings: words, decisions }: BotWords,
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
    serverUsd: words.dollars(holding.serverUsd),
    memberUsd: words.dollars(holding.memberUsd),
    review: words.review(holding.review),
    decisions: decisions.modes[holding.decisions],
    decisionChannel:
      holding.decisionChannel === undefined ? decisions.noChannel : `<#${holding.decisionChannel}>`,
    decisionRole: holding.decisionRole === undefined ? decisions.managers : `<@&${holding.decisionRole}>`,
  };
  const lines = settingNames.map(name => {
    const from = own[name] === undefined ? words.fromDefault : `**${words.fromServer}**`;
    return `**${words.names[name]}** · ${values[name]} · ${from}`;
  });
  return {
    title: words.title,
    description: lines.join('\n'),
    color: colors.empty,
    footer: { text: words.how },
  };
}
