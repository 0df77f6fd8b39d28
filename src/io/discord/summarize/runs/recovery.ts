import { MessageFlags } from 'discord.js';
import type { OpenRun } from '../../../../app/answers-ports.ts';
import { toLoggedError } from '../../../../log.ts';
import { toCustomId } from '../../../../render/custom-id.ts';
import { toTexts } from '../../../../render/texts.ts';
import { receivesEvents } from '../../client.ts';
import { toCustomIds } from '../../interaction/action.ts';
import { createContext, type RequestContext, type Services } from '../../interaction/context.ts';
import { finishAnswer } from '../../interaction/finish-answer.ts';
import { edit, editOnce, removeDeferral } from '../../interaction/reply.ts';
import { restoreInteraction } from '../../interaction/restored-interaction.ts';
import { retryWhileTemporary } from '../../interaction/retry-answer.ts';
import { toAsk } from '../buttons/regenerate.ts';
import type { Summarizer } from '../summarize.ts';
import { toInterruptedMessage } from './interrupted.ts';
import { defaultLeaseMs } from './open-runs.ts';

/** An older run is not restarted: its answer would hardly be in time. */
const restartableMs = 14 * 60_000;
/** A run is not restarted more often: it may be what ends the process. */
const mostRestarts = 2;

type Recovery = { readonly stop: () => Promise<void> };

/**
 * Looks for unfinished runs of dead processes, now and every few seconds. If the summary is stored, it is shown; recent
 * runs are restarted; the answers of all others say that they were interrupted.
 */
export function startRecovery(services: Services, resume: Summarizer['resume']): Recovery {
  const { client, openRuns, log, processId, leaseMs = defaultLeaseMs } = services;
  let isStopped = false;
  let looking: Promise<void> | null = null;

  const look = async () => {
    for (const run of await openRuns.list()) {
      const isOthers = !client.guilds.cache.has(run.guildId) || !receivesEvents(client, run.guildId);
      if (isStopped || run.stage === 'interrupted' || isOthers || run.ownerId === processId) continue;
      if ((await openRuns.isAlive(run.ownerId)) || !(await openRuns.takeOver(run))) continue;
      void recover(run, services, resume).catch((error: unknown) => {
        log.error({ run: run.id, ...toLoggedError(error) }, 'run-recovery-failed');
      });
    }
  };
  const lookOnce = () => {
    looking ??= look()
      .catch((error: unknown) => {
        log.warn(toLoggedError(error), 'open-runs-unavailable');
      })
      .finally(() => {
        looking = null;
      });
  };
  lookOnce();
  const timer = setInterval(lookOnce, leaseMs / 2).unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

async function recover(left: OpenRun, services: Services, resume: Summarizer['resume']): Promise<void> {
  const { client, openRuns, log, now, processId, leaseMs = defaultLeaseMs } = services;
  const ageMs = Date.parse(now()) - Date.parse(left.askedAt);
  const run: OpenRun = { ...left, ownerId: processId, restarts: left.restarts + 1 };
  await openRuns.noteAlive(processId, leaseMs);
  await openRuns.put(run);
  log.info({ run: run.id, stage: run.stage, ageMs, restarts: run.restarts }, 'run-taken-over');
  if (run.stage === 'deferred') return endDeferred(run, services);
  const interaction = await retryWhileTemporary(client, () => restoreInteraction(client, run));
  if (interaction === null) return openRuns.remove(run.id);
  const context = createContext(interaction, services);
  const isYoung = ageMs < restartableMs && run.token !== null && run.restarts <= mostRestarts;
  const ask =
    isYoung || run.stage === 'showing'
      ? await toAsk(client, run.request, run.sourceId, run.isPrivate).catch((error: unknown) => {
          log.warn({ run: run.id, name: error instanceof Error ? error.name : '' }, 'run-restart-failed');
          return null;
        })
      : null;
  if (ask !== null) return resume(context, ask, run);
  if (await tellInterrupted(context, run)) {
    // Only then, because if this process ends earlier, the next one gives it back.
    const { countedOn: _, ...uncounted } = run;
    await openRuns.put({ ...uncounted, stage: 'interrupted', token: null });
    return giveBack(run, services);
  }
  // The answer was private or was deleted: without a button, nothing needs to be stored.
  await openRuns.remove(run.id);
  await giveBack(run, services);
  log.info({ run: run.id }, 'run-unreachable');
}

/** The run had no result, so it does not count toward the daily limit. */
async function giveBack({ personId, countedOn }: OpenRun, { runs }: Services): Promise<void> {
  if (countedOn !== undefined) await runs.giveBack(personId, countedOn);
}

/** Whether the answer now says that it was interrupted. */
async function tellInterrupted(
  { interaction, t, client, log }: RequestContext,
  { id, token, answeredAs }: OpenRun,
): Promise<boolean> {
  const message = toInterruptedMessage(id, t);
  try {
    if (token !== null) {
      await retryWhileTemporary(client, () => editOnce(interaction, message));
      await removeDeferral(interaction);
      return true;
    }
  } catch (error) {
    log.debug({ run: id, name: error instanceof Error ? error.name : '' }, 'answer-too-late');
  }
  const outcome =
    answeredAs && (await retryWhileTemporary(client, () => finishAnswer(client, answeredAs, message)));
  return outcome === 'finished';
}

/** Ends the "thinking" of an answer that belongs to no run; what was done can be seen by asking again. */
async function endDeferred(run: OpenRun, { client, openRuns, log }: Services): Promise<void> {
  const interaction = await retryWhileTemporary(client, () => restoreInteraction(client, run));
  try {
    const answer = await interaction?.fetchReply();
    const stop = toCustomId({ runId: run.id, action: 'stop' });
    const isUnfinished =
      answer !== undefined &&
      (answer.flags.has(MessageFlags.Loading) ||
        answer.content === run.note ||
        toCustomIds(answer).includes(stop));
    if (interaction && isUnfinished)
      await edit(interaction, {
        content: toTexts(run.locale)('bot.interruptedAnswer'),
        embeds: [],
        components: [],
      });
  } catch (error) {
    // Its 15 minutes are over.
    log.debug({ run: run.id, name: error instanceof Error ? error.name : '' }, 'answer-too-late');
  }
  await openRuns.remove(run.id);
}
