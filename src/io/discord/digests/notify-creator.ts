import { RESTJSONErrorCodes } from 'discord.js';
import type { DigestNotice, NotifyCreator } from '../../../app/digests/ports.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import { toPlaceName, toWebhookHost } from '../../../render/embed/digest-text.ts';
import { toTexts } from '../../../render/texts.ts';
import type { BaseServices } from '../interaction/context.ts';
import { noMentions } from '../interaction/message-body.ts';
import { postOnce } from '../summarize/send-message.ts';
import { toCapWords } from '../usage/bill.ts';
import { toDigestHeading } from './digest-heading.ts';

/** Tells the creator of a digest in a direct message. */
export function createNotifyCreator({ client, log }: BaseServices): NotifyCreator {
  return async (digest, notice) => {
    const { creatorId, id } = digest;
    // What happens on a server is no longer theirs to know.
    if (notice.kind === 'paused' && notice.reason === 'creator_left') return;
    try {
      const guild = client.guilds.cache.get(digest.guildId);
      const heading = toDigestHeading(digest, guild, digest.locale, null);
      const content = `${heading}\n${toNotice(notice, digest)}`;
      // After a kill, it is sent again.
      const message = { content, allowedMentions: noMentions };
      await postOnce(await client.users.createDM(creatorId), message, `${id}:${content}`);
    } catch (error) {
      // They take no direct messages; `/digest list` shows the same.
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const isClosed = code === RESTJSONErrorCodes.CannotSendMessagesToThisUser;
      log[isClosed ? 'debug' : 'warn']({ digest: id, notice: notice.kind, code }, 'digest-notice-failed');
    }
  };
}

function toNotice(notice: DigestNotice, digest: Digest): string {
  const { locale } = digest;
  const t = toTexts(locale);
  const place = toPlaceName(digest, t);
  switch (notice.kind) {
    case 'paused':
      return t('bot.digest.notices.paused', { place, reason: t(`bot.digest.pauseReasons.${notice.reason}`) });
    case 'left_out': {
      const channels = new Intl.ListFormat(locale).format(notice.channelIds.map(each => `<#${each}>`));
      return digest.destination.kind === 'dm'
        ? t('bot.digest.notices.leftOutDirect', { channels })
        : t('bot.digest.notices.leftOut', { place, channels });
    }
    case 'capped':
      return t('bot.digest.notices.capped', { place, why: toCapWords(notice.cap, t) });
    case 'failed':
      return t('bot.digest.notices.failed', { place });
    case 'webhook_failed':
      return t('bot.digest.notices.webhookFailed', { place, host: toWebhookHost(notice.url) });
    case 'webhook_gone':
      return t('bot.digest.notices.webhookGone', { place, host: toWebhookHost(notice.url) });
  }
}
