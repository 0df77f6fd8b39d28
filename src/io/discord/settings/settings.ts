import {
  type APIEmbed,
  type APIEmbedField,
  type Client,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import type { Feedback } from '../../../app/ports.ts';
import { listLanguages, parseSettings } from '../../../app/settings.ts';
import {
  type GuildSettings,
  type SettingDefaults,
  type SettingName,
  settingEntries,
} from '../../../core/settings.ts';
import { isZone } from '../../../core/time.ts';
import { type Logger, toLoggedError } from '../../../log.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { colors } from '../../../render/embed/embed.ts';
import { toMoney } from '../../../render/figures.ts';
import { type Texts, toTexts } from '../../../render/texts.ts';
import type { SettingsAsk, ZoneAsk } from '../command.ts';
import { noMentions, toInline } from '../components.ts';
import type { RequestContext } from '../interaction/context.ts';
import { defer, edit, replyPrivately } from '../interaction/reply.ts';
import { postOnce } from '../summarize/send-message.ts';
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
  const shown = renderEmbed(own, settings.defaults, t, locale);
  await edit(interaction, {
    content: ask.kind === 'show' ? '' : t('bot.settings.saved'),
    embeds: [feedback.length === 0 ? shown : { ...shown, fields: [toFeedbackField(feedback, t)] }],
  });
}

/** This many of the longest reasons fit into a field of an embed. */
const maxReasons = 5;

/** Changes the settings; a sentence if it could not. */
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
      .map(({ name, given }) =>
        t('bot.settings.wrong', { name: t(`bot.settings.names.${name}`), given: toInline(given) }),
      )
      .join('\n');
  await settings.change(guildId, parsed.settings);
  return null;
}

/** Counts of 👍 and 👎, and the latest comments without their authors. */
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

/** One line for each setting: its name, its value, and whether the server or the default sets it. */
function renderEmbed(own: GuildSettings, defaults: SettingDefaults, t: Texts, locale: string): APIEmbed {
  const lines = settingEntries.map(([name]) => {
    const from =
      own[name] === undefined ? t('bot.settings.fromDefault') : `**${t('bot.settings.fromServer')}**`;
    const value = toValue(name, { ...defaults, ...own }, t, locale);
    return `**${t(`bot.settings.names.${name}`)}** · ${value} · ${from}`;
  });
  return {
    title: t('bot.settings.title'),
    description: lines.join('\n'),
    color: colors.empty,
    footer: { text: t('bot.settings.how') },
  };
}

function toValue(
  name: SettingName,
  { language, zone = 'UTC', decisionChannel, decisionRole, ...holding }: GuildSettings & SettingDefaults,
  t: Texts,
  locale: string,
): string {
  switch (name) {
    case 'language':
      return listLanguages(locale).find(({ tag }) => tag === language)?.name ?? t('bot.settings.ownLanguage');
    case 'zone':
      return zone;
    case 'serverUsd':
    case 'memberUsd':
      return holding[name] === 0 ? t('bot.settings.unlimited') : toMoney(t.tag, holding[name]);
    case 'review':
      return t(`bot.review.modes.${holding.review}`);
    case 'decisions':
      return t(`bot.decisions.modes.${holding.decisions}`);
    case 'decisionChannel':
      return decisionChannel === undefined ? t('bot.decisions.noChannel') : `<#${decisionChannel}>`;
    case 'decisionRole':
      return decisionRole === undefined ? t('bot.decisions.managers') : `<@&${decisionRole}>`;
    default:
      return t(`bot.settings.values.${name}`, { value: holding[name] });
  }
}

/** Stores, clears or shows a person's time zone. The answer contains the time there, so that a wrong zone is noticed. */
export async function answerZone(
  { interaction, locale, t, zones, now }: RequestContext,
  { zone, forgets }: ZoneAsk,
): Promise<void> {
  const { user, guildId } = interaction;
  const toClock = (timeZone: string) =>
    new Date(now()).toLocaleTimeString(locale, { timeZone, timeStyle: 'short' });
  const answer = async (content: string) => {
    await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: noMentions });
  };
  if (zone !== null && forgets) return answer(t('bot.conflicts.zoneAndForget'));
  if (zone === null && !forgets) {
    const own = await zones.get(user.id);
    if (own !== null) return answer(t('bot.zoneShown', { zone: own, now: toClock(own) }));
    const others = (guildId === null ? null : await zones.get(guildId)) ?? 'UTC';
    return answer(t('bot.zoneUnset', { zone: others, now: toClock(others) }));
  }
  if (zone !== null && !isZone(zone))
    return answer(t('bot.zoneUnknown', { zone: zone.replace(/[^\w/+-]+/g, ' ').slice(0, 60) }));
  await zones.set(user.id, zone);
  return answer(zone === null ? t('bot.zoneForgotten') : t('bot.zoneSet', { zone, now: toClock(zone) }));
}

/** Sends the owner of a server a direct message that its settings are unreadable. Other managers read it in answers. */
export async function warnServerOwner(client: Client<true>, guildId: string, log: Logger): Promise<void> {
  log.error({ guild: guildId }, 'settings-unreadable');
  try {
    const { name, ownerId, preferredLocale } = await client.guilds.fetch(guildId);
    const content = `**${escapeDiscord(name)}**: ${toTexts(preferredLocale)('bot.settings.unreadable')}`;
    const message = { content, allowedMentions: noMentions };
    await postOnce(await client.users.createDM(ownerId), message, `settings-unreadable:${guildId}`);
  } catch (error) {
    log.warn({ guild: guildId, ...toLoggedError(error) }, 'server-owner-unwarned');
  }
}
