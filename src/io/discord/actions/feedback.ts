import {
  type APIModalInteractionResponseCallbackData,
  ButtonStyle,
  ComponentType,
  type ModalSubmitInteraction,
  TextInputStyle,
} from 'discord.js';
import type { Feedback } from '../../../app/ports.ts';
import { type ReasonAction, toCustomId } from '../../../render/custom-id.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import { edit, say } from '../answer.ts';
import type { Action, ActionParts, Press, Pressed } from './action.ts';

const reasonField = 'reason';
const maxReason = 500;

/** Counts somebody's opinion in place of the one they had, and offers to say why. */
export const helpfulAction: Action<'helpful'> = {
  name: 'helpful',
  onlyRequester: false,
  toAcknowledgement: () => 'private',
  run: pressed => count(pressed, true),
};

export const unhelpfulAction: Action<'unhelpful'> = {
  name: 'unhelpful',
  onlyRequester: false,
  toAcknowledgement: () => 'private',
  run: pressed => count(pressed, false),
};

async function count(
  { interaction, kept, words, parts }: Omit<Pressed, 'action'>,
  isHelpful: boolean,
): Promise<void> {
  const { guildId, summary } = kept;
  const personId = interaction.user.id;
  const opinion = { personId, isHelpful, at: parts.now() };
  if (!(await note(guildId, summary.id, opinion, parts))) return say(interaction, words.expired);
  await edit(interaction, {
    content: words.feedback.thanks,
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Secondary,
            label: words.feedback.why,
            customId: toCustomId({ reasonFor: summary.id, action: 'why' }),
          },
        ],
      },
    ],
  });
}

/** Opens the form for a reason. It has to be the first answer, so that nobody is asked anything before. */
export async function askReason(interaction: Press, action: ReasonAction): Promise<void> {
  const { feedback } = toBotWords(interaction.locale);
  const modal: APIModalInteractionResponseCallbackData = {
    custom_id: toCustomId(action),
    title: feedback.why,
    components: [
      {
        type: ComponentType.Label,
        label: feedback.reason,
        description: feedback.whoReads,
        component: {
          type: ComponentType.TextInput,
          custom_id: reasonField,
          style: TextInputStyle.Paragraph,
          required: false,
          max_length: maxReason,
        },
      },
    ],
  };
  await interaction.showModal(modal);
}

/** Keeps the reason beside the opinion that it is for; an empty one takes it back. */
export async function keepReason(
  interaction: ModalSubmitInteraction,
  { reasonFor }: ReasonAction,
  parts: ActionParts,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  if (interaction.isFromMessage()) await interaction.deferUpdate();
  const { user } = interaction;
  // In a direct message only the summary names the server.
  const guildId = (await parts.summaries.get(interaction.guildId, reasonFor))?.guildId ?? null;
  const reason = interaction.fields.getTextInputValue(reasonField).trim().slice(0, maxReason);
  const given = guildId === null ? [] : await parts.feedback.get(guildId, reasonFor);
  const own = given.find(({ personId }) => personId === user.id);
  if (own === undefined) return say(interaction, words.expired);
  const { reason: _, ...opinion } = own;
  const next = { ...opinion, ...(reason !== '' && { reason: reason.toWellFormed() }) };
  if (!(await note(guildId, reasonFor, next, parts))) return say(interaction, words.expired);
  await edit(interaction, { content: words.feedback.kept, components: [] });
}

/** Whether there still is a summary to think something of. One after the other, so that no opinion is lost. */
function note(
  guildId: string | null,
  summaryId: string,
  opinion: Feedback,
  { amending, feedback, log }: ActionParts,
): Promise<boolean> {
  return amending.withKept({ guildId, summaryId }, async kept => {
    if (kept === null || guildId === null) return false;
    const others = (await feedback.get(guildId, summaryId)).filter(
      ({ personId }) => personId !== opinion.personId,
    );
    await feedback.put(guildId, summaryId, [...others, opinion], kept.createdAt);
    log.info({ summary: summaryId, isHelpful: opinion.isHelpful }, 'feedback-given');
    return true;
  });
}
