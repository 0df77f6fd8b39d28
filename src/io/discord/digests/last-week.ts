import { findKnown, toRequest, withKnown } from '../../../app/digests/write-digest.ts';
import { createDigest } from '../../../core/digests/run.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { addMs } from '../../../core/time.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { toInline } from '../../../render/embed/message-body.ts';
import type { RequestedChannels } from '../access/open-channels.ts';
import { isContentHidden, toAttachmentLimits, toEmptyWords } from '../history/history.ts';
import type { Ask, RequestContext } from '../interaction/context.ts';
import { Refusal } from '../interaction/failures.ts';
import { startReadProgress } from '../summarize/progress.ts';
import type { Read } from '../summarize/requested-channels.ts';
import type { Run } from '../summarize/runs.ts';
import { readSources } from './digest-places.ts';
import type { Draft } from './drafts.ts';
import { renderHeading } from './message.ts';
import type { Asker, DigestContext, DigestPress, PreviewResult } from './preview.ts';

const weekMs = 7 * 86_400_000;

/** Writes the last week as an unsaved digest would post it, for who sets it up: of its channels, those that they may read too. */
export async function writeLastWeek(
  context: DigestContext<DigestPress>,
  draft: Draft,
  { preview }: PreviewResult,
  { guild, member }: Asker,
): Promise<void> {
  const { locale, t, settings, now } = context;
  const { edited, choice } = draft;
  const digest = createDigest(
    {
      ...choice,
      id: edited?.digestId ?? draft.id,
      guildId: guild.id,
      creatorId: member.id,
      locale,
      sources: { kind: 'channels', channelIds: [...preview.reads.ids] },
      since: addMs(now(), -weekMs),
    },
    now(),
  );
  const heading = renderHeading(
    digest,
    choice.destination.kind === 'dm' ? guild : undefined,
    choice.language ?? (await settings.of(guild.id)).language ?? locale,
    now(),
  );
  const note = `${heading}\n-# ${t('bot.digest.command.lastWeek')}`;
  await context.summarize(context, {
    request: toRequest(digest),
    channelId: null,
    isPrivate: true,
    draft: { digest, note },
  });
}

/** Reads what a digest has not covered, to be shown to one person. */
export async function readDigest(
  context: RequestContext,
  { title, channels }: Extract<RequestedChannels, { readonly kind: 'digest' }>,
  { draft }: Ask,
  run: Run,
): Promise<Read> {
  const { client, interaction, t, signal, privacy, continuity, now } = context;
  const { maxMessages = maxMessagesSetting.max, decisionLog: entries, refreshEntries } = context;
  const { guild } = interaction;
  if (draft === undefined || guild === null) throw new TypeError('a digest is of a server');
  const { digest, note } = draft;
  const { onProgress, end } = startReadProgress(context, run);
  try {
    const attachments = await toAttachmentLimits(context, guild.id);
    const watch = { signal, privacy, attachments, continuity, onProgress, makeRoom: run.makeRoom };
    const sources = { channels, leftOut: [], reasons: new Map() };
    const { conversation, hasMore } = await readSources(digest, sources, guild, maxMessages, watch);
    const empty = toEmptyWords(conversation, toInline(title), t, toTimestamp(digest.since));
    if (empty !== null) throw new Refusal(`${empty} ${t('bot.digest.command.nothingPosted')}`);
    if (await isContentHidden(conversation, client)) throw new Refusal(t('bot.contentHidden'));
    const further = hasMore
      ? [`-# ${t('bot.digest.command.furtherPosts', { count: conversation.messages.length })}`]
      : [];
    const known = await findKnown(digest, conversation, { entries, refreshEntries, now });
    return {
      conversation,
      zone: digest.schedule.zone,
      note: [note, ...further].join('\n'),
      complete: summary => withKnown(summary, known),
    };
  } finally {
    await end();
  }
}
