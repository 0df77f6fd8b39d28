import {
  type APIEmbed,
  type APIEmbedField,
  type AutocompleteInteraction,
  ChannelType,
  type Client,
  type Guild,
  type GuildBasedChannel,
  GuildMember,
  PermissionFlagsBits,
} from 'discord.js';
import { suggestLanguages, toLanguageName } from '../../../app/languages.ts';
import { parseSetting } from '../../../app/settings.ts';
import type { Feedback } from '../../../app/store-ports.ts';
import {
  type GuildSettings,
  mostGlossaryLength,
  mostTerms,
  type NumberName,
  type Setting,
  type SettingDefaults,
  type SettingName,
  serverSettings,
  settingEntries,
  settingGroups,
  toGlossary,
  usualDefaults,
} from '../../../core/settings.ts';
import { type Logger, toLoggedError } from '../../../log.ts';
import { truncate } from '../../../render/cut.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { toEmbed, toInline } from '../../../render/embed/message-body.ts';
import { toMoney } from '../../../render/figures.ts';
import { type Texts, toTexts } from '../../../render/texts.ts';
import type { RequestContext, Suggestion } from '../interaction/context.ts';
import { sendDirect } from '../interaction/messages.ts';
import { defer, edit, replyPrivately } from '../interaction/reply.ts';
import { opinions } from '../summarize/summary-message.ts';
import { suggestZones } from './own-zone.ts';
import { findManaged } from './server-data.ts';

type SettingsAsk = {
  readonly subcommand: string;
  readonly option: string | null;
  readonly value: string | null;
};

/** Shows or changes settings for people with Manage Server, which is checked here: a server can show the command to anyone. */
export async function answerSettings(context: RequestContext, ask: SettingsAsk): Promise<void> {
  const { interaction, locale, t, settings } = context;
  await defer(context);
  const guild = await findManaged(context);
  if (guild === null) return;
  const isShow = ask.subcommand === 'show';
  const [name] = findSetting(ask.option);
  if (ask.subcommand === 'reset') await settings.reset(guild.id, name ?? 'all');
  else if (name !== undefined && ask.value !== null) {
    const given = parseSetting(name, ask.value);
    if (given === null || !isOfGuild(given, guild))
      return replyPrivately(interaction, toRefusal(name, ask.value, t));
    await settings.change(guild.id, given);
  }
  const own = await settings.own(guild.id);
  const feedback = isShow ? await context.feedback.list(guild.id) : [];
  const shown = renderEmbed(own, settings.defaults, { t, locale, only: isShow ? undefined : name });
  await edit(interaction, {
    content: isShow ? '' : t('bot.settings.saved'),
    embeds: [feedback.length === 0 ? shown : { ...shown, fields: [toFeedbackField(feedback, t)] }],
  });
}

/** What is wrong with a value, and what the setting takes. */
function toRefusal(setting: SettingName, value: string, t: Texts): string {
  const allowed: Setting = serverSettings[setting];
  if (allowed.kind === 'terms')
    return t('bot.settings.wrongTerms', { terms: mostTerms, length: mostGlossaryLength });
  const name = t(`bot.settings.names.${setting}`);
  const given = toInline(value);
  if (!('min' in allowed)) return t('bot.settings.wrong', { name, given });
  const { kind, min, max } = allowed;
  return t('bot.settings.wrongNumber', { name, given, kind, min, max });
}

function findSetting(option: string | null) {
  return settingEntries.find(([, setting]) => setting.option === option) ?? [];
}

/** Nobody may name a channel or role of another server. */
function isOfGuild({ decisionChannel, decisionRole }: GuildSettings, { channels, roles }: Guild): boolean {
  return (
    (decisionChannel === undefined || isLogChannel(channels.cache.get(decisionChannel))) &&
    (decisionRole === undefined || roles.cache.has(decisionRole))
  );
}

function isLogChannel(channel: GuildBasedChannel | undefined): boolean {
  return channel?.type === ChannelType.GuildText || channel?.type === ChannelType.GuildAnnouncement;
}

/** The most suggestions, and their longest name. */
const maxSuggestions = 25;
const maxName = 100;

/** Suggests values for the chosen setting: what it can have, or the typed number and what it means. */
export function suggestSettingValues({
  interaction,
  locale,
  t,
  settings,
}: RequestContext<AutocompleteInteraction>): readonly Suggestion[] {
  const { options, guild } = interaction;
  const typed = options.getFocused().trim().toLowerCase();
  const [name, setting] = findSetting(options.getString('setting'));
  if (name === undefined || setting === undefined || guild === null) return [];
  if (setting.kind === 'terms' || setting.kind === 'ids') return [];
  if (setting.kind === 'zone') return suggestZones(typed);
  if (setting.kind === 'language') return suggestLanguages(typed, locale);
  if ('min' in setting) {
    const value = typed === '' ? String(settings.defaults[name as NumberName]) : typed;
    const given = parseSetting(name, value);
    if (given === null) return [];
    const shown = toValue(name, { ...settings.defaults, ...given }, t, locale);
    const meaning = t(`bot.commands.settings.${name as NumberName}`);
    return [{ name: truncate(`${shown} · ${meaning}`, maxName), value }];
  }
  return listValues(name, setting, interaction, t)
    .filter(each => `${each.name} ${each.value}`.toLowerCase().includes(typed))
    .slice(0, maxSuggestions);
}

