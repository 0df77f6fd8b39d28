import { setTimeout as sleep } from 'node:timers/promises';
import { type APIMessage, ButtonStyle, type Client, DiscordAPIError, MessageFlags, Routes } from 'discord.js';
import type { OpenRun } from '../../../app/store-ports.ts';
import { toLoggedError } from '../../../log.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { type MessageBody, toButton, toRow, toTextBody } from '../../../render/embed/message-body.ts';
import { type Texts, toTexts } from '../../../render/texts.ts';
import { receivesEvents } from '../client.ts';
import type { BaseServices } from '../interaction/context.ts';
import { isTemporary, orUnavailable, Refusal, retryWhileTemporary } from '../interaction/failures.ts';
import { fetchMessage, finishAnswer } from '../interaction/messages.ts';
import { findFollowUp } from '../interaction/reply.ts';
import { defaultLeaseMs } from './runs.ts';

type Recovery = { readonly stop: () => Promise<void> };

/** Looks for unfinished answers of dead processes, now and every few seconds, and ends them. */
export function startRecovery(services: BaseServices): Recovery {
  const { client, openRuns, log, now, processId, leaseMs = defaultLeaseMs } = services;
  const stopping = new AbortController();
  let ending = 0;

  const isOpen = ({ stage, ownerId }: OpenRun) => stage !== 'interrupted' && ownerId !== processId;
  const takeOver = async ({ id, ownerId }: OpenRun) => {
    const run = await openRuns.get(id);
    // Its process may have ended the answer, and then itself, since the run was listed.
    if (run === null || !isOpen(run) || run.ownerId !== ownerId) return;
    await openRuns.noteAlive(processId, leaseMs);
    await openRuns.put({ ...run, ownerId: processId });
    const ageMs = Date.parse(now()) - Date.parse(run.askedAt);
    log.info({ run: run.id, stage: run.stage, ageMs }, 'run-taken-over');
    await endInterrupted(run, services);
  };
  const look = async () => {
    // While Discord fails, an answer may take longer to end than the lease lasts.
    if (ending > 0) await openRuns.noteAlive(processId, leaseMs);
    for (const run of await openRuns.list()) {
      // Processes of other shards are not taken for dead when a failing store hides their leases.
      if (stopping.signal.aborted || !isOpen(run) || !receivesEvents(client, run.guildId)) continue;
      if ((await openRuns.isAlive(run.ownerId)) || !(await openRuns.takeOver(run))) continue;
      ending += 1;
      void takeOver(run)
        .catch((error: unknown) => {
          log.error({ run: run.id, ...toLoggedError(error) }, 'run-recovery-failed');
        })
        .finally(() => {
          ending -= 1;
        });
    }
  };
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        log.warn(toLoggedError(error), 'open-runs-unavailable');
      });
      await sleep(leaseMs / 2, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return looking;
    },
  };
}

/** Ends the answer of a run whose process ended: it was interrupted, and a button asks again. A finished answer stays. */
async function endInterrupted(run: OpenRun, services: BaseServices): Promise<void> {
  const { openRuns, runs, log } = services;
  const outcome = await endAnswer(run, services);
  const { countedOn, ...uncounted } = run;
  if (run.stage !== 'deferred' && outcome === 'ended')
    // Before the run is given back: if this process ends in between, the run counts, but only once.
    await openRuns.put({ ...uncounted, stage: 'interrupted', token: null });
  else await openRuns.remove(run.id);
  if (outcome === 'unreachable') log.info({ run: run.id }, 'run-unreachable');
  const hasResult = outcome === 'finished' && run.stage === 'showing';
  if (countedOn !== undefined && !hasResult) await runs.giveBack(run.personId, countedOn);
}

/** `finished`: its process had finished it. `unreachable`: it was deleted, or can no longer be edited. */
type Outcome = 'ended' | 'finished' | 'unreachable';

async function endAnswer(run: OpenRun, services: BaseServices): Promise<Outcome> {
  const { client, log } = services;
  const t = toTexts(run.locale);
  const message = toLastMessage(run, t);
  const deferral = toDeferral(client, run);
  const post = run.isPrivate ? undefined : await retryWhileTemporary(client, () => findPost(client, run));
  if (post !== undefined) {
    const isOpen = isUnfinished(post, run, t);
    if (!isOpen && run.stage === 'showing') await notePost(run, post, services);
    const place = { channelId: post.channel_id, messageId: post.id };
    if (!isOpen || (await retryWhileTemporary(client, () => finishAnswer(client, place, message)))) {
      await deferral?.remove().catch(() => undefined);
      return isOpen ? 'ended' : 'finished';
    }
  }
  if (deferral === null) return 'unreachable';
  try {
    const answer = await retryWhileTemporary(client, deferral.read);
    if (!isUnfinished(answer, run, t)) return 'finished';
    await retryWhileTemporary(client, () => deferral.write(message));
    return 'ended';
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || isTemporary(error)) throw error;
    // Its 15 minutes are over, it was dismissed, or Discord had told the person that the bot did not respond.
    log.debug({ run: run.id, name: error.name }, 'answer-too-late');
    return 'unreachable';
  }
}

function toLastMessage(run: OpenRun, t: Texts): MessageBody {
  if (run.stage === 'deferred') return toTextBody(t('bot.interruptedAnswer'));
  const { message, components } = toInterruption(run.id, t);
  return { ...toTextBody(message), components };
}

export function toInterruption(runId: string, t: Texts): Refusal {
  const again = toCustomId({ runId, action: 'again' });
  const button = toButton(t('bot.buttons.regenerate'), again, { style: ButtonStyle.Primary });
  return new Refusal(t('bot.interruptedRun'), [toRow(button)]);
}

/** Whether a message is the deferral or progress of this run, or says that it was interrupted: what the button needs may be missing. */
function isUnfinished(message: APIMessage, { id }: OpenRun, t: Texts): boolean {
  const components = JSON.stringify(message.components ?? []);
  return (
    ((message.flags ?? 0) & MessageFlags.Loading) !== 0 ||
    message.content === t('bot.postingBelow') ||
    (['stop', 'again'] as const).some(action => components.includes(toCustomId({ runId: id, action })))
  );
}

/** The private answer, by the interaction's token; null once that has expired. */
function toDeferral(client: Client<true>, { token }: OpenRun) {
  if (token === null) return null;
  const route = Routes.webhookMessage(client.application.id, token);
  return {
    read: async () => (await client.rest.get(route, { auth: false })) as APIMessage,
    write: ({ content, embeds, components }: MessageBody) =>
      client.rest.patch(route, {
        auth: false,
        body: { content, embeds, components, allowed_mentions: { parse: [] } },
      }),
    remove: () => client.rest.delete(route, { auth: false }),
  };
}

/** The public answer as it is now, even if its process was killed before it recorded where it is. */
async function findPost(
  client: Client<true>,
  { id, channelId, answeredAs }: OpenRun,
): Promise<APIMessage | undefined> {
  if (answeredAs === undefined) return findFollowUp({ client, id, channelId });
  const post = await orUnavailable(fetchMessage(client, answeredAs));
  return typeof post === 'string' ? undefined : post;
}

/** Records where a summary was posted, so that later changes reach the post. */
async function notePost(
  { guildId, summaryId = '' }: OpenRun,
  { channel_id: channelId, id: messageId }: APIMessage,
  { summaries, summarySync }: BaseServices,
): Promise<void> {
  const stored = await summaries.get(guildId, summaryId);
  if (stored !== null && stored.answeredAs === undefined)
    await summarySync.notePost(stored, { answeredAs: { channelId, messageId } });
}
