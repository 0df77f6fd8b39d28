import type { StoredSummary } from '../../../app/ports.ts';
import type { SettingDefaults } from '../../../core/settings.ts';

/** Whether a server requires a review before a summary is public. */
export function needsReview({ review }: Pick<SettingDefaults, 'review'>): boolean {
  return review === 'before-sharing';
}

/** Whether the summary is held until a review that is not finished. */
export function isAwaitingReview({ needsReview, summary }: StoredSummary): boolean {
  return needsReview === true && summary.reviewed === undefined;
}
