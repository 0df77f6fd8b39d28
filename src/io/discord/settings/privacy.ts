import { ButtonStyle } from 'discord.js';
import type { OpenRun, StoredId } from '../../../app/store-ports.ts';
import { findDispute } from '../../../core/claims/disputes.ts';
import { toTokens } from '../../../core/claims/usage.ts';
import { findMessageLinks } from '../../../core/conversation/discord.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import { toLoggedError } from '../../../log.ts';
import { toButton, toEmbed, toInline, toRow, toTextBody } from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import { checkAccess } from '../access/check-access.ts';
import { findChannel } from '../access/places.ts';
import { fetchRecord } from '../history/pages.ts';
import { toOptOutName } from '../history/speakers.ts';
import type { RequestContext } from '../interaction/context.ts';
import { defer, deferUpdate, edit, replyPrivately } from '../interaction/reply.ts';
import { withdrawFrom } from '../review/dispute.ts';
import { toZoneButton } from './own-zone.ts';
import {
  askErase,
  changeAccess,
  eraseServer,
  findManaged,
  type PrivacyPress,
  privacyIds,
  showAccess,
} from './server-data.ts';

/** The answers to subcommands of `/privacy`, and of `/settings` for what a server stores and allows. */
const answers: Readonly<Record<string, (context: RequestContext) => Promise<void>>> = {
  show: showOwn,
  delete: askDelete,
  'opt-out': context => setOptedOut(context, true),
  'opt-in': context => setOptedOut(context, false),
  access: showAccess,
  erase: askErase,
};

/** Answers only the person who asked. `message` is a link to what a webhook posted, to opt out or in for its name there. */
export async function answerPrivacy(
  context: RequestContext,
  subcommand: string,
  message: string | null = null,
): Promise<void> {
  await defer(context);
  if (message !== null) return setNameOptedOut(context, message, subcommand === 'opt-out');
  // A subcommand of an older version, such as `timezone`: its button is there.
  await (answers[subcommand] ?? showOwn)(context);
}

const presses = new Map<string, (context: PrivacyPress) => Promise<void>>([
  [privacyIds.ask, askDelete],
  [privacyIds.delete, deleteOwn],
  [privacyIds.erase, eraseServer],
  [privacyIds.rule, changeAccess],
  [privacyIds.channels, changeAccess],
  [privacyIds.roles, changeAccess],
]);

export function isPrivacyPress({ customId }: PrivacyPress['interaction']): boolean {
  return presses.has(customId);
}

export async function answerPrivacyPress(context: PrivacyPress): Promise<void> {
  const { interaction } = context;
  await deferUpdate(interaction);
  await presses.get(interaction.customId)?.(context);
}

async function findStoredData(context: RequestContext) {
  const { interaction, zones, summaries, feedback, digests, openRuns, chats, usage, decisionLog } = context;
  const personId = interaction.user.id;
  const asked = await summaries.askedBy(personId);
  const isOwn = (run: OpenRun) => run.personId === personId && run.stage !== 'deferred';
  return {
    zone: await zones.get(personId),
    summaries: asked.filter(({ isAnswer }) => !isAnswer),
    /** Answers, with the questions. */
    answers: asked.filter(({ isAnswer }) => isAnswer),
    feedback: await feedback.givenBy(personId),
    digests: (await digests?.createdBy(personId)) ?? [],
    // The run of this answer is stored as deferred, and not counted.
    openRuns: (await openRuns.list()).filter(isOwn).length,
    chats: (await chats.list(personId)).length,
    /** Decisions and tasks that they confirmed, finished or want to be reminded of. */
    choices: (await decisionLog.chosenBy(personId)).length,
    disputes: await findDisputed(context),
    usedTokens: toTokens(await usage.ofPerson(personId)),
  };
}

/** The summaries in which they dispute claims, and how many claims; those cite them. */
async function findDisputed({ interaction, summaries }: RequestContext) {
  const personId = interaction.user.id;
  const found: (StoredId & { readonly count: number })[] = [];
  for (const guildId of await summaries.guildIds()) {
    const ids = await summaries.citing(guildId, [personId]);
    for (const { summary } of await summaries.getMany(guildId, ids)) {
      const all = [...summary.claims, ...summary.rejected];
      const count = all.filter(each => findDispute(each, personId)).length;
      if (count > 0) found.push({ guildId, summaryId: summary.id, count });
    }
  }
  return found;
}

type StoredData = Awaited<ReturnType<typeof findStoredData>>;

function toCounts(stored: StoredData) {
  return {
    summaries: stored.summaries.length,
    questions: stored.answers.length,
    feedback: stored.feedback.length,
    digests: stored.digests.length,
    chats: stored.chats,
    disputes: stored.disputes.reduce((sum, { count }) => sum + count, 0),
  };
}

function isNothing(stored: StoredData): boolean {
  return Object.values(stored).every(
    each => each === null || each === 0 || (Array.isArray(each) && each.length === 0),
  );
}

