import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';
import { type GivenSettings, listLanguages } from '../src/app/settings.ts';
import {
  decisionModes,
  numberSettings,
  reviewModes,
  type SettingName,
  settingNames,
} from '../src/core/settings.ts';
import type { SettingsAsk, Suggestion } from '../src/io/discord/command.ts';
import type { SlashCommand } from '../src/io/discord/interaction/route-command.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
import { answerSettings } from '../src/io/discord/settings/settings.ts';
import { describe, name } from './options/localized.ts';
import { suggestZones } from './timezone.ts';

/** The setting of each option. */
const options = {
  min_confidence: 'minConfidence',
  language: 'language',
  zone: 'zone',
  daily: 'dailyRuns',
  retention: 'retentionDays',
  server_usd: 'serverUsd',
  member_usd: 'memberUsd',
  review: 'review',
  decisions: 'decisions',
  decision_channel: 'decisionChannel',
  decision_role: 'decisionRole',
} as const satisfies Readonly<Record<string, SettingName>>;

const all = 'all';

const toCap = (setting: 'serverUsd' | 'memberUsd', option: string) => {
  const { min, max } = numberSettings[setting];
  return {
    type: ApplicationCommandOptionType.Number as const,
    name: option,
    ...describe(`bot.commands.settings.${setting}`),
    min_value: min,
    max_value: max,
  };
};

export const settingsCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'settings',
    ...describe('bot.commands.settings.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'show',
        ...describe('bot.commands.settings.show'),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'set',
        ...describe('bot.commands.settings.set'),
        options: [
          {
            type: ApplicationCommandOptionType.Number,
            name: 'min_confidence',
            ...describe('bot.commands.settings.minConfidence'),
            min_value: numberSettings.minConfidence.min,
            max_value: numberSettings.minConfidence.max,
          },
          {
            type: ApplicationCommandOptionType.String,
            name: 'language',
            ...describe('bot.commands.settings.language'),
            autocomplete: true,
            max_length: 64,
          },
          {
            type: ApplicationCommandOptionType.String,
            name: 'zone',
            ...describe('bot.commands.settings.zone'),
            autocomplete: true,
            max_length: 64,
          },
          {
            type: ApplicationCommandOptionType.Integer,
            name: 'daily',
            ...describe('bot.commands.settings.daily'),
            min_value: numberSettings.dailyRuns.min,
            max_value: numberSettings.dailyRuns.max,
          },
          {
            type: ApplicationCommandOptionType.Integer,
            name: 'retention',
            ...describe('bot.commands.settings.retention'),
            min_value: numberSettings.retentionDays.min,
            max_value: numberSettings.retentionDays.max,
          },
          toCap('serverUsd', 'server_usd'),
          toCap('memberUsd', 'member_usd'),
          {
            type: ApplicationCommandOptionType.String,
            name: 'review',
            ...describe('bot.commands.settings.review'),
            choices: reviewModes.map(value => ({ ...name(`bot.review.modes.${value}`), value })),
          },
          {
            type: ApplicationCommandOptionType.String,
            name: 'decisions',
            ...describe('bot.commands.settings.decisions'),
            choices: decisionModes.map(value => ({
              ...name(`bot.commands.settings.decisionModes.${value}`),
              value,
            })),
          },
          {
            type: ApplicationCommandOptionType.Channel,
            name: 'decision_channel',
            ...describe('bot.commands.settings.decisionChannel'),
            channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
          },
          {
            type: ApplicationCommandOptionType.Role,
            name: 'decision_role',
            ...describe('bot.commands.settings.decisionRole'),
          },
        ],
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'access',
        ...describe('bot.privacy.commands.access'),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'erase',
        ...describe('bot.privacy.commands.erase'),
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'reset',
        ...describe('bot.commands.settings.reset'),
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: 'setting',
            ...describe('bot.commands.settings.setting'),
            required: true,
            choices: [
              ...Object.entries(options).map(([value, setting]) => ({
                ...name(`bot.settings.names.${setting}`),
                value,
              })),
              { ...name('bot.commands.settings.all'), value: all },
            ],
          },
        ],
      },
    ],
  },
  execute: context => {
    const { interaction } = context;
    const subcommand = interaction.options.getSubcommand();
    return subcommand === 'access' || subcommand === 'erase'
      ? answerPrivacy(context, subcommand)
      : answerSettings(context, toAsk(interaction));
  },
  suggest: ({ interaction }) => suggest(interaction),
} satisfies SlashCommand;

function toAsk({ options: given }: ChatInputCommandInteraction): SettingsAsk {
  const subcommand = given.getSubcommand();
  if (subcommand === 'set') {
    const values = Object.entries(options).flatMap(([option, setting]) => {
      const value = given.get(option)?.value;
      return typeof value === 'string' || typeof value === 'number' ? [[setting, value] as const] : [];
    });
    return { kind: 'set', given: Object.fromEntries(values) satisfies GivenSettings };
  }
  if (subcommand !== 'reset') return { kind: 'show' };
  const wanted = given.getString('setting', true);
  const [, setting = all] = Object.entries(options).find(([option]) => option === wanted) ?? [];
  return { kind: 'reset', name: settingNames.find(each => each === setting) ?? all };
}

function suggest(interaction: AutocompleteInteraction): readonly Suggestion[] {
  const { name: option, value } = interaction.options.getFocused(true);
  return option === 'zone' ? suggestZones(value) : suggestLanguages(value, interaction.locale);
}

/** The languages whose name, in the person's language or in their own, contains the typed text. */
function suggestLanguages(typed: string, locale: string): readonly Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  return listLanguages(locale).flatMap(({ tag, name: called }) => {
    const own = listLanguages(tag).find(each => each.tag === tag)?.name ?? tag;
    const isMeant = [tag, called, own].some(each => each.toLowerCase().includes(wanted));
    return isMeant ? [{ name: own === called ? called : `${called} (${own})`, value: tag }] : [];
  });
}
