import type { StoredSummary } from '../../../app/ports.ts';
import type { SettingDefaults } from '../../../core/settings.ts';

/** Whether a server wants what everybody sees to be looked through first. */
export function needsReview({ review }: Pick<SettingDefaults, 'review'>): boolean {
  return review === 'before-sharing';
}

/** Whether everybody may see it only once somebody has looked through it, and nobody has. */
export function isHeld({ needsReview, summary }: StoredSummary): boolean {
  return needsReview === true && summary.reviewed === undefined;
}
