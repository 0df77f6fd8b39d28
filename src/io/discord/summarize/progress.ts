import type { Summary } from '../../../core/claims/summary.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toEmbedPages } from '../../../render/embed/embed.ts';
import { type MessageBody, type Row, toButton, toRow } from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import { toInstant } from '../history/message.ts';
import type { ReadingProgress } from '../history/pages.ts';
import type { RequestContext, UpdateInterval } from '../interaction/context.ts';
import { isAnswerGone, isTooLate, showPrivately } from '../interaction/reply.ts';
import type { Run } from './runs.ts';

type Progress = {
  readonly messages: number;
  readonly claims: number;
  readonly judging: boolean;
  /** The supported claims so far; null if there is nothing to show. */
  readonly summary: Summary | null;
};

type ProgressOptions = {
  readonly runId: string;
  readonly isCard?: boolean;
  readonly isQuestion?: boolean;
  readonly t: Texts;
};

/** The answer during writing: a line, the first page of the claims so far, and a stop button. */
export function toProgressMessage(
  { messages, claims, judging, summary }: Progress,
  { runId, isCard, isQuestion, t }: ProgressOptions,
): Pick<MessageBody, 'content' | 'embeds' | 'components'> {
  const [page] = summary === null ? [] : toEmbedPages(summary, { isUnfinished: true, isCard });
  return {
    content:
      claims === 0
        ? t(isQuestion ? 'bot.ask.answering' : 'bot.summarizing', { messages })
        : t(judging ? 'bot.judging' : 'bot.writing', { messages, claims }),
    embeds: page?.embeds ?? [],
    components: [toStopRow(runId, t)],
  };
}

export function toStopRow(runId: string, t: Texts): Row {
  return toRow(toButton(t('bot.buttons.stop'), toCustomId({ runId, action: 'stop' })));
}

export const defaultUpdateInterval: UpdateInterval = { afterMs: 1_500, everyMs: 2_000 };

type ProgressUpdatesOptions<Body> = {
  readonly pace: UpdateInterval;
  readonly toBody: () => Body | null;
  readonly mayShow?: () => Promise<boolean>;
  readonly show: (body: Body) => Promise<unknown>;
  /** Called with the errors of `mayShow` and `show`; returns whether to continue. */
  readonly onLost: (error: unknown) => boolean;
};

/** `hurry` shows what has changed as soon as possible. `end` waits for an update in progress; nothing is shown after it. */
export type ProgressUpdates = { readonly hurry: () => void; readonly end: () => Promise<void> };

/** Shows each change of the body, one update at a time. */
export function startProgressUpdates<Body>({
  pace,
  toBody,
  mayShow,
  show,
  onLost,
}: ProgressUpdatesOptions<Body>): ProgressUpdates {
  let isOver = false;
  let last = '';
  let underWay: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let isBusy = false;
  let isHurried = false;

  const isNew = (body: Body | null) => body !== null && JSON.stringify(body) !== last;
  const showChange = async (): Promise<void> => {
    if (mayShow && !(await mayShow())) return;
    // Created again, because something may have been deleted during the access check.
    const body = toBody();
    if (isOver || body === null || !isNew(body)) return;
    underWay = show(body);
    await underWay;
    last = JSON.stringify(body);
  };

  const goOn = async (): Promise<void> => {
    let wants = true;
    let pauseMs = pace.afterMs;
    isBusy = true;
    try {
      if (isNew(toBody())) {
        pauseMs = pace.everyMs;
        await showChange();
      }
    } catch (error) {
      wants = onLost(error);
    }
    isBusy = false;
    if (wants && !isOver) wait(isHurried ? 0 : pauseMs);
    isHurried = false;
  };
  const wait = (ms: number): void => {
    timer = setTimeout(() => void goOn(), ms);
  };
  wait(pace.afterMs);

  return {
    hurry: () => {
      isHurried = isBusy;
      if (isBusy || isOver) return;
      clearTimeout(timer);
      wait(0);
    },
    end: async () => {
      isOver = true;
      clearTimeout(timer);
      await Promise.allSettled([underWay]);
    },
  };
}

/** What will have been read in the end, as far as it is known. */
type Expected = {
  readonly count?: number | undefined;
  readonly from?: string;
};

export type ReadProgress = Pick<ProgressUpdates, 'end'> & {
  readonly expect: (expected: Expected) => void;
  readonly onProgress: (progress: ReadingProgress) => void;
};

/** Shows a changing line with a stop button while something is read; a failed update is only logged. */
export function startReadingUpdates(
  context: RequestContext,
  { id, noteAnswer }: Pick<Run, 'id' | 'noteAnswer'>,
  toContent: () => string | null,
): ProgressUpdates {
  const { interaction, t, log, pace = defaultUpdateInterval, lead } = context;
  return startProgressUpdates({
    pace,
    toBody: () => {
      const content = toContent();
      return content === null ? null : { content, components: [toStopRow(id, t)], lead: lead?.lines };
    },
    show: async ({ content, components }) =>
      noteAnswer(await showPrivately(context, { content, components })),
    onLost: error => {
      log.debug({ interaction: interaction.id }, 'progress-update-failed');
      return !isAnswerGone(error) && !isTooLate(error);
    },
  });
}

export function startReadProgress(context: RequestContext, run: Run): ReadProgress {
  const { t, now } = context;
  const begunAt = now();
  let expected: Expected = {};
  let progress: ReadingProgress = { read: 0, reachedId: '0' };
  const toContent = () => {
    const { read, reachedId } = progress;
    const { count, from } = expected;
    if (read === 0) return null;
    if (!run.hasRoom()) return t('bot.waitingForMemory', { read });
    if (from === undefined)
      return count === undefined ? t('bot.readingAll', { read }) : t('bot.reading', { read, wanted: count });
    const covered = toShare(from, toInstant(reachedId), begunAt);
    return t('bot.readingPeriod', { read, share: Math.max(covered, count === undefined ? 0 : read / count) });
  };
  const { end } = startReadingUpdates(context, run, toContent);
  return {
    end,
    expect: now => {
      expected = now;
    },
    onProgress: now => {
      progress = now;
    },
  };
}

/** How much of a period lies after an instant in it, 0 to 1. */
function toShare(from: string, reached: string, until: string): number {
  const share = (Date.parse(until) - Date.parse(reached)) / (Date.parse(until) - Date.parse(from));
  return Math.min(1, Math.max(0, share));
}
