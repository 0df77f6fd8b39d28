import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import { toHelp } from '../../../render/embed/help.ts';
import { createCatchup } from '../catchup/catchup.ts';
import type { Bot, Command } from '../command.ts';
import { answerEntries } from '../decisions/entry-command.ts';
import { answerDigest, suggestDigestNames } from '../digests/digest-command.ts';
import { answerPrivacy } from '../settings/privacy.ts';
import { answerSettings, answerZone } from '../settings/settings.ts';
import { answerTopics, suggestTopics } from '../topics.ts';
import { answerStats } from '../usage/stats.ts';
import { answerUsage } from '../usage/usage.ts';
import type { RequestContext } from './context.ts';
import { replyPrivately } from './reply.ts';
import { findWrongNumber } from './whole-numbers.ts';

export type CommandRouter = {
  /** Runs a slash command or a command of a message's menu. */
  readonly answerCommand: (context: RequestContext) => Promise<void>;
  /** Suggests values for the option that is being typed. */
  readonly suggest: (context: RequestContext<AutocompleteInteraction>) => Promise<void>;
};

export function createCommandRouter(commands: readonly Command[]): CommandRouter {
  const catchUp = createCatchup();

  const toBot = (context: RequestContext<ChatInputCommandInteraction>): Bot => ({
    summarize: ask => context.summarize(context, ask),
    catchUp: ask => catchUp(context, ask),
    zone: ask => answerZone(context, ask),
    settings: ask => answerSettings(context, ask),
    usage: range => answerUsage(context, range),
    stats: () => answerStats(context),
    privacy: ask => answerPrivacy(context, ask),
    topics: ask => answerTopics(context, ask),
    help: () => replyPrivately(context.interaction, toHelp(context.t)),
    digest: ask => answerDigest(context, ask),
    entries: query => answerEntries(context, query),
  });

  return {
    answerCommand: async context => {
      const { interaction, t, summarize } = context;
      const command = commands.find(
        each => 'commandName' in interaction && each.definition.name === interaction.commandName,
      );
      if (interaction.isChatInputCommand() && command?.kind === 'slash') {
        const wrong = findWrongNumber(interaction.options.data, command.definition.options);
        if (wrong) await replyPrivately(interaction, t('bot.wrongNumber', wrong));
        else await command.execute(interaction, toBot({ ...context, interaction }));
      } else if (interaction.isMessageContextMenuCommand() && command?.kind === 'message') {
        await command.execute(interaction, { summarize: ask => summarize(context, ask) });
      } else throw new Error('a command that is not in the list');
    },
    suggest: async context => {
      const { interaction, log } = context;
      const command = commands.find(({ definition }) => definition.name === interaction.commandName);
      try {
        const suggestions =
          command?.kind === 'slash'
            ? ((await command.suggest?.(interaction, {
                digests: () => suggestDigestNames(context),
                topics: () => suggestTopics(context),
              })) ?? [])
            : [];
        await interaction.respond(
          suggestions.map(each => (typeof each === 'string' ? { name: each, value: each } : each)),
        );
      } catch (error) {
        log.debug(
          { interaction: interaction.id, name: error instanceof Error ? error.name : '' },
          'suggestion-failed',
        );
      }
    },
  };
}
