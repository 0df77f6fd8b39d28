import { maskSpoilers } from '../../core/conversation/spoilers.ts';
import {
  type ActionItem,
  type Decision,
  type EntrySource,
  isDisputedEntry,
  isErased,
  isOpen,
  type ListedEntry,
  type LogEntry,
  type Statement,
  toEntryStatus,
  toInvolved,
  toShownStatement,
} from '../../core/decisions/entry.ts';
import { type DueDate, isOverdue, toNamedDay } from '../../core/due-date.ts';
import { escapeMarkdown } from '../formats/markdown.ts';
import { type Texts, toTexts } from '../texts.ts';
import { toLink, toMarker, toQuotedText, toSenderName } from '../view/shown.ts';
import { escapeDiscord, toTimestamp, truncateEscaped } from './discord-markup.ts';

export type ShownEntry = {
  readonly entry: ListedEntry;
  readonly supersedes: readonly LogEntry[];
  readonly supersededBy: readonly LogEntry[];
  /** Those that do not replace it. */
  readonly contradictedBy?: readonly LogEntry[];
  /** The decisions that it contradicts and does not replace. */
  readonly contradicts?: readonly LogEntry[];
};

type EntryTextOptions = {
  readonly t: Texts;
  readonly now: string;
  readonly zone: string;
};

const longestText = 300;
const longestQuote = 200;
const longestNames = 200;
const longestTask = 100;
const mostMarkers = 3;
const mostSources = 10;

/** Numbers the messages 1..k in the order in which they are first shown. */
type Numbering = (source: EntrySource) => string;

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>();
  return ({ messageId, url }) => {
    const number = numbers.get(messageId) ?? numbers.size + 1;
    numbers.set(messageId, number);
    return toMarker(number, url);
  };
}

/** The statement with markers of the messages behind it; without messages, that they are gone. */
function toStatement(entry: LogEntry, toMark: Numbering, t: Texts): string {
  const statement = toShownStatement(entry, t.tag);
  if (isErased(entry) || statement === null) return `*${escapeDiscord(t('bot.decisions.erased'))}*`;
  const cited = new Set(statement.cited.map(({ messageId }) => messageId));
  const marks = entry.sources
    .filter(({ messageId }) => cited.has(messageId))
    .slice(0, mostMarkers)
    .map(toMark);
  return [toShownText(statement, longestText), ...marks].join('\u00a0');
}

function toShownText(statement: Statement, longest: number): string {
  const { dueDate } = statement;
  const text = toPlain(toDatedText(statement), longest);
  return dueDate ? text.replaceAll(dueDate.day, toDueDay(dueDate)) : text;
}

