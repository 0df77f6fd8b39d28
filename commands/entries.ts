import { ApplicationCommandOptionType } from 'discord.js';
import { actionStatuses, decisionStatuses } from '../src/core/decisions/entry.ts';
import { answerEntries } from '../src/io/discord/decisions/entry-command.ts';
import type { SlashCommand } from '../src/io/discord/interaction/routes.ts';
import { suggestTopics } from '../src/io/discord/topics.ts';
import { describe, inServers, name } from './localized.ts';

const text = ApplicationCommandOptionType.String as const;
const whoses = ['mine', 'all'] as const;

/** The options of both commands, which search the same register. */
function toOptions(key: 'command' | 'actions', statuses: typeof actionStatuses | typeof decisionStatuses) {
  const status = {
    type: text,
    name: 'status',
    ...describe(`bot.decisions.${key}.status`),
    choices: statuses.map(value => ({ ...name(`summary.statuses.${value}`), value })),
  };
  return {
    search: { type: text, name: 'search', ...describe(`bot.decisions.${key}.search`), max_length: 44 },
    topic: {
      type: text,
      name: 'topic',
      ...describe(`bot.decisions.${key}.topic`),
      autocomplete: true as const,
      max_length: 200,
    },
    status,
  };
}

const ofDecisions = toOptions('command', decisionStatuses);
const ofActions = toOptions('actions', actionStatuses);

export const decisionsCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'decisions',
    ...describe('bot.decisions.command.description'),
    options: [
      ofDecisions.search,
      ofDecisions.topic,
      {
        type: ApplicationCommandOptionType.User,
        name: 'person',
        ...describe('bot.decisions.command.person'),
      },
      ofDecisions.status,
    ],
  },
  execute: context => {
    const { options } = context.interaction;
    return answerEntries(context, {
      kind: 'decision',
      words: options.getString('search') ?? '',
      personId: options.getUser('person')?.id ?? null,
      status: decisionStatuses.find(each => each === options.getString('status')) ?? null,
      topic: options.getString('topic'),
    });
  },
  suggest: suggestTopics,
} satisfies SlashCommand;

export const actionsCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'actions',
    ...describe('bot.decisions.actions.description'),
    options: [
      {
        type: text,
        name: 'whose',
        ...describe('bot.decisions.actions.whose'),
        choices: whoses.map(value => ({ ...name(`bot.decisions.actions.whoses.${value}`), value })),
      },
      ofActions.search,
      ofActions.topic,
      ofActions.status,
    ],
  },
  execute: context => {
    const { options, user } = context.interaction;
    return answerEntries(context, {
      kind: 'action',
      words: options.getString('search') ?? '',
      personId: options.getString('whose') === 'all' ? null : user.id,
      status: actionStatuses.find(each => each === options.getString('status')) ?? 'open',
      topic: options.getString('topic'),
    });
  },
  suggest: suggestTopics,
} satisfies SlashCommand;
