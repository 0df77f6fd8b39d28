import type { RepliableInteraction } from 'discord.js';
import { toHelp } from '../../../render/help.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import { say } from './reply.ts';

/** Tells the person alone what Footnote does, in their language. */
export function answerHelp(interaction: RepliableInteraction): Promise<void> {
  return say(interaction, toHelp(toBotWords(interaction.locale).help));
}
