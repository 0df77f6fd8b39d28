import type { Summary } from '../../core/claims/summary.ts';
import { type QualityRecord, toAcceptedAfterMs, toQualityRecord } from '../../core/usage/quality.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import type { SummaryObserver } from '../observe-summaries.ts';
import type { Feedback, FeedbackStore, StoredSummary } from '../ports.ts';
import type { Telemetry } from '../telemetry-ports.ts';
import type { QualityStore } from './ports.ts';

type QualityParts = {
  readonly store: QualityStore;
  readonly telemetry: Telemetry;
  readonly log: Logger;
  /** The time as an instant. */
  readonly now: () => string;
};

/** Keeps how well the summaries of servers cite, and what people did with them. */
export type Quality = Pick<QualityStore, 'list'> & {
  readonly observe: SummaryObserver;
  /** The same store; what people think of a summary, also what they take back, is noted in its record. */
  readonly observeFeedback: (feedback: FeedbackStore) => FeedbackStore;
  /** Somebody opened the sources of a summary. */
  readonly noteOpened: (kept: Pick<StoredSummary, 'guildId' | 'summary'>) => Promise<void>;
};

export function createQuality({ store, telemetry, now, log }: QualityParts): Quality {
  /** A record that cannot be changed keeps nobody from what they do with the summary. */
  const change = async (
    guildId: string,
    summaryId: string,
    work: (record: QualityRecord) => QualityRecord,
  ) => {
    try {
      const last: { before: QualityRecord | null; after: QualityRecord | null } = {
        before: null,
        after: null,
      };
      await store.update(guildId, summaryId, before => {
        last.before = before;
        last.after = before && work(before);
        return last.after;
      });
      if (last.before && last.after) countChanges(last.before, last.after, telemetry);
    } catch (error) {
      log.warn({ summary: summaryId, ...toLoggedError(error) }, 'quality-update-failed');
    }
  };

  const add = async (guildId: string, summary: Summary) => {
    const run = telemetry.current();
    // A summary from before there were records gets none when it changes.
    if (run === null) return;
    const quality = toQualityRecord(summary, now(), run.report());
    let isNew = false;
    await store.update(guildId, summary.id, before => {
      isNew = before === null;
      return isNew ? quality : null;
    });
    if (!isNew) return;
    telemetry.count({ kind: 'summary', quality });
    run.atEnd(({ steps }) => change(guildId, summary.id, record => ({ ...record, steps })));
  };

  return {
    list: store.list,
    observe: async ({ guildId, summary }) => {
      // Checked statements are other people's, and say nothing about how Footnote cites.
      if (guildId === null || summary.checked !== undefined) return;
      const { reviewed } = summary;
      if (reviewed === undefined) return add(guildId, summary);
      await change(guildId, summary.id, record => ({
        ...record,
        reviewedAfterMs: record.reviewedAfterMs ?? toAfterMs(record, reviewed.at),
      }));
    },
    observeFeedback: feedback => ({
      ...feedback,
      put: async (guildId, summaryId, all, madeAt) => {
        await feedback.put(guildId, summaryId, all, madeAt);
        await change(guildId, summaryId, record => withFeedback(record, all));
      },
    }),
    noteOpened: async ({ guildId, summary }) => {
      telemetry.count({ kind: 'opened' });
      if (guildId !== null)
        await change(guildId, summary.id, record => ({ ...record, opened: record.opened + 1 }));
    },
  };
}

function withFeedback(record: QualityRecord, all: readonly Feedback[]): QualityRecord {
  const liked = all.filter(({ isHelpful }) => isHelpful);
  const first = liked.map(({ at }) => at).sort()[0];
  return {
    ...record,
    helpful: liked.length,
    unhelpful: all.length - liked.length,
    helpfulAfterMs: first === undefined ? null : toAfterMs(record, first),
  };
}

function toAfterMs(record: QualityRecord, at: string): number {
  return Math.max(0, Date.parse(at) - Date.parse(record.at));
}

function countChanges(before: QualityRecord, after: QualityRecord, { count }: Telemetry): void {
  if (after.helpful > before.helpful) count({ kind: 'feedback', isHelpful: true });
  if (after.unhelpful > before.unhelpful) count({ kind: 'feedback', isHelpful: false });
  const afterMs = toAcceptedAfterMs(after);
  if (toAcceptedAfterMs(before) === null && afterMs !== null) count({ kind: 'accepted', afterMs });
}