function listValues(
  name: SettingName,
  setting: Setting,
  { guild, locale, member }: AutocompleteInteraction,
  t: Texts,
): readonly { readonly name: string; readonly value: string }[] {
  const named = (value: string) => ({
    name: toValue(name, { ...usualDefaults, [name]: value }, t, locale),
    value,
  });
  if ('values' in setting) return setting.values.map(named);
  if (setting.kind === 'role')
    return [...(guild?.roles.cache.values() ?? [])].map(role => ({ name: `@${role.name}`, value: role.id }));
  // Nobody learns of a channel that they cannot see.
  const isVisible = (channel: GuildBasedChannel) =>
    member instanceof GuildMember && channel.permissionsFor(member).has(PermissionFlagsBits.ViewChannel);
  return [...(guild?.channels.cache.values() ?? [])]
    .filter(channel => isLogChannel(channel) && isVisible(channel))
    .map(channel => ({ name: `#${channel.name}`, value: channel.id }));
}

/** This many of the longest reasons fit into a field of an embed. */
const maxReasons = 5;

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

/** A line for each setting; what the server has set is bold. */
function renderEmbed(
  own: GuildSettings,
  defaults: SettingDefaults,
  { t, locale, only }: { readonly t: Texts; readonly locale: string; readonly only: SettingName | undefined },
): APIEmbed {
  const toLines = (group: Setting['group']): readonly string[] => {
    const lines = settingEntries
      .filter(([name, setting]) => setting.group === group && (only ?? name) === name)
      .map(([name]) => {
        const value = toValue(name, { ...defaults, ...own }, t, locale);
        const shown = own[name] === undefined ? value : `**${value}**`;
        return `- ${t(`bot.settings.names.${name}`)}${t('summary.colon')} ${shown}`;
      });
    return lines.length === 0 ? [] : [`**${t(`bot.settings.groups.${group}`)}**`, ...lines];
  };
  const description = settingGroups.flatMap(toLines).join('\n');
  return toEmbed(t('bot.settings.title'), description, { footer: t('bot.settings.how') });
}

function toValue(
  name: SettingName,
  {
    language,
    zone = 'UTC',
    decisionChannel,
    decisionRole,
    webhooks,
    glossary,
    ...holding
  }: GuildSettings & SettingDefaults,
  t: Texts,
  locale: string,
): string {
  switch (name) {
    case 'language':
      return language === undefined ? t('bot.settings.ownLanguage') : toLanguageName(language, locale);
    case 'zone':
      return zone;
    case 'serverUsd':
    case 'memberUsd':
      return holding[name] === 0 ? t('bot.settings.unlimited') : toMoney(t.tag, holding[name]);
    case 'review':
      return t(`bot.review.modes.${holding.review}`);
    case 'decisions':
      return t(`bot.decisions.modes.${holding.decisions}`);
    case 'bots':
      return t(`bot.settings.bots.${holding.bots}`);
    case 'webhooks':
      return t.list(['PluralKit', 'Tupperbox', ...(webhooks?.split(' ') ?? [])]);
    case 'senderLookup':
      return t(`bot.settings.lookups.${holding.senderLookup}`);
    case 'glossary': {
      const terms = toGlossary(glossary);
      const list = toInline(terms.join('; '));
      return terms.length === 0
        ? t('bot.settings.noTerms')
        : `${t('bot.settings.terms', { count: terms.length })}${t('summary.colon')} ${list}`;
    }
    case 'decisionChannel':
      return decisionChannel === undefined ? t('bot.decisions.noChannel') : `<#${decisionChannel}>`;
    case 'decisionRole':
      return decisionRole === undefined ? t('bot.decisions.managers') : `<@&${decisionRole}>`;
    default:
      return t(`bot.settings.values.${name}`, { value: holding[name] });
  }
}

/** Sends the owner of a server a direct message that its settings are unreadable. Other managers read it in answers. */
export async function warnServerOwner(client: Client<true>, guildId: string, log: Logger): Promise<void> {
  log.error({ guild: guildId }, 'settings-unreadable');
  try {
    const { name, ownerId, preferredLocale } = await client.guilds.fetch(guildId);
    const content = `**${escapeDiscord(name)}**: ${toTexts(preferredLocale)('bot.settings.unreadable')}`;
    const isSent = await sendDirect(client, ownerId, { content }, `settings-unreadable:${guildId}`);
    if (!isSent) log.warn({ guild: guildId }, 'server-owner-unwarned');
  } catch (error) {
    log.warn({ guild: guildId, ...toLoggedError(error) }, 'server-owner-unwarned');
  }
}
