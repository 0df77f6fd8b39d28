import { type Client, Team } from 'discord.js';
import type { CapState } from '../../../core/usage/usage.ts';
import type { Logger } from '../../../log.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { toMoney } from '../../../render/figures.ts';
import { noMentions } from '../interaction/message-body.ts';
import { postOnce } from '../summarize/send-message.ts';

const variables = { usd: 'FOOTNOTE_MONTHLY_USD', tokens: 'FOOTNOTE_MONTHLY_TOKENS' } as const;

/** Tells the bot's owner, in English like all that is for operators; the log has it already if they take no messages. */
export async function warnOwner(client: Client<true>, cap: CapState, log: Logger): Promise<void> {
  try {
    const { owner } = await client.application.fetch();
    const ownerId = owner instanceof Team ? owner.ownerId : owner?.id;
    if (!ownerId) return;
    const content = toWarning(cap);
    await postOnce(await client.users.createDM(ownerId), { content, allowedMentions: noMentions }, content);
  } catch (error) {
    log.warn({ name: error instanceof Error ? error.name : '' }, 'owner-warning-failed');
  }
}

function toWarning({ scope, unit, used, limit, resetsAt }: CapState): string {
  if (used === null) {
    const whose = scope === 'bot' ? 'it has used this month' : 'a server has used';
    return `Footnote cannot read what ${whose}: see "record-unreadable" in its log. Until ${toTimestamp(resetsAt)}, or until the store is restored from a backup, calls that count toward that cap are not made, and summaries are Highlights (selected quotes).`;
  }
  const tell = (value: number) =>
    unit === 'usd' ? toMoney('en', value) : `${value.toLocaleString('en')} tokens`;
  const share = (used / limit).toLocaleString('en', { style: 'percent' });
  return `Footnote has used ${share} of its cap for this month: ${tell(used)} of ${tell(limit)} (${variables[unit]}). It resets ${toTimestamp(resetsAt)}. Until then, calls that would go over it are not made, and summaries are Highlights (selected quotes).`;
}
