import { z } from 'zod';
import { storedObject } from './stored-object.ts';

/** Whether a person must review a summary before it is shared. */
export const reviewModes = ['off', 'before-sharing'] as const;
export type ReviewMode = (typeof reviewModes)[number];

/** Whether decisions are posted to a log channel: never, at once, or after a person confirmed them. */
export const decisionModes = ['off', 'log', 'confirm'] as const;
export type DecisionMode = (typeof decisionModes)[number];

/** A number from the environment that a server can override; the bounds are inclusive. */
export type NumberSetting = {
  readonly variable: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  readonly byDefault: number;
  readonly purpose: string;
};

/** The numeric settings. The environment, `/settings` and the store use these definitions. */
export const numberSettings = {
  minConfidence: {
    variable: 'FOOTNOTE_MIN_CONFIDENCE',
    min: 0,
    max: 1,
    isWhole: false,
    byDefault: 0,
    purpose: 'Minimum confidence (0–1). Claims below it are hidden and counted.',
  },
  dailyRuns: {
    variable: 'FOOTNOTE_DAILY_RUNS',
    min: 0,
    max: 10_000,
    isWhole: true,
    byDefault: 50,
    purpose: 'Summaries per person and day (UTC). 0 = unlimited.',
  },
  retentionDays: {
    variable: 'FOOTNOTE_RETENTION_DAYS',
    min: 1,
    max: 90,
    isWhole: true,
    byDefault: 30,
    purpose: 'Days to keep summaries and the messages they cite, 1 to 90.',
  },
  serverUsd: {
    variable: 'FOOTNOTE_SERVER_USD',
    min: 0,
    max: 100_000,
    isWhole: false,
    byDefault: 0,
    purpose: 'US dollars that a server may spend in a calendar month, in its time zone. 0 = unlimited.',
  },
  memberUsd: {
    variable: 'FOOTNOTE_MEMBER_USD',
    min: 0,
    max: 100_000,
    isWhole: false,
    byDefault: 0,
    purpose: 'US dollars that a member of a server may spend in a day. 0 = unlimited.',
  },
} as const satisfies Readonly<Record<string, NumberSetting>>;

/** As many messages as one summary reads at most; the bot's owner can lower it, because each of them costs money. */
export const maxMessagesSetting = {
  variable: 'FOOTNOTE_MAX_MESSAGES',
  min: 100,
  max: 50_000,
  isWhole: true,
  byDefault: 50_000,
  purpose: 'How many messages one summary reads at most, 100 to 50000. More messages cost more.',
} as const satisfies NumberSetting;

/**
 * The tokens that the bot may use in a month while a model's price is unknown, if its owner caps dollars and says nothing
 * of tokens: some 35 summaries of 500 messages.
 */
export const unpricedTokens = 1_000_000;

export const reviewSetting = {
  variable: 'FOOTNOTE_REVIEW',
  byDefault: 'off',
  purpose: 'Whether public summaries must be reviewed first: `off` or `before-sharing`.',
} as const;

export function toNumberSchema({
  min,
  max,
  isWhole,
}: Pick<NumberSetting, 'min' | 'max' | 'isWhole'>): z.ZodNumber {
  return (isWhole ? z.int() : z.number()).min(min).max(max);
}

const snowflake = z.string().regex(/^\d{15,20}$/);

/** The settings of a server, in the order shown; missing ones use the defaults. */
export const guildSettingsSchema = storedObject({
  minConfidence: toNumberSchema(numberSettings.minConfidence).exactOptional(),
  /** The tag of a catalogue's language, for people who choose none. */
  language: z.string().max(100).exactOptional(),
  /** An IANA zone, for people who have set none. */
  zone: z.string().max(100).exactOptional(),
  dailyRuns: toNumberSchema(numberSettings.dailyRuns).exactOptional(),
  retentionDays: toNumberSchema(numberSettings.retentionDays).exactOptional(),
  serverUsd: toNumberSchema(numberSettings.serverUsd).exactOptional(),
  memberUsd: toNumberSchema(numberSettings.memberUsd).exactOptional(),
  review: z.enum(reviewModes).exactOptional(),
  decisions: z.enum(decisionModes).exactOptional(),
  /** The id of the channel that decisions are posted to. */
  decisionChannel: snowflake.exactOptional(),
  /** The id of the role that confirms them; without it, people with Manage Server do. */
  decisionRole: snowflake.exactOptional(),
});

export type GuildSettings = Readonly<z.output<typeof guildSettingsSchema>>;
export type SettingName = keyof GuildSettings;
export const settingNames: readonly SettingName[] = guildSettingsSchema.keyof().options;

/** The defaults. Language, zone, channel and role have none. */
export type SettingDefaults = Required<
  Omit<GuildSettings, 'language' | 'zone' | 'decisionChannel' | 'decisionRole'>
>;

/** What applies where the environment sets nothing either. */
export const usualDefaults: SettingDefaults = {
  minConfidence: numberSettings.minConfidence.byDefault,
  dailyRuns: numberSettings.dailyRuns.byDefault,
  retentionDays: numberSettings.retentionDays.byDefault,
  serverUsd: numberSettings.serverUsd.byDefault,
  memberUsd: numberSettings.memberUsd.byDefault,
  review: reviewSetting.byDefault,
  decisions: 'off',
};