/** The text of a statement; "tomorrow" in it is the day that it meant, because it is read later. */
export function toDatedText({ text, due, dueDate, language }: Statement): string {
  const named = due !== null && dueDate !== null ? toNamedDay(due) : null;
  const at = named === null ? -1 : text.toLowerCase().indexOf(named.toLowerCase());
  if (named === null || dueDate === null || at < 0) return text;
  const [start, end] = [text.slice(0, at), text.slice(at + named.length)];
  if (/\p{Script=Latin}$/u.test(start) || /^\p{Script=Latin}/u.test(end)) return text;
  // "The Friday Digest" and "Friday's outage by Friday" name other things too.
  const isUnsure = /^(?:['’]s\b| \p{Lu})/u.test(end) || end.toLowerCase().includes(named.toLowerCase());
  if (isUnsure) return text;
  const { day } = dueDate;
  return start + (led.test(start) ? day : toTexts(language)('bot.decisions.onDay', { day })) + end;
}

/** Ends with a word that a date follows. */
const led = /\b(?:by|on|until|till|before|for|bis|am|zum|dem|den|le|au|du|el|del|al)\s+$/i;

/** The day, or the instant if there is one. */
function toDueDay({ day, at }: DueDate): string {
  // Noon in UTC is the same day nearly everywhere.
  return at === undefined ? toDay(`${day}T12:00:00.000Z`) : toTimestamp(at);
}

function toPlain(text: string, longest: number): string {
  return truncateEscaped(maskSpoilers(text), longest);
}

/** "Decided · confirmed by a person · disputed" */
function toStatusWords(entry: LogEntry, { t, now }: EntryTextOptions): string {
  return [
    t(`summary.statuses.${toEntryStatus(entry, now)}`),
    ...(toShownStatement(entry, t.tag)?.isConfirmed ? [t('bot.decisions.confirmedByPerson')] : []),
    ...(isDisputedEntry(entry) ? [t('bot.decisions.disputed')] : []),
  ].join(' · ');
}

/** An entry in a list: the statement, then a line with its status, day and people, then what superseded it. */
export function toEntryLines(shown: ShownEntry, toMark: Numbering, options: EntryTextOptions): string {
  const { entry } = shown;
  const { t } = options;
  return [
    `**${toStatusWords(entry, options)}** · ${toDay(entry.at)}`,
    toStatement(entry, toMark, t),
    ...(isErased(entry) ? [] : [toWho(entry, options)]),
    ...toLinkLines(shown, each => toStatement(each, toMark, t), t),
  ].join('\n');
}

/** All of one entry, without the statement, which is its title. */
export function toEntryText(shown: ShownEntry, toMark: Numbering, options: EntryTextOptions): string {
  const { entry } = shown;
  const { t } = options;
  return [
    toEntryLines(shown, toMark, options),
    ...(entry.kind === 'decision' ? toImpactLines(entry, shown, toMark, t) : toTaskLines(entry, t)),
    ...toSourceLines(entry, toMark, t),
  ].join('\n');
}

/** A task of the reader in one line, with a link to the message behind it. */
export function toTaskLine(entry: ActionItem, options: EntryTextOptions): string {
  const statement = toShownStatement(entry, options.t.tag);
  const source = entry.sources.find(({ messageId }) => messageId === statement?.cited[0]?.messageId);
  const text = statement ? toShownText(statement, longestTask) : '';
  return [[text, toLink('↗', source?.url)].join('\u00a0'), ...toDue(entry, options)].join(' · ');
}

function toDay(iso: string): string {
  return toTimestamp(iso, 'D');
}

function toWho(entry: LogEntry, options: EntryTextOptions): string {
  const { t } = options;
  if (entry.kind === 'action')
    return [t('bot.decisions.owner', { owner: toOwner(entry, t) }), ...toDue(entry, options)].join(' · ');
  const { initiator, involved } = toInvolved(entry, each => toSenderName(each, t));
  return truncateEscaped(t.list([initiator, ...involved]), longestNames);
}

function toOwner(entry: ActionItem, t: Texts): string {
  if (entry.ownerId !== null) return `<@${entry.ownerId}>`;
  const name = entry.isOwnerChosen ? null : (toShownStatement(entry, t.tag)?.owner ?? null);
  return name === null ? t('bot.decisions.nobody') : escapeDiscord(name);
}

function toDue(entry: ActionItem, { t, now, zone }: EntryTextOptions, write = toDueDay): readonly string[] {
  const { due = null, dueDate = null } = toShownStatement(entry, t.tag) ?? {};
  if (due === null) return [];
  if (dueDate === null) return [t('bot.decisions.due', { due: toPlain(due, longestNames) })];
  const words = t(dueDate.isBefore ? 'bot.decisions.dueBefore' : 'bot.decisions.due', {
    due: write(dueDate),
  });
  const isLate = isOpen(entry) && isOverdue(dueDate, now, zone);
  return [isLate ? `${words} · **${t('bot.decisions.overdue')}**` : words];
}

const linkKinds = ['supersededBy', 'supersedes', 'contradictedBy', 'contradicts'] as const;

/** A line for each link; what a deleted message said contradicts nothing any more. */
function toLinkLines(shown: ShownEntry, toWords: (entry: LogEntry) => string, t: Texts): string[] {
  return linkKinds.flatMap(kind =>
    (shown[kind] ?? [])
      .filter(each => !(kind === 'contradictedBy' && isErased(each)))
      .map(each => t(`bot.decisions.${kind}`, { entry: toWords(each) })),
  );
}

/** The impacts of a change that the reader may see both sides of. */
function toImpactLines(
  { sources, supersedes: links }: Decision,
  { supersedes }: ShownEntry,
  toMark: Numbering,
  t: Texts,
): readonly string[] {
  const visible = new Map(
    [...sources, ...supersedes.flatMap(each => each.sources)].map(each => [each.messageId, each]),
  );
  const lines = links.flatMap(({ entryId, impacts }) => {
    if (!supersedes.some(({ id }) => id === entryId)) return [];
    return impacts.map(({ text, isImplied, messageIds }) => {
      const marks = messageIds.flatMap(id => visible.get(id) ?? []).map(toMark);
      const implied = isImplied ? ` *(${t('bot.decisions.implied')})*` : '';
      return `- ${[toPlain(text, longestText), ...marks].join('\u00a0')}${implied}`;
    });
  });
  return lines.length === 0 ? [] : ['', `**${t('bot.decisions.impacts')}**`, ...lines];
}

function toTaskLines({ done, snoozedUntil }: ActionItem, t: Texts): readonly string[] {
  return [
    ...(done === null
      ? []
      : [
          t('bot.decisions.doneAt', { at: `${toDay(done.at)}${done.by === null ? '' : ` · <@${done.by}>`}` }),
        ]),
    ...(done === null && snoozedUntil !== null
      ? [t('bot.decisions.snoozedUntil', { until: toDay(snoozedUntil) })]
      : []),
  ];
}

function toSourceLines(entry: LogEntry, toMark: Numbering, t: Texts): readonly string[] {
  if (isErased(entry)) return [];
  const lines = entry.sources.slice(0, mostSources).map(source => {
    const edited = source.editedSince ? ` *(${t('bot.decisions.edited')})*` : '';
    const quote = toPlain(toQuote(entry, source), longestQuote);
    return `> ${escapeDiscord(toSenderName(source, t))}${t('summary.colon')} ${quote} ${toMark(source)}${edited}`;
  });
  return ['', `**${t('bot.decisions.sources')}**`, ...lines];
}

/** The words that a claim quotes of a message, otherwise its text; spoilers are masked. */
export function toQuote({ statements }: LogEntry, { messageId, text }: EntrySource): string {
  const cited = statements.flatMap(each => each.cited.filter(each => each.messageId === messageId));
  const quote = cited.find(each => each.quote !== null)?.quote;
  return quote ? toQuotedText(text, quote) : maskSpoilers(text);
}

export function toEntriesMarkdown(
  all: readonly ShownEntry[],
  title: string,
  options: EntryTextOptions,
): string {
  const { t } = options;
  const toMark = createNumbering();
  const toStatement = (entry: LogEntry) => {
    const statement = toShownStatement(entry, t.tag);
    return statement === null ? t('bot.decisions.erased') : escapeMarkdown(toDatedText(statement));
  };
  const parts = all.map(shown => {
    const { entry } = shown;
    const { initiator, involved } = toInvolved(entry, each => toSenderName(each, t));
    const people = t.list([initiator, ...involved].filter(Boolean).map(escapeMarkdown));
    return [
      `## ${toStatement(entry)}`,
      '',
      [
        toStatusWords(entry, options),
        entry.at,
        people,
        ...(entry.kind === 'action' ? toDue(entry, options, ({ day }) => day) : []),
      ]
        .filter(Boolean)
        .join(' · '),
      ...toLinkLines(shown, toStatement, t).map(line => `\n${line}`),
      '',
      ...entry.sources.map(source => {
        const quote = escapeMarkdown(toQuote(entry, source));
        return `- ${toMark(source)} ${escapeMarkdown(toSenderName(source, t))}${t('summary.colon')} ${quote}`;
      }),
    ].join('\n');
  });
  return `# ${escapeMarkdown(title)}\n\n${parts.join('\n\n')}\n`;
}
