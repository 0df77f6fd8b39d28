import { ApplicationCommandOptionType as Type } from 'discord.js';
import {
  type ActionStatus,
  actionStatuses,
  type DecisionEntryStatus,
  decisionStatuses,
  type ListedEntry,
} from '../src/core/decisions/entry.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { answerEntries } from '../src/io/discord/decisions/entry-command.ts';
import { suggestTopics } from '../src/io/discord/topics.ts';
import type { Texts } from '../src/render/texts.ts';
import { describe, inServers, name, option } from './localized.ts';

/** "Action items: Open" */
function toChoice(kind: ListedEntry['kind'], value: DecisionEntryStatus | ActionStatus) {
  const write = (t: Texts) =>
    `${t(`summary.sections.${kind}`)}${t('summary.colon')} ${t(`summary.statuses.${value}`)}`;
  return { ...name(write), value };
}

export const decisionsCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'decisions',
    ...describe('bot.decisions.command.description'),
    options: [
      option(Type.String, 'kind', 'bot.decisions.command.kind', {
        choices: [
          { ...name('summary.sections.decision'), value: 'decision' },
          { ...name('bot.decisions.command.mine'), value: 'mine' },
          { ...name('summary.sections.action'), value: 'action' },
        ],
      }),
      option(Type.String, 'search', 'bot.decisions.command.search', { max_length: 44 }),
      option(Type.String, 'topic', 'bot.decisions.command.topic', { autocomplete: true, max_length: 200 }),
      option(Type.User, 'person', 'bot.decisions.command.person'),
      option(Type.String, 'status', 'bot.decisions.command.status', {
        choices: [
          ...decisionStatuses.map(value => toChoice('decision', value)),
          ...actionStatuses.map(value => toChoice('action', value)),
        ],
      }),
    ],
  },
  execute: context => {
    const { options, user } = context.interaction;
    const kind = options.getString('kind');
    const status = options.getString('status');
    const ofAction = actionStatuses.find(each => each === status);
    const ofDecision = decisionStatuses.find(each => each === status);
    const isAction = ofAction ? true : !ofDecision && (kind === 'mine' || kind === 'action');
    return answerEntries(context, {
      kind: isAction ? 'action' : 'decision',
      words: options.getString('search') ?? '',
      personId: options.getUser('person')?.id ?? (kind === 'mine' ? user.id : null),
      status: ofAction ?? ofDecision ?? (isAction ? 'open' : null),
      topic: options.getString('topic'),
    });
  },
  suggest: suggestTopics,
} satisfies SlashCommand;
