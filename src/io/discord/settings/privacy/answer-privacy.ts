import type { ChatInputCommandInteraction, RepliableInteraction } from 'discord.js';
import type { PrivacyAsk } from '../../command.ts';
import { answerFailure, defer, deferUpdate } from '../../interaction/reply.ts';
import { askDelete, deleteOwn, setOptedOut, showOwn } from './own-data.ts';
import { type ComponentPress, type PrivacyParts, privacyIds } from './parts.ts';
import { askErase, changeAccess, eraseServer, showAccess } from './server-data.ts';

type Answer<Interaction> = (interaction: Interaction, parts: PrivacyParts) => Promise<void>;

const answers: Readonly<Record<PrivacyAsk, Answer<RepliableInteraction>>> = {
  show: showOwn,
  delete: askDelete,
  opt_out: (interaction, parts) => setOptedOut(interaction, true, parts),
  opt_in: (interaction, parts) => setOptedOut(interaction, false, parts),
  access: showAccess,
  erase: askErase,
};

/** Answers only the person who asked. */
export async function answerPrivacy(
  interaction: ChatInputCommandInteraction,
  ask: PrivacyAsk,
  parts: PrivacyParts,
): Promise<void> {
  await defer(interaction);
  await answers[ask](interaction, parts);
}

const presses: ReadonlyMap<string, Answer<ComponentPress>> = new Map<string, Answer<ComponentPress>>([
  [privacyIds.delete, deleteOwn],
  [privacyIds.erase, eraseServer],
  [privacyIds.rule, changeAccess],
  [privacyIds.channels, changeAccess],
  [privacyIds.roles, changeAccess],
]);

/** Answers a press on one of these answers; null where it is on something else. */
export function answerPrivacyPress(interaction: ComponentPress, parts: PrivacyParts): Promise<void> | null {
  const press = presses.get(interaction.customId);
  if (press === undefined) return null;
  const answer = async () => {
    try {
      await deferUpdate(interaction);
      await press(interaction, parts);
    } catch (error) {
      await answerFailure(interaction, error, parts.log);
    }
  };
  return answer();
}
