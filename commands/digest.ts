import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  type ChatInputCommandInteraction,
  InteractionContextType,
} from 'discord.js';
import { suggestLanguages } from '../src/app/languages.ts';
import { details } from '../src/core/claims/summary.ts';
import { type DigestInput, longestFocus } from '../src/core/digests/digest.ts';
import { parseSchedule } from '../src/core/schedule.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerDigest, suggestDigestNames } from '../src/io/discord/digests/digest-command.ts';
import type { DigestAsk, Suggestion } from '../src/io/discord/interaction/context.ts';
import { suggestZones } from '../src/io/discord/settings/own-zone.ts';
import { toRecurrenceWords } from '../src/render/embed/digest-text.ts';
import { type TextKey, type Texts, toTexts } from '../src/render/texts.ts';
import { toLanguage } from './language.ts';
import { describe, detailChoices, name } from './localized.ts';

const { Subcommand, String: Text, Boolean: Flag, Channel } = ApplicationCommandOptionType;

type Described =
  Extract<TextKey, `bot.digest.command.options.${string}`> extends `${string}options.${infer Name}`
    ? Name
    : never;

const describeOption = (option: Described) => describe(`bot.digest.command.options.${option}`);

/** Values that reset the language, and clear the focus. */
const noLanguage = 'default';
const none = 'none';

const choiceOptions: readonly APIApplicationCommandBasicOption[] = [
  { type: Text, name: 'when', ...describeOption('when'), autocomplete: true, max_length: 100 },
  {
    type: Channel,
    name: 'post_in',
    ...describeOption('postIn'),
    channel_types: [
      ChannelType.GuildText,
      ChannelType.GuildAnnouncement,
      ChannelType.GuildVoice,
      ChannelType.PublicThread,
      ChannelType.PrivateThread,
      ChannelType.AnnouncementThread,
      ChannelType.GuildForum,
    ],
  },
  { type: Flag, name: 'direct_message', ...describeOption('directMessage') },
  {
    type: Text,
    name: 'style',
    ...describeOption('style'),
    choices: [
      { ...name('bot.digest.command.options.styleDigest'), value: 'digest' },
      { ...name('bot.digest.command.options.styleNote'), value: 'note' },
    ],
  },
  { type: Text, name: 'zone', ...describeOption('zone'), autocomplete: true, max_length: 64 },
  { type: Text, name: 'detail', ...describeOption('detail'), choices: detailChoices },
  {
    type: Text,
    name: 'language',
    ...describeOption('language'),
    autocomplete: true,
    max_length: 100,
  },
  { type: Text, name: 'focus', ...describeOption('focus'), max_length: longestFocus },
  { type: Flag, name: 'review', ...describeOption('review') },
  { type: Text, name: 'digest', ...describeOption('digest'), autocomplete: true, max_length: 100 },
];

function subcommand(
  named: Described,
  options: readonly APIApplicationCommandBasicOption[] = [],
): APIApplicationCommandOption {
  return { type: Subcommand, name: named, ...describeOption(named), options: [...options] };
}

export const digestCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'digest',
    ...describeOption('description'),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      subcommand('set', choiceOptions),
      subcommand('list'),
      subcommand('me', [
        { type: Text, name: 'when', ...describeOption('meWhen'), autocomplete: true, max_length: 100 },
      ]),
    ],
  },
  execute: context => answerDigest(context, toAsk(context.interaction, context.t)),
  suggest: context => {
    const { interaction } = context;
    const { name: option, value } = interaction.options.getFocused(true);
    if (option === 'zone') return suggestZones(value);
    const t = toTexts(interaction.locale);
    if (option === 'language') {
      const usual = { name: t('bot.digest.command.options.defaultLanguage'), value: noLanguage };
      const found = suggestLanguages(value, interaction.locale);
      return value.trim() === '' ? [usual, ...found.slice(0, -1)] : found;
    }
    return option === 'when' ? suggestSchedules(value, interaction.locale) : suggestDigestNames(context);
  },
} satisfies SlashCommand;

function toAsk({ options }: ChatInputCommandInteraction, t: Texts): DigestAsk {
  const subcommand = options.getSubcommand();
  if (subcommand === 'me') return { kind: 'me', when: options.getString('when')?.trim() || null };
  if (subcommand !== 'set') return { kind: 'list' };
  return { kind: 'set', digestId: options.getString('digest'), given: toGiven(options, t) };
}

function toGiven(options: ChatInputCommandInteraction['options'], t: Texts): DigestInput {
  const when = options.getString('when')?.trim();
  const zone = options.getString('zone')?.trim();
  const postIn = options.getChannel('post_in');
  const directMessage = options.getBoolean('direct_message');
  const style = options.getString('style');
  const detail = details.find(each => each === options.getString('detail'));
  const language = options.getString('language');
  const focus = options.getString('focus')?.trim();
  const review = options.getBoolean('review');
  return {
    ...(when && { when }),
    ...(zone && { zone }),
    ...(postIn && {
      destination: {
        kind: postIn.type === ChannelType.GuildForum ? 'forum' : 'channel',
        channelId: postIn.id,
      },
    }),
    ...(directMessage !== null && { directMessage }),
    ...(style !== null && { isNote: style === 'note' }),
    ...(detail && { detail }),
    ...(language !== null && { language: language === noLanguage ? null : toLanguage(language, t) }),
    ...(focus && { focus: focus.toLowerCase() === none ? null : focus }),
    ...(review !== null && { review }),
  };
}

const usualTime = '09:00';
const toSchedules = (time: string) => [
  `weekdays at ${time}`,
  `daily ${time}`,
  `every Monday at ${time}`,
  `every Friday at ${time}`,
  `monday, thursday ${time}`,
  `monthly 1 ${time}`,
  `last day of the month at ${time}`,
];

/** The typed text if it is a schedule, and usual schedules that contain it; all of them if none does. */
function suggestSchedules(typed: string, locale: string): readonly Suggestion[] {
  const t = toTexts(locale);
  const toSuggestion = (value: string) => {
    const parsed = parseSchedule(value, 'UTC', locale);
    return parsed.ok ? [{ name: toRecurrenceWords(parsed.schedule, locale, t), value }] : [];
  };
  const value = typed.trim();
  const time = /\b\d{1,2}:\d\d(?:\s*[ap]m)?\b|\b\d{1,2}\s*[ap]m\b/i.exec(value)?.[0] ?? usualTime;
  const usual = toSchedules(time).flatMap(toSuggestion);
  const wanted = value.toLowerCase();
  const found = usual.filter(each => `${each.name} ${each.value}`.toLowerCase().includes(wanted));
  const all = [...toSuggestion(value), ...(found.length > 0 ? found : usual)];
  return all.filter((each, index) => all.findIndex(({ name: same }) => same === each.name) === index);
}
