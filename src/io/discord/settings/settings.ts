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
import { toMoney } from '../../../render/figures.ts';
import type { Texts } from '../../../render/texts.ts';
import type { SettingsAsk } from '../command.ts';
import type { RequestContext } from '../interaction/context.ts';
import { toInline } from '../interaction/message-body.ts';
import { defer, edit, replyPrivately } from '../interaction/reply.ts';
import { opinions } from '../summarize/summary-message.ts';

/**
 * Shows or changes a server's settings, for people with Manage Server. Discord hides the command from others, but a server
 * can show it to anyone, so the permission is checked here as well.
 */
export async function answerSettings(context: RequestContext, ask: SettingsAsk): Promise<void> {
  const { interaction, locale, t, settings } = context;
  await defer(context);
  const { guildId, memberPermissions } = interaction;
  if (guildId === null || !memberPermissions?.has(PermissionFlagsBits.ManageGuild))
    return replyPrivately(interaction, t('bot.settings.notManager'));
  const refusal = await change(context, guildId, ask);
  if (refusal !== null) return replyPrivately(interaction, refusal);
  const own = await settings.own(guildId);
  const feedback = ask.kind === 'show' ? await context.feedback.list(guildId) : [];
  const shown = toEmbed(own, settings.defaults, t, locale);
  await edit(interaction, {
    content: ask.kind === 'show' ? '' : t('bot.settings.saved'),
    embeds: [feedback.length === 0 ? shown : { ...shown, fields: [toFeedbackField(feedback, t)] }],
  });
}

/** As many reasons as a field of an embed holds for certain. */
const maxReasons = 5;

/** A sentence where nothing could be changed. */
async function change(
  { settings, t }: RequestContext,
  guildId: string,
  ask: SettingsAsk,
): Promise<string | null> {
  if (ask.kind === 'reset') await settings.reset(guildId, ask.name);
  if (ask.kind !== 'set') return null;
  if (Object.keys(ask.given).length === 0) return t('bot.settings.nothingGiven');
  const parsed = parseSettings(ask.given);
  if (!parsed.ok)
    return parsed.wrong
      .map(({ name, given }) => t(`bot.settings.wrong.${name}`, { given: toInline(given) }))
      .join('\n');
  await settings.change(guildId, parsed.settings);
  return null;
}

/** How many found summaries helpful and how many did not, and the latest reasons; nobody is named. */
function toFeedbackField(feedback: readonly Feedback[], t: Texts): APIEmbedField {
  const [helpful = '', unhelpful = ''] = opinions.map(({ emoji }) => emoji);
  const count = feedback.filter(({ isHelpful }) => isHelpful).length;
  const reasons = feedback
    .filter(({ reason }) => reason !== undefined)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxReasons)
    .map(({ isHelpful, reason = '' }) => `${isHelpful ? helpful : unhelpful} ${toInline(reason)}`);
  const counts = `${helpful} ${count} · ${unhelpful} ${feedback.length - count}`;
  return { name: t('bot.feedback.title'), value: [counts, ...reasons].join('\n') };
}

/** A line each: what it is, what holds, and who says so. */
function toEmbed(own: GuildSettings, defaults: SettingDefaults, t: Texts, locale: string): APIEmbed {
  const holding = { ...defaults, ...own };
  const language = listLanguages(locale).find(({ tag }) => tag === holding.language)?.name ?? null;
  const dollars = (usd: number) => (usd === 0 ? t('bot.settings.unlimited') : toMoney(t.tag, usd));
  const values: Readonly<Record<SettingName, string>> = {
    minConfidence: t('bot.settings.minConfidence', { value: holding.minConfidence }),
    language: language ?? holding.language ?? t('bot.settings.ownLanguage'),
    zone: holding.zone ?? 'UTC',
    dailyRuns: t('bot.settings.dailyRuns', { count: holding.dailyRuns }),
    retentionDays: t('bot.settings.retentionDays', { days: holding.retentionDays }),
    serverUsd: dollars(holding.serverUsd),
    memberUsd: dollars(holding.memberUsd),
    review: t(`bot.review.modes.${holding.review}`),
    decisions: t(`bot.decisions.modes.${holding.decisions}`),
    decisionChannel:
      holding.decisionChannel === undefined ? t('bot.decisions.noChannel') : `<#${holding.decisionChannel}>`,
    decisionRole:
      holding.decisionRole === undefined ? t('bot.decisions.managers') : `<@&${holding.decisionRole}>`,
  };
  const lines = settingNames.map(name => {
    const from =
      own[name] === undefined ? t('bot.settings.fromDefault') : `**${t('bot.settings.fromServer')}**`;
    return `**${t(`bot.settings.names.${name}`)}** · ${values[name]} · ${from}`;
  });
  return {
    title: t('bot.settings.title'),
    description: lines.join('\n'),
    color: colors.empty,
    footer: { text: t('bot.settings.how') },
  };
}
