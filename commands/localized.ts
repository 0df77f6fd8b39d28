import {
  type ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  type LocaleString,
} from 'discord.js';
import { details } from '../src/core/claims/summary.ts';
import { allTexts, english, type TextKey, type Texts } from '../src/render/texts.ts';

export const readableTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
  ChannelType.GuildCategory,
] as const;

/** A slash command that works only in servers, where the bot is installed. */
export const inServers = {
  type: ApplicationCommandType.ChatInput as const,
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
};

/** One that works in direct messages with the bot too. */
export const everywhere = {
  ...inServers,
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
};

/** What people can also install for themselves, and use in servers and conversations where the bot is not. */
export const forPeople = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};

/** A description in English and in all other languages of the catalogues. */
export function describe(key: TextKey | ((t: Texts) => string)): {
  readonly description: string;
  readonly description_localizations: Partial<Record<LocaleString, string>>;
} {
  const others = allTexts.filter(t => t !== english);
  const write = typeof key === 'string' ? (t: Texts) => t(key) : key;
  return {
    description: write(english),
    description_localizations: Object.fromEntries(others.map(t => [t.discordLocale, write(t)])),
  };
}

/** The same for a name in a menu or list. */
export function name(key: Parameters<typeof describe>[0]): {
  readonly name: string;
  readonly name_localizations: Partial<Record<LocaleString, string>>;
} {
  const { description, description_localizations } = describe(key);
  return { name: description, name_localizations: description_localizations };
}

/** An option of a command, with its description from the catalogues. */
export function option<const Type extends ApplicationCommandOptionType, const More extends object>(
  type: Type,
  optionName: string,
  key: TextKey,
  more?: More,
) {
  return { type, name: optionName, ...describe(key), ...(more as More) };
}

export const detailChoices = details.map(value => ({
  ...name(`bot.commands.summarize.details.${value}`),
  value,
}));
