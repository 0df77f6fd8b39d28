import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toEmbedPages } from '../../../render/embed/embed.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { MessageBody } from '../interaction/message-body.ts';

/** The progress of a summary. */
type Progress = {
  readonly messages: number;
  /** The number of claims that passed the proofs so far. */
  readonly claims: number;
  /** Whether these claims are being judged. */
  readonly judging: boolean;
  /** The supported claims so far; null if there is nothing to show. */
  readonly summary: Summary | null;
};

/** The answer during writing: a line, the first page of the claims so far, and a stop button. */
export function toProgressMessage(
  { messages, claims, judging, summary }: Progress,
  runId: string,
  words: BotWords,
): Pick<MessageBody, 'content' | 'embeds' | 'components'> {
  const [page] = summary === null ? [] : toEmbedPages(summary, { isUnfinished: true });
  return {
    content: toLine({ messages, claims, judging }, words),
    embeds: page ? [...page.embeds] : [],
    components: [toStopRow(runId, words)],
  };
}

function toLine({ messages, claims, judging }: Omit<Progress, 'summary'>, words: BotWords): string {
  if (claims === 0) return words.summarizing(messages);
  return judging ? words.judging(claims) : words.writing(messages, claims);
}

/** The button that stops a run; the next message removes it. */
export function toStopRow(runId: string, words: BotWords): APIActionRowComponent<APIButtonComponent> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: words.buttons.stop,
        custom_id: toCustomId({ runId, action: 'stop' }),
      },
    ],
  };
}
