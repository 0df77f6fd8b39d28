import type { AutocompleteInteraction, ChatInputCommandInteraction, Client } from 'discord.js';
import type { Digests } from '../../../../app/digests/digests.ts';
import type { Logger } from '../../../../log.ts';
import type { DigestAction } from '../../../../render/digests/digest-id.ts';
import { toBotWords } from '../../../../render/words/bot/index.ts';
import type { DigestAsk, Suggestion } from '../../command.ts';
import { answerFailure, defer, deferUpdate, say } from '../../interaction/reply.ts';
import { type DigestPress, type DraftingParts, pressDraft, previewEdited, previewNew } from './draft.ts';
import { createDrafts } from './drafts.ts';
import { listDigests, manageDigest, suggestDigests } from './manage.ts';
import { canManageDigest, canSeeDigest, fetchAsker, toNotManager } from './member-access.ts';

export type DigestCommandParts = Omit<DraftingParts, 'digests' | 'drafts'> & {
  readonly client: Client<true>;
  /** Null where no digests run. */
  readonly digests: Digests | null;
  readonly log: Logger;
};

export type DigestCommand = {
  readonly execute: (interaction: ChatInputCommandInteraction, ask: DigestAsk) => Promise<void>;
  readonly suggest: (interaction: AutocompleteInteraction) => Promise<readonly Suggestion[]>;
  /** Answers a press on a preview, a list or a digest by any person; failures become a sentence. */
  readonly press: (interaction: DigestPress, action: DigestAction) => Promise<void>;
};

/** What `/digest` does. Every answer is for the person alone. */
export function createDigestCommand(given: DigestCommandParts): DigestCommand {
  const { client, digests } = given;
  const drafts = createDrafts(() => Date.parse(given.now()));

  const answerPress = async (interaction: DigestPress, action: DigestAction) => {
    const words = toBotWords(interaction.locale);
    await deferUpdate(interaction);
    if (digests === null) return say(interaction, words.digest.command.unavailable);
    const parts = { ...given, digests, drafts };
    if (action.kind === 'draft') return pressDraft(interaction, action, parts);
    const asker = await fetchAsker(client, interaction.guildId ?? '', interaction.user.id);
    if (asker === null) return say(interaction, words.denied('not_a_member', ''));
    if (action.kind === 'digest')
      return manageDigest(interaction, action.digestId, action.step, asker, parts);
    const [digestId = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
    await manageDigest(interaction, digestId, 'show', asker, parts);
  };

  return {
    async execute(interaction, ask) {
      const words = toBotWords(interaction.locale);
      const { command } = words.digest;
      await defer(interaction);
      if (digests === null) return say(interaction, command.unavailable);
      const parts = { ...given, digests, drafts };
      const asker = await fetchAsker(client, interaction.guildId ?? '', interaction.user.id);
      if (asker === null) return say(interaction, words.denied('not_a_member', ''));
      if (ask.kind === 'list') return listDigests(interaction, asker, parts);
      if (ask.kind === 'create') return previewNew(interaction, ask.given, asker, parts);
      if (ask.kind !== 'edit') return manageDigest(interaction, ask.digestId, ask.kind, asker, parts);
      const digest = await digests.get(asker.guild.id, ask.digestId);
      if (digest === null || !canSeeDigest(asker, digest)) return say(interaction, command.unknown);
      if (!(await canManageDigest(asker, digest))) return say(interaction, toNotManager(digest, words));
      await previewEdited(interaction, ask.given, digest, asker, parts);
    },
    suggest: async interaction => (digests === null ? [] : suggestDigests(interaction, digests)),
    async press(interaction, action) {
      try {
        await answerPress(interaction, action);
      } catch (error) {
        await answerFailure(interaction, error, given.log);
      }
    },
  };
}
