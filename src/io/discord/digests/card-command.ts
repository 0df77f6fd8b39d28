import type { ChatInputCommandInteraction } from 'discord.js';
import { applyDigestInput, type Digest, isPersonal } from '../../../core/digests/digest.ts';
import { toNextRun } from '../../../core/digests/run.ts';
import { toDigestId, toScheduleWords } from '../../../render/embed/digest-text.ts';
import { escapeDiscord, toTimestamp } from '../../../render/embed/discord-markup.ts';
import { type Row, toButton, toInline, toRow, toTextBody } from '../../../render/embed/message-body.ts';
import { edit, followUp, replyPrivately } from '../interaction/reply.ts';
import { findManaged } from '../settings/server-data.ts';
import { toStopCardRow } from '../summarize/summary-message.ts';
import type { Asker, DigestContext, DigestPress } from './preview.ts';

const usualWhen = 'weekdays at 08:00';
/** As many members as may have a card once a manager permits it with a press. */
const permittedAtOnce = 25;

/** Answers `/digest me`: sets up a member's own card, moves or resumes it, or shows when it comes. */
export async function setUpCard(
  context: DigestContext<ChatInputCommandInteraction>,
  { guild, member, isManager }: Asker,
  when: string | null,
): Promise<void> {
  const { interaction, locale, t, digests, settings, zones, now } = context;
  const { personalDigests: most } = await settings.of(guild.id);
  const cards = (await digests.list(guild.id)).filter(isPersonal);
  const known = cards.find(({ creatorId }) => creatorId === member.id);
  if (most === 0)
    return replyPrivately(interaction, t('bot.digest.me.off'), [toCardsRow(context, isManager, known)]);
  const zone = (await zones.get(member.id)) ?? (await zones.get(guild.id)) ?? 'UTC';
  const initial = {
    sources: { kind: 'everywhere' as const },
    destination: { kind: 'dm' as const },
    detail: 'brief' as const,
    review: false,
    ...(when === null && known && { schedule: known.schedule }),
  };
  const words = when === null && known ? {} : { when: when ?? usualWhen, zone };
  const chosen = applyDigestInput(initial, words, { zone, locale, channelId: '' });
  const given = toInline(when ?? usualWhen);
  if (!chosen.ok)
    return replyPrivately(interaction, t(`bot.digest.command.refusals.${chosen.reason}`, { given }));
  if (chosen.choice.schedule.kind === 'cron')
    return replyPrivately(interaction, t('bot.digest.me.noCron', { given }));
  const isSame = known && !known.paused && when === null;
  const digest = isSame
    ? known
    : await digests.create({ ...chosen.choice, guildId: guild.id, creatorId: member.id, locale }, most);
  if (digest === null) {
    const { length: count } = cards;
    const refusal = count < most ? t('bot.digest.command.unavailable') : t('bot.digest.me.full', { count });
    return replyPrivately(interaction, refusal);
  }
  const next = toNextRun(digest, now());
  const text = t('bot.digest.me.set', {
    server: escapeDiscord(guild.name),
    schedule: toScheduleWords(digest.schedule, locale, t),
    next: next === null ? '' : toTimestamp(next, 'F'),
  });
  await edit(interaction, { ...toTextBody(text), components: [toStopCardRow(digest.id, t)] });
}

/** Lets a manager permit cards, and others ask for it; who has one can still stop it. */
function toCardsRow({ t }: DigestContext, isManager: boolean, known: Digest | undefined): Row {
  const step = isManager ? 'allow' : 'ask';
  const button = toButton(t(`bot.digest.me.buttons.${step}`), toDigestId({ kind: 'cards', step }));
  return toRow(button, ...(known ? toStopCardRow(known.id, t).components : []));
}

/** Answers a press on one of these: asks in the channel once a day, or permits cards if the person has Manage Server. */
export async function pressCards(context: DigestContext<DigestPress>, step: 'allow' | 'ask'): Promise<void> {
  const { interaction, t, settings, runs, log } = context;
  if (step === 'ask') {
    // Everybody sees the question, so it counts for the server.
    const begun = await runs.begin(interaction.guildId ?? '', 1);
    const told = [t('bot.digest.me.off'), ...(begun.ok ? [] : [t('bot.digest.me.askedToday')])];
    await edit(interaction, toTextBody(told.join('\n')));
    if (!begun.ok) return;
    const content = t('bot.digest.me.asked', { person: interaction.user.toString() });
    const allow = toButton(t('bot.digest.me.buttons.allow'), toDigestId({ kind: 'cards', step: 'allow' }));
    try {
      await followUp(interaction, { content, components: [toRow(allow)] });
      await begun.end();
    } finally {
      await begun.end({ counted: false });
    }
    return;
  }
  const guild = await findManaged(context);
  if (guild === null) return;
  const { personalDigests } = await settings.of(guild.id);
  const count = personalDigests === 0 ? permittedAtOnce : personalDigests;
  if (personalDigests === 0) await settings.change(guild.id, { personalDigests: count });
  log.info({ guild: guild.id, count }, 'cards-permitted');
  await edit(interaction, toTextBody(t('bot.digest.me.allowed', { count })));
}

/** Stops a person's own card, wherever its button is. */
export async function stopCard(context: DigestContext<DigestPress>, digestId: string): Promise<void> {
  const { interaction, t, digests } = context;
  const own = (await digests.createdBy(interaction.user.id)).filter(isPersonal);
  const digest = own.find(({ id }) => id === digestId);
  if (digest) await digests.remove(digest.guildId, digest.id);
  await replyPrivately(interaction, t('bot.digest.me.stopped'));
}
