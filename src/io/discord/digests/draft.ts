import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import {
  applyDigestInput,
  type Digest,
  type DigestChoice,
  type DigestInput,
  forumNotes,
  isForumNote,
  isNote,
  toDigestChoice,
  toInitialChoice,
} from '../../../core/digests/digest.ts';
import { nextRuns, toNewsSchedule } from '../../../core/schedule.ts';
import { addMs } from '../../../core/time.ts';
import type { DigestAction } from '../../../render/custom-id.ts';
import { toPlaceName } from '../../../render/embed/digest-text.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { toInline, toTextBody } from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import { toInstant } from '../history/message.ts';
import { edit, replyPrivately } from '../interaction/reply.ts';
import type { Draft } from './drafts.ts';
import { writeLastWeek } from './last-week.ts';
import { renderPreview } from './message.ts';
import {
  type Asker,
  canManageDigest,
  canSeeDigest,
  type DigestContext,
  type DigestPress,
  fetchAsker,
  fetchPreview,
  type PreviewResult,
  toNotManager,
} from './preview.ts';

/** Checks what can be checked while the schedule is not understood. */
const anySchedule = { kind: 'daily', time: '09:00', zone: 'UTC' } as const;

/** Answers `/digest set`, of a digest that the asker can see if it exists: with a preview, or all that is wrong. */
export async function openDraft(
  context: DigestContext<ChatInputCommandInteraction>,
  given: DigestInput,
  asker: Asker,
  digest: Digest | null,
): Promise<void> {
  const { interaction, locale, t, drafts, settings, zones, newId, now } = context;
  const { channelId } = interaction;
  const { guild, member } = asker;
  const creator = `<@${digest?.creatorId}>`;
  const problems: string[] = [];
  if (digest && !(await canManageDigest(asker, digest))) problems.push(toNotManager(digest, t));
  if (given.directMessage && digest && digest.creatorId !== member.id)
    problems.push(t('bot.digest.command.onlyCreator', { creator }));
  const zone = (await zones.get(guild.id)) ?? (await zones.get(member.id)) ?? 'UTC';
  const isOfNote = digest ? isNote(digest) : given.isNote === true;
  problems.push(...findNoteProblems(given, digest, t));
  const base = digest
    ? toDigestChoice(digest)
    : { ...toInitialChoice(channelId), ...(isOfNote && { schedule: toNewsSchedule(now(), zone) }) };
  const defaults = { zone, locale, channelId };
  let chosen = applyDigestInput(base, given, defaults);
  if (!chosen.ok) {
    const { when, zone: givenZone, ...places } = given;
    const typed = toInline((chosen.reason === 'unknown_zone' ? givenZone : when) ?? '');
    problems.push(t(`bot.digest.command.refusals.${chosen.reason}`, { given: typed }));
    chosen = applyDigestInput({ ...base, schedule: anySchedule }, places, defaults);
  }
  if (!chosen.ok) return replyPrivately(interaction, problems.join('\n'));
  // A server that reviews public summaries has its digests reviewed too, except those sent by direct message.
  const { review } = await settings.of(guild.id);
  const { destination } = chosen.choice;
  const choice = {
    ...chosen.choice,
    // A note is about where it is.
    ...(isOfNote && destination.kind !== 'dm' && { sources: toSources([destination.channelId]) }),
    review: (chosen.choice.review || review === 'before-sharing') && destination.kind !== 'dm',
  };
  const previewed = await fetchPreview(context, choice, digest?.creatorId ?? member.id, asker);
  if (typeof previewed === 'string') problems.push(previewed);
  if (typeof previewed === 'string' || problems.length > 0)
    return replyPrivately(interaction, [...new Set(problems)].join('\n'));
  const draft: Draft = {
    id: newId(),
    guildId: guild.id,
    authorId: member.id,
    edited: digest && { digestId: digest.id, before: toDigestChoice(digest) },
    choice,
    isSaved: false,
  };
  drafts.add(draft);
  await edit(interaction, renderPreview(draft, previewed, { t, locale }));
}

function toSources(channelIds: readonly string[]) {
  return { kind: 'channels' as const, channelIds: [...channelIds] };
}

/** What a note, which renews itself where it is, cannot have. */
function findNoteProblems(given: DigestInput, digest: Digest | null, t: Texts): readonly string[] {
  if (digest && given.isNote !== undefined) return [t('bot.digest.command.note.styleFixed')];
  if (!(digest ? isNote(digest) : given.isNote)) return [];
  const isMoved = given.directMessage || (digest !== null && given.destination !== undefined);
  return given.when === undefined && !isMoved ? [] : [t('bot.digest.command.note.fixed')];
}

