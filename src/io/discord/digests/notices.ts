import type { Guild } from 'discord.js';
import type { DigestNotice, NotifyCreator } from '../../../app/digests/ports.ts';
import { type Digest, isPersonal } from '../../../core/digests/digest.ts';
import { toLoggedError } from '../../../log.ts';
import { toPlaceName, toScheduleWords, toWebhookHost } from '../../../render/embed/digest-text.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { toTexts } from '../../../render/texts.ts';
import type { BaseServices } from '../interaction/context.ts';
import { sendDirect } from '../summarize/summary-message.ts';
import { toCapWords } from '../usage.ts';

/** The line that names a digest by its schedule and, if given, its server. */
export function renderHeading(
  schedule: Digest['schedule'],
  server: Pick<Guild, 'name'> | undefined,
  language: string,
  next: string | null,
): string {
  const t = toTexts(language);
  const when = toScheduleWords(schedule, language, t);
  const heading = server ? `${escapeDiscord(server.name)} · ${when}` : when;
  return next === null
    ? t('bot.digest.headingLast', { schedule: heading })
    : t('bot.digest.heading', { schedule: heading, next });
}

/** Tells the creator of a digest in a direct message. */
export function createNotifyCreator({ client, log }: BaseServices): NotifyCreator {
  return async (digest, notice) => {
    const { creatorId, id } = digest;
    // Someone who left learns nothing more about the server, and who takes no direct messages would not get this one.
    if (notice.kind === 'paused' && ['creator_left', 'direct_closed'].includes(notice.reason)) return;
    try {
      const guild = client.guilds.cache.get(digest.guildId);
      const heading = renderHeading(digest.schedule, guild, digest.locale, null);
      const content = `${heading}\n${renderNotice(notice, digest)}`;
      // Sent again after a crash; the nonce prevents a second one within minutes. `/digest list` shows the same.
      const isSent = await sendDirect(client, creatorId, { content }, `${id}:${content}`);
      if (!isSent) log.debug({ digest: id, notice: notice.kind }, 'digest-notice-refused');
    } catch (error) {
      log.warn({ digest: id, notice: notice.kind, ...toLoggedError(error) }, 'digest-notice-failed');
    }
  };
}

function renderNotice(notice: DigestNotice, digest: Digest): string {
  const { locale } = digest;
  const t = toTexts(locale);
  const place = toPlaceName(digest, t);
  switch (notice.kind) {
    case 'paused':
      if (isPersonal(digest))
        return t('bot.digest.me.paused', { reason: t(`bot.digest.pauseReasons.${notice.reason}`) });
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
