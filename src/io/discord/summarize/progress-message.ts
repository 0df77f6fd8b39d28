import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Summary } from '../../../core/claims/summary.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toEmbedPages } from '../../../render/embed/embed.ts';
import type { Texts } from '../../../render/texts.ts';
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
  t: Texts,
): Pick<MessageBody, 'content' | 'embeds' | 'components'> {
  const [page] = summary === null ? [] : toEmbedPages(summary, { isUnfinished: true });
  return {
    content: toLine({ messages, claims, judging }, t),
    embeds: page ? [...page.embeds] : [],
    components: [toStopRow(runId, t)],
  };
}

function toLine({ messages, claims, judging }: Omit<Progress, 'summary'>, t: Texts): string {
  if (claims === 0) return t('bot.summarizing', { messages });
  return judging ? t('bot.judging', { claims }) : t('bot.writing', { messages, claims });
}

/** The button that stops a run; the next message removes it. */
export function toStopRow(runId: string, t: Texts): APIActionRowComponent<APIButtonComponent> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: t('bot.buttons.stop'),
        custom_id: toCustomId({ runId, action: 'stop' }),
      },
    ],
  };
}