/** Answers a press on a preview, after its acknowledgement. Permissions are checked again. */
export async function pressDraft(
  context: DigestContext<DigestPress>,
  { draftId, step }: Extract<DigestAction, { readonly kind: 'draft' }>,
): Promise<void> {
  const { interaction, t, locale, drafts } = context;
  const refuse = (sentence: string) => replyPrivately(interaction, sentence);
  /** What goes on after the turn. */
  let writes = async () => {};
  await drafts.inTurn(draftId, async () => {
    const draft = drafts.all.get(draftId);
    if (draft === undefined || draft.guildId !== interaction.guildId)
      return refuse(t('bot.digest.command.expired'));
    if (draft.authorId !== interaction.user.id) return refuse(t('bot.digest.command.notYours'));
    if (draft.isSaved)
      return refuse(t(`bot.digest.command.${draft.edited ? 'alreadySaved' : 'alreadyCreated'}`));
    if (step === 'cancel') {
      drafts.all.delete(draftId);
      return void (await edit(interaction, toTextBody(t('bot.digest.command.cancelled'))));
    }
    if (interaction.isChannelSelectMenu())
      draft.choice = { ...draft.choice, sources: toSources(interaction.values) };
    const current = await previewDraft(context, draft);
    if (typeof current === 'string') return refuse(current);
    if (step === 'week') {
      const { previewed, asker } = current;
      if (previewed.problem) return refuse(t(`bot.digest.command.${previewed.problem}`));
      writes = () => writeLastWeek(context, draft, previewed, asker);
      return;
    }
    const saved =
      step === 'save' && current.previewed.problem === null ? await save(context, draft, current) : undefined;
    if (saved === null) return refuse(t(`bot.digest.command.${draft.edited ? 'unknown' : 'full'}`));
    await edit(interaction, renderPreview(draft, current.previewed, { t, locale }, saved));
  });
  await writes();
}

type DraftPreview = {
  readonly previewed: PreviewResult;
  readonly creatorId: string;
  readonly asker: Asker;
};

/** The effect of the draft now; a sentence if its author may no longer save it. */
async function previewDraft(
  context: DigestContext<DigestPress>,
  draft: Draft,
): Promise<DraftPreview | string> {
  const { client, t, digests } = context;
  const asker = await fetchAsker(client, draft.guildId, draft.authorId);
  if (asker === null) return t('bot.denied.not_a_member', { place: '' });
  let creatorId = draft.authorId;
  if (draft.edited) {
    const { digestId, before } = draft.edited;
    const digest = await digests.get(draft.guildId, digestId);
    if (digest === null || !canSeeDigest(asker, digest)) return t('bot.digest.command.unknown');
    if (!(await canManageDigest(asker, digest))) return toNotManager(digest, t);
    if (!isDeepStrictEqual(toDigestChoice(digest), before)) return t('bot.digest.command.changedMeanwhile');
    creatorId = digest.creatorId;
  }
  const previewed = await fetchPreview(context, draft.choice, creatorId, asker);
  return typeof previewed === 'string' ? previewed : { previewed, creatorId, asker };
}

/** Says that it was saved; null if the edited digest is gone, or the server has no room for a new one. */
async function save(
  context: DigestContext<DigestPress>,
  draft: Draft,
  { creatorId }: DraftPreview,
): Promise<string | null> {
  const { locale, t, digests, now } = context;
  const { guildId, edited, choice } = draft;
  const digest = edited
    ? await digests.edit(guildId, edited.digestId, choice)
    : await digests.create({ ...choice, guildId, creatorId, locale, ...toBeginning(choice, context) });
  if (digest === null) return null;
  draft.isSaved = true;
  return toSaved(digest, draft, now(), t);
}

const dayMs = 86_400_000;

/** A note of a thread is about all of it, one of a channel about the last day. */
function toBeginning(choice: DigestChoice, { client, now }: DigestContext) {
  if (!isNote(choice) || choice.destination.kind === 'dm') return {};
  const { channelId } = choice.destination;
  const isThread = client.channels.cache.get(channelId)?.isThread();
  return { since: isThread ? toInstant(channelId) : addMs(now(), -dayMs) };
}

function toSaved(digest: Digest, { edited }: Draft, now: string, t: Texts): string {
  const [time] = nextRuns(digest.schedule, now, 1);
  const next = time === undefined ? '' : toTimestamp(time, 'F');
  const place = toPlaceName(digest, t);
  if (digest.paused) return t('bot.digest.command.savedPaused');
  if (!isNote(digest) || edited) return t(`bot.digest.command.${edited ? 'saved' : 'created'}`, { next });
  const { answers } = forumNotes;
  return t(`bot.digest.command.note.${isForumNote(digest) ? 'createdForum' : 'created'}`, { place, answers });
}
