import { z } from 'zod';
import { storedObject } from './stored.ts';

export const reviewModes = ['off', 'before-sharing'] as const;
export type ReviewMode = (typeof reviewModes)[number];

/** Whether decisions are posted to a log channel: never, at once, or after a person confirmed them. */
const decisionModes = ['off', 'log', 'confirm'] as const;
export type DecisionMode = (typeof decisionModes)[number];

/** Whose messages count besides members': none of bots, those of people behind webhooks, or everything. */
const botModes = ['leave-out', 'people', 'everything'] as const;
export type BotMode = (typeof botModes)[number];

/** Whom Footnote asks which member wrote a message of a webhook. */
const senderLookups = ['off', 'pluralkit'] as const;

/** Ids of Discord with one space between them. */
const manyIds = /^\d{15,20}(?: \d{15,20}){0,19}$/;

export const mostTerms = 50;
/** In UTF-16 units. */
export const mostGlossaryLength = 4_000;

/** The names and terms of a server, each with or without a meaning, as a manager wrote them: between semicolons. */
export function toGlossary(written = ''): readonly string[] {
  return written
    .split(/[;\n]/)
    .map(term => term.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** The bounds of a number are inclusive. */
export type NumberSetting = {
  readonly kind: 'number' | 'whole' | 'dollars';
  readonly min: number;
  readonly max: number;
  readonly byDefault: number;
};

/** The headings under which the settings are shown. */
export const settingGroups = ['summaries', 'limits', 'decisions', 'bots'] as const;

export type Setting = {
  readonly group: (typeof settingGroups)[number];
  readonly option: string;
  readonly variable?: string;
} & (
  | NumberSetting
  | {
      readonly kind: 'choice';
      readonly values: readonly string[];
      readonly byDefault: string;
    }
  /** The tag of a catalogue's language, an IANA zone, an id, or several, or terms; without a default. */
  | { readonly kind: 'language' | 'zone' | 'channel' | 'role' | 'ids' | 'terms' }
);

/** The settings of a server, in the order shown. The environment, `/settings` and the store are made from this table. */
export const serverSettings = {
  minConfidence: {
    group: 'summaries',
    kind: 'number',
    option: 'min_confidence',
    variable: 'FOOTNOTE_MIN_CONFIDENCE',
    min: 0,
    max: 1,
    byDefault: 0,
  },
  /** For people who choose none. */
  language: { group: 'summaries', kind: 'language', option: 'language' },
  /** For people who have set none. */
  zone: { group: 'summaries', kind: 'zone', option: 'zone' },
  dailyRuns: {
    group: 'limits',
    kind: 'whole',
    option: 'daily',
    variable: 'FOOTNOTE_DAILY_RUNS',
    min: 0,
    max: 10_000,
    byDefault: 50,
  },
  retentionDays: {
    group: 'summaries',
    kind: 'whole',
    option: 'retention',
    variable: 'FOOTNOTE_RETENTION_DAYS',
    min: 1,
    max: 90,
    byDefault: 30,
  },
  attachedKilobytes: {
    group: 'summaries',
    kind: 'whole',
    option: 'attached_text',
    min: 0,
    max: 20,
    byDefault: 20,
  },
  pictures: {
    group: 'summaries',
    kind: 'whole',
    option: 'pictures',
    min: 0,
    max: 10,
    byDefault: 0,
  },
  glossary: { group: 'summaries', kind: 'terms', option: 'glossary' },
  serverUsd: {
    group: 'limits',
    kind: 'dollars',
    option: 'server_usd',
    variable: 'FOOTNOTE_SERVER_USD',
    min: 0,
    max: 100_000,
    byDefault: 0,
  },
  memberUsd: {
    group: 'limits',
    kind: 'dollars',
    option: 'member_usd',
    variable: 'FOOTNOTE_MEMBER_USD',
    min: 0,
    max: 100_000,
    byDefault: 0,
  },
  review: {
    group: 'summaries',
    kind: 'choice',
    option: 'review',
    variable: 'FOOTNOTE_REVIEW',
    values: reviewModes,
    byDefault: 'off',
  },
  /** How many members may have a card by direct message. */
  personalDigests: {
    group: 'limits',
    kind: 'whole',
    option: 'personal_digests',
    min: 0,
    max: 1_000,
    byDefault: 0,
  },
  decisions: {
    group: 'decisions',
    kind: 'choice',
    option: 'decisions',
    values: decisionModes,
    byDefault: 'off',
  },
  decisionChannel: { group: 'decisions', kind: 'channel', option: 'decision_channel' },
  /** Who confirms decisions; without it, people with Manage Server do. */
  decisionRole: { group: 'decisions', kind: 'role', option: 'decision_role' },
  bots: { group: 'bots', kind: 'choice', option: 'bots', values: botModes, byDefault: 'leave-out' },
  /** The webhooks, or the bots that own them, behind which there are people. */
  webhooks: { group: 'bots', kind: 'ids', option: 'webhooks' },
  senderLookup: {
    group: 'bots',
    kind: 'choice',
    option: 'sender_lookup',
    values: senderLookups,
    byDefault: 'off',
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Table = typeof serverSettings;
export type SettingName = keyof Table;
export type NumberName = {
  [Name in SettingName]: Table[Name] extends { readonly min: number } ? Name : never;
}[SettingName];
export const settingEntries = Object.entries(serverSettings) as readonly (readonly [SettingName, Setting])[];

/** As many messages as one summary reads at most; the bot's owner can lower it, because each of them costs money. */
export const maxMessagesSetting = {
  kind: 'whole',
  min: 100,
  max: 50_000,
  byDefault: 50_000,
} as const satisfies NumberSetting;

/** The tokens of a month while a price is unknown, if the owner caps dollars alone: some 35 summaries of 500 messages. */
export const unpricedTokens = 1_000_000;

type ValueOf<One extends Setting> = One extends { readonly min: number }
  ? number
  : One extends { readonly values: readonly (infer Value)[] }
    ? Value
    : string;

export function toNumberSchema({ kind, min, max }: Pick<NumberSetting, 'kind' | 'min' | 'max'>): z.ZodNumber {
  return (kind === 'whole' ? z.int() : z.number()).min(min).max(max);
}

function toSchema(setting: Setting): z.ZodType {
  if ('min' in setting) return toNumberSchema(setting);
  if ('values' in setting) return z.enum(setting.values);
  if (setting.kind === 'terms')
    return z
      .string()
      .max(mostGlossaryLength)
      .refine(written => toGlossary(written).length <= mostTerms);
  if (setting.kind === 'ids') return z.string().regex(manyIds);
  return setting.kind === 'channel' || setting.kind === 'role'
    ? z.string().regex(/^\d{15,20}$/)
    : z.string().max(100);
}

export const guildSettingsSchema = storedObject(
  Object.fromEntries(
    settingEntries.map(([name, setting]) => [name, toSchema(setting).exactOptional()]),
  ) as unknown as {
    readonly [Name in SettingName]: z.ZodExactOptional<z.ZodType<ValueOf<Table[Name]>>>;
  },
);
export type GuildSettings = Readonly<z.output<typeof guildSettingsSchema>>;

export type SettingDefaults = {
  readonly [Name in SettingName as Table[Name] extends { readonly byDefault: unknown }
    ? Name
    : never]: ValueOf<Table[Name]>;
};

export function toSettingDefaults(environment: Readonly<Record<string, unknown>>): SettingDefaults {
  const all = settingEntries.flatMap(([name, setting]) =>
    'byDefault' in setting ? [[name, environment[setting.variable ?? ''] ?? setting.byDefault]] : [],
  );
  return Object.fromEntries(all);
}

export const usualDefaults = toSettingDefaults({});

/** Whether a server requires a review before a summary is public. */
export function needsReview({ review }: Pick<SettingDefaults, 'review'>): boolean {
  return review === 'before-sharing';
}
