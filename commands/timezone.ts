import { ApplicationCommandOptionType } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/interaction/routes.ts';
import { answerZone } from '../src/io/discord/settings/settings.ts';
import { describe, everywhere } from './options/localized.ts';

const maxSuggestions = 25;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The zones whose name contains the typed text, matching cities first: "new y" finds America/New_York. */
export function suggestZones(typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, '_');
  const found = zones.filter(zone => zone.toLowerCase().includes(wanted));
  const startsCity = (zone: string) => zone.toLowerCase().split('/').at(-1)?.startsWith(wanted) ?? false;
  return [...found.filter(startsCity), ...found.filter(zone => !startsCity(zone))].slice(0, maxSuggestions);
}

export const timezoneCommand = {
  kind: 'slash',
  definition: {
    ...everywhere,
    name: 'timezone',
    ...describe('bot.commands.timezone.description'),
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'zone',
        ...describe('bot.commands.timezone.zone'),
        autocomplete: true,
        max_length: 64,
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'forget',
        ...describe('bot.commands.timezone.forget'),
      },
    ],
  },
  execute: context =>
    answerZone(context, {
      zone: context.interaction.options.getString('zone')?.trim() || null,
      forgets: context.interaction.options.getBoolean('forget') ?? false,
    }),
  suggest: ({ interaction }) => suggestZones(interaction.options.getFocused()),
} satisfies SlashCommand;
