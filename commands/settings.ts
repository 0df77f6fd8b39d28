import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import { type GivenSettings, listLanguages } from '../src/app/settings.ts';
import { serverSettings, settingEntries } from '../src/core/settings.ts';
import type { SettingsAsk, Suggestion } from '../src/io/discord/command.ts';
import type { SlashCommand } from '../src/io/discord/interaction/routes.ts';
import { answerPrivacy } from '../src/io/discord/settings/privacy.ts';
import { answerSettings } from '../src/io/discord/settings/settings.ts';
import { describe, inServers, name } from './options/localized.ts';
import { suggestZones } from './timezone.ts';

const all = 'all';

/** The option of a setting. */
function toOption([setting, { option, kind, ...rest }]: (typeof settingEntries)[number]) {
  const base = { name: option, ...describe(`bot.commands.settings.${setting}`) };
  if ('min' in rest) {
    const bounds = { min_value: rest.min, max_value: rest.max };
    return kind === 'whole'
      ? { type: ApplicationCommandOptionType.Integer as const, ...base, ...bounds }
      : { type: ApplicationCommandOptionType.Number as const, ...base, ...bounds };
  }
  const text = { type: ApplicationCommandOptionType.String as const, ...base };
  switch (setting) {
    case 'review':
      return {
        ...text,
        choices: serverSettings.review.values.map(value => ({ ...name(`bot.review.modes.${value}`), value })),
      };
    case 'decisions':
      return {
        ...text,
        choices: serverSettings.decisions.values.map(value => ({
          ...name(`bot.decisions.modes.${value}`),
          value,
        })),
      };
    case 'decisionChannel':
      return {
        type: ApplicationCommandOptionType.Channel as const,
        ...base,
        channel_types: [ChannelType.GuildText as const, ChannelType.GuildAnnouncement as const],
      };
    case 'decisionRole':
      return { type: ApplicationCommandOptionType.Role as const, ...base };
    default:
      return { ...text, autocomplete: true as const, max_length: 64 };
  }
}

export const settingsCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'settings',
    ...describe('bot.commands.settings.description'),
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
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
        options: settingEntries.map(toOption),
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
              ...settingEntries.map(([setting, { option }]) => ({
                ...name(`bot.settings.names.${setting}`),
                value: option,
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
    const values = settingEntries.flatMap(([setting, { option }]) => {
      const value = given.get(option)?.value;
      return typeof value === 'string' || typeof value === 'number' ? [[setting, value] as const] : [];
    });
    return { kind: 'set', given: Object.fromEntries(values) satisfies GivenSettings };
  }
  if (subcommand !== 'reset') return { kind: 'show' };
  const wanted = given.getString('setting', true);
  const [setting = all] = settingEntries.find(([, { option }]) => option === wanted) ?? [];
  return { kind: 'reset', name: setting };
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