async function showOwn(context: RequestContext): Promise<void> {
  const { interaction, privacy, t } = context;
  const { id } = interaction.user;
  const stored = await findStoredData(context);
  const counts = { ...toCounts(stored), choices: stored.choices, usage: stored.usedTokens };
  const isOptedOut = (await privacy.optedOut([id])).has(id);
  const lines = [
    isOptedOut ? t('bot.privacy.notReadable') : t('bot.privacy.readable'),
    stored.zone === null ? t('bot.privacy.zoneUnset') : t('bot.privacy.zone', { zone: stored.zone }),
    ...(Object.keys(counts) as (keyof typeof counts)[]).map(kind =>
      t(`bot.privacy.${kind}`, { count: counts[kind] }),
    ),
  ];
  await edit(interaction, {
    embeds: [toEmbed(t('bot.privacy.title'), `${lines.join('\n')}\n\n${t('bot.privacy.elsewhere')}`)],
    components: [toRow(...(isNothing(stored) ? [] : [toDeleteButton(t, 'ask')]), toZoneButton(t))],
  });
}

/** Asks for confirmation; nothing is deleted yet. */
async function askDelete(context: RequestContext): Promise<void> {
  const { interaction, t } = context;
  if (isNothing(await findStoredData(context)))
    return replyPrivately(interaction, t('bot.privacy.nothingKept'));
  const components = [toRow(toDeleteButton(t, 'delete'))];
  await edit(interaction, { ...toTextBody(t('bot.privacy.askDelete')), components });
}

const exclusively = createKeyedMutex();

/** Deletes a person's data; of two presses, the second finds nothing left. */
async function deleteOwn(context: RequestContext): Promise<void> {
  const { interaction, zones, openRuns, digests, chats, usage, decisionLog, log, t } = context;
  const { id } = interaction.user;
  const content = await exclusively(id, async () => {
    const stored = await findStoredData(context);
    if (isNothing(stored)) return t('bot.privacy.nothingKept');
    await zones.set(id, null);
    await openRuns.erasePerson(id);
    await chats.eraseOwner(id);
    await usage.forgetPerson(id);
    await decisionLog.forgetChoices(id);
    // Digests first, so that none posts another summary.
    for (const { guildId, id: digestId } of stored.digests) await digests?.remove(guildId, digestId);
    for (const named of stored.feedback) await removeFeedback(context, named);
    for (const named of [...stored.summaries, ...stored.answers]) await removeSummary(context, named);
    for (const named of stored.disputes) await withdrawFrom(context, named);
    const counts = toCounts(stored);
    log.info(counts, 'person-erased');
    return t('bot.privacy.deleted', counts);
  });
  await edit(interaction, toTextBody(content));
}

/** Removes a person's feedback, under the mutex under which feedback is given. */
function removeFeedback(
  { interaction, summarySync, summaries, feedback }: RequestContext,
  named: StoredId,
): Promise<void> {
  const { guildId, summaryId } = named;
  return summarySync.withStored(named, async stored => {
    // The summary is gone, so its feedback is removed with it.
    if (stored === null) return summaries.remove(guildId, summaryId);
    const given = await feedback.get(guildId, summaryId);
    const others = given.filter(each => each.personId !== interaction.user.id);
    await feedback.put(guildId, summaryId, others, stored.createdAt);
  });
}

async function removeSummary({ summarySync, log }: RequestContext, named: StoredId): Promise<void> {
  try {
    await summarySync.remove(named);
  } catch (error) {
    // The summary can no longer be opened, and deleting its posts is retried.
    log.warn({ summary: named.summaryId, ...toLoggedError(error) }, 'post-delete-failed');
  }
}

/** Sets whether a person may be read, and if not, removes what they wrote from stored data. */
async function setOptedOut(context: RequestContext, isOptedOut: boolean): Promise<void> {
  const { interaction, t } = context;
  await storeOptOut(context, interaction.user.id, isOptedOut);
  await replyPrivately(interaction, t(isOptedOut ? 'bot.privacy.optedOut' : 'bot.privacy.optedIn'));
}

/** The same for what a webhook posts under a name. Anyone who can read it may opt it out; only managers undo that. */
async function setNameOptedOut(context: RequestContext, link: string, isOptedOut: boolean): Promise<void> {
  const { interaction, client, signal, t } = context;
  if (!isOptedOut && (await findManaged(context)) === null) return;
  const [found] = findMessageLinks(link);
  const channel = found?.guildId === interaction.guildId ? await findChannel(client, found.channelId) : null;
  const denial = channel && (await checkAccess(channel, interaction.user.id, context));
  // The rules of a server say what may be read, not who may opt out.
  const isOpen = denial === null || ['role_needed', 'channel_excluded'].includes(denial.reason);
  const record = channel && isOpen && found ? await fetchRecord(channel, found.messageId, signal) : null;
  const id = record && toOptOutName(record);
  if (!record || id === null) return replyPrivately(interaction, t('bot.privacy.noWebhookMessage'));
  await storeOptOut(context, id, isOptedOut);
  const name = toInline(record.author.username);
  const answer = isOptedOut
    ? t('bot.privacy.nameOptedOut', { name })
    : t('bot.privacy.nameOptedIn', { name });
  await replyPrivately(interaction, answer);
}

async function storeOptOut(
  { privacy, summarySync, decisionLog, log }: RequestContext,
  id: string,
  isOptedOut: boolean,
): Promise<void> {
  await privacy.setOptedOut(id, isOptedOut);
  // Also the second time: the first may have been interrupted.
  if (isOptedOut) {
    await summarySync.forgetPerson(id);
    await decisionLog.forgetPerson(id);
  }
  log.info({ isOptedOut }, 'opt-out-set');
}

function toDeleteButton(t: Texts, name: 'ask' | 'delete') {
  return toButton(t('bot.privacy.delete'), privacyIds[name], { style: ButtonStyle.Danger });
}
