import type { AnySelectMenuInteraction, ButtonInteraction } from 'discord.js';
import type { OpenRunStore } from '../../../../app/answers/ports.ts';
import type { Digests } from '../../../../app/digests/digests.ts';
import type { FeedbackStore, PrivacyStore, SummaryStore, ZoneStore } from '../../../../app/ports.ts';
import type { Logger } from '../../../../log.ts';
import type { Amending } from '../../sync/summary-sync.ts';

export type PrivacyParts = {
  readonly summaries: SummaryStore;
  readonly feedback: FeedbackStore;
  readonly zones: ZoneStore;
  /** Null if digests are switched off. */
  readonly digests: Pick<Digests, 'createdBy' | 'remove'> | null;
  readonly privacy: PrivacyStore;
  readonly openRuns: OpenRunStore;
  readonly amending: Amending;
  readonly log: Logger;
};

export type ComponentPress = ButtonInteraction | AnySelectMenuInteraction;

/** The custom ids of buttons and selects; they hold no person, because the person who presses is looked up. */
export const privacyIds = {
  delete: 'privacy:delete',
  erase: 'privacy:erase',
  rule: 'privacy:rule',
  channels: 'privacy:channels',
  roles: 'privacy:roles',
} as const;
