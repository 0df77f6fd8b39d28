/** What a server may set for itself, in the order in which it is shown. */
export const settingNames = [
  'minConfidence',
  'language',
  'zone',
  'dailyRuns',
  'retentionDays',
  'review',
] as const;
export type SettingName = (typeof settingNames)[number];

/** Whether a person has to look through a summary before everybody sees it. */
export const reviewModes = ['off', 'before-sharing'] as const;
export type ReviewMode = (typeof reviewModes)[number];

/** What a server has set; what it has not is as whoever runs the bot has it. */
export type GuildSettings = {
  /** Claims below it are hidden and counted; 0 to 1. */
  readonly minConfidence?: number;
  /** The language of a catalogue, for whoever names none. */
  readonly language?: string;
  /** IANA, for whoever has set none of their own. */
  readonly zone?: string;
  /** Summaries a person may ask for on a day; 0 is as many as they like. */
  readonly dailyRuns?: number;
  /** How long summaries are kept. */
  readonly retentionDays?: number;
  readonly review?: ReviewMode;
};

/** What holds where a server has set nothing; of a language and a zone, nothing does. */
export type SettingDefaults = {
  readonly minConfidence: number;
  readonly dailyRuns: number;
  readonly retentionDays: number;
  readonly review: ReviewMode;
};

/** The bounds of the settings that are numbers, both inclusive. */
export const settingBounds = {
  minConfidence: { min: 0, max: 1 },
  dailyRuns: { min: 0, max: 10_000 },
  retentionDays: { min: 1, max: 90 },
} as const;
