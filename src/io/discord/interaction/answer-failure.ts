import { randomBytes } from 'node:crypto';
import { RESTJSONErrorCodes as Codes, DiscordAPIError } from 'discord.js';
import { UserError } from '../../../errors.ts';
import { toLoggedError } from '../../../log.ts';
import type { Texts } from '../../../render/texts.ts';
import type { RequestContext } from './context.ts';
import { isTemporary, Refusal } from './failures.ts';
import { isAnswerGone, isOfAnswer, isTooLate, replyPrivately } from './reply.ts';

const answeredElsewhere =
  'Another process with the same DISCORD_TOKEN answered first. Stop it, or let both share a store and give them other SHARDS.';

export async function answerFailure(
  { interaction, t, log }: Pick<RequestContext, 'interaction' | 't' | 'log'>,
  error: unknown,
): Promise<void> {
  const reference = randomBytes(4).toString('hex');
  const ids = { interaction: interaction.id, guild: interaction.guildId, reference };
  if (isOfAnswer(error) && error.code === Codes.InteractionHasAlreadyBeenAcknowledged) {
    // Retries of our own do not end here.
    log.error({ ...ids, code: error.code, message: answeredElsewhere }, 'interaction-answered-elsewhere');
    return;
  }
  if (isTooLate(error) || isAnswerGone(error)) {
    log.warn({ ...ids, code: error instanceof DiscordAPIError ? error.code : undefined }, 'interaction-lost');
    return;
  }
  if (!(error instanceof Refusal)) log.error({ ...ids, error: toLogged(error) }, 'interaction-failed');
  try {
    const components = error instanceof Refusal ? error.components : [];
    await replyPrivately(interaction, toSentence(error, t, reference), components);
  } catch (second) {
    log.warn({ ...ids, error: toLogged(second) }, 'interaction-reply-failed');
  }
}

function toSentence(error: unknown, t: Texts, reference: string): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof UserError) {
    if (error.code === 'cancelled') return t('bot.stopping');
    if (error.code === 'settings_unreadable') return t('bot.settings.unreadable');
    if (error.code === 'usage_unreadable') return t('bot.runsUnreadable');
    return error.code === 'store_unavailable' ? t('bot.storeTrouble') : error.message;
  }
  if (isTemporary(error)) return t('bot.discordTrouble');
  // A source was deleted or hidden after the access check.
  if (
    error instanceof DiscordAPIError &&
    (error.code === Codes.UnknownMessage || error.code === Codes.UnknownChannel)
  )
    return t('bot.denied.gone', { place: '' });
  const channelId = error instanceof DiscordAPIError ? /\/channels\/(\d+)/.exec(error.url)?.[1] : undefined;
  if (error instanceof DiscordAPIError && error.code === Codes.MissingAccess && channelId !== undefined)
    return t('bot.denied.bot_view', { place: `<#${channelId}>` });
  return t('bot.internal', { reference });
}

/** The parts of an error that may be logged: no bodies, because they contain messages. */
function toLogged(error: unknown): object {
  if (error instanceof DiscordAPIError) {
    return {
      name: error.name,
      code: error.code,
      status: error.status,
      method: error.method,
      // Without interaction tokens.
      route: error.url
        .replace(/^https?:\/\/[^/]+/, '')
        .replace(/\/(?:webhooks|interactions)\/(\d+)\/[^/]+/, '/…/$1/…'),
    };
  }
  return toLoggedError(error);
}
