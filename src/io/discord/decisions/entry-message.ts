import { ButtonStyle, ComponentType, type MessageComponentInteraction } from 'discord.js';
import type { StoredSummary } from '../../../app/store-ports.ts';
import {
  type Decision,
  isErased,
  isOwnTask,
  type LogEntry,
  type Reminder,
  toShownStatement,
} from '../../../core/decisions/entry.ts';
import { toLogInput } from '../../../core/decisions/log-input.ts';
import type { LogQuery } from '../../../core/decisions/search.ts';
import { type EntryStep, toEntryId } from '../../../render/custom-id.ts';
import { truncate } from '../../../render/cut.ts';
import { escapeDiscord, toTimestamp } from '../../../render/embed/discord-markup.ts';
import {
  createNumbering,
  type ShownEntry,
  toDatedText,
  toEntryLines,
  toEntryText,
} from '../../../render/embed/entry-text.ts';
import {
  colors,
  type MessageBody,
  mostOptions,
  type Row,
  toButton,
  toEmbed,
  toInline,
  toRow,
  toSelect,
  toTurning,
} from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import { toMaskedText, toShownLine, withoutPings } from '../../../render/view/shown.ts';

type EntryContext = { readonly t: Texts; readonly now: string; readonly zone: string };

export const entriesPerPage = 5;
const mostText = 4_000;
/** Of a button with a task, so that some fit a row. */
const longestBox = 40;

type EntryListPage = {
  readonly query: LogQuery;
  readonly page: number;
  readonly pages: number;
  readonly count: number;
  readonly topic: string | null;
  readonly mayChange: (entry: LogEntry) => boolean;
};

/** One page of a list, with buttons that tick its tasks and turn it, a select that opens an entry, and a button for a file. */
export function renderEntryList(
  shown: readonly ShownEntry[],
  { query, page, pages, count, topic, mayChange }: EntryListPage,
  { t, now, zone }: EntryContext,
): MessageBody {
  const toMark = createNumbering();
  const from = (page - 1) * entriesPerPage + 1;
  // Markdown lists would indent only the first line of each entry.
  const texts = shown.map(
    (each, index) => `**${from + index}.** ${toEntryLines(each, toMark, { t, now, zone })}`,
  );
  const filters = toFilters(query, topic, t);
  const matching = filters === '' ? [] : [t('bot.decisions.matching', { filters })];
  const turning = toTurning(page, pages, t, to => toEntryId({ kind: 'list', step: 'page', query, page: to }));
  const ticks = shown.flatMap(({ entry }, index) => {
    if (entry.kind !== 'action') return [];
    const [box, step] = entry.done === null ? (['☐', 'done'] as const) : (['☑', 'reopen'] as const);
    return [toButton(`${box} ${from + index}`, toStepId(entry, step), { disabled: !mayChange(entry) })];
  });
  return toBody(
    '',
    t(`summary.sections.${query.kind}`),
    [...matching, ...texts].join('\n\n'),
    t('bot.decisions.shown', { from, to: from + shown.length - 1, count }),
    [
      ...(ticks.length > 0 ? [toRow(...ticks)] : []),
      ...(turning.length > 0 ? [toRow(...turning)] : []),
      toRow(
        toSelect(
          toEntryId({ kind: 'open' }),
          shown.map(({ entry }, index) => ({
            label: `${from + index}. ${toLabel(entry, t)}`,
            value: entry.id,
          })),
          t('bot.decisions.choose'),
        ),
      ),
      toRow(toButton(t('bot.decisions.export'), toEntryId({ kind: 'list', step: 'export', query, page }))),
    ],
  );
}

function toFilters({ words, personId, status }: LogQuery, topic: string | null, t: Texts) {
  return [
    ...(words === '' ? [] : [toInline(words)]),
    ...(topic === null ? [] : [toInline(topic)]),
    ...(personId === null ? [] : [`<@${personId}>`]),
    ...(status === null ? [] : [t(`summary.statuses.${status}`)]),
  ].join(' · ');
}

export type EntryRights = {
  readonly canConfirm: boolean;
  readonly canChange: boolean;
  /** Their own; null if they want none. */
  readonly reminder: Reminder | null;
  /** Whether they follow the decision. */
  readonly follows: boolean;
  readonly isDueAhead: boolean;
  /** The channel that decisions are posted to; null if there is none. */
  readonly channelId: string | null;
};

export function renderEntryPanel(
  shown: ShownEntry,
  content: string,
  rights: EntryRights,
  { t, now, zone }: EntryContext,
): MessageBody {
  const { entry } = shown;
  const text = toEntryText(shown, createNumbering(), { t, now, zone });
  const notes =
    entry.kind === 'decision' ? toDecisionNotes(entry, rights, t) : toReminderNotes(rights, { t, now });
  const rows = isErased(entry)
    ? []
    : entry.kind === 'decision'
      ? toDecisionRows(entry, rights, t)
      : toTaskRows(entry, rights, t);
  return toBody(content, t(`summary.sections.${entry.kind}`), [text, ...notes].join('\n\n'), '', rows);
}

function toDecisionNotes(entry: Decision, rights: EntryRights, t: Texts): readonly string[] {
  return [...toPostNotes(entry, rights, t), ...(rights.follows ? [t('bot.decisions.followed')] : [])];
}

function toPostNotes({ post }: Decision, { channelId }: EntryRights, t: Texts): readonly string[] {
  switch (post?.state) {
    case 'waiting':
    case 'withheld':
      return channelId === null ? [] : [t(`bot.decisions.${post.state}`, { channel: `<#${channelId}>` })];
    case 'unsure':
      return [t('bot.decisions.unsure', { channel: `<#${post.sending?.channelId}>` })];
    default:
      return [];
  }
}

function toReminderNotes({ reminder }: EntryRights, { t, now }: Pick<EntryContext, 't' | 'now'>) {
  if (reminder === null) return [];
  const words = reminder.sending && reminder.at > now ? 'reminderUnsure' : 'reminderAt';
  return [t(`bot.decisions.${words}`, { at: toTimestamp(reminder.at) })];
}

function toDecisionRows(entry: Decision, { canConfirm, follows }: EntryRights, t: Texts): Row[] {
  if (entry.post?.state !== 'waiting') {
    // Nothing is compared with what was replaced.
    if (!follows && entry.supersededBy.length > 0) return [];
    return [toRow(toFollowButton(entry, follows ? 'unfollow' : 'follow', t))];
  }
  if (!canConfirm) return [];
  return [
    toRow(
      toButton(t('bot.decisions.buttons.confirm'), toStepId(entry, 'confirm'), {
        style: ButtonStyle.Success,
      }),
    ),
  ];
}

export function toFollowButton(entry: LogEntry, step: 'follow' | 'unfollow', t: Texts) {
  return toButton(t(`bot.decisions.buttons.${step}`), toStepId(entry, step));
}

function toTaskRows(
  entry: Extract<LogEntry, { kind: 'action' }>,
  { canChange, isDueAhead, reminder }: EntryRights,
  t: Texts,
): Row[] {
  const { done } = entry;
  const later = (['day', 'three', 'week'] as const).map(value => ({
    label: t(`bot.decisions.times.${value}`),
    value,
  }));
  const due = isDueAhead ? [{ label: t('bot.decisions.times.due'), value: 'due' }] : [];
  const never = reminder === null ? [] : [{ label: t('bot.decisions.times.never'), value: 'never' }];
  const toggle = done === null ? 'done' : 'reopen';
  const change: Row[] = [
    toRow(toButton(t(`bot.decisions.buttons.${toggle}`), toStepId(entry, toggle))),
    ...(done === null
      ? [
          toRow(toSelect(toStepId(entry, 'snooze'), later, t('bot.decisions.chooseSnooze'))),
          toRow({
            type: ComponentType.UserSelect,
            custom_id: toStepId(entry, 'owner'),
            placeholder: t('bot.decisions.chooseOwner'),
          }),
        ]
      : []),
  ];
  const times = [...due, ...later, ...never];
  const remind = toRow(toSelect(toStepId(entry, 'remind'), times, t('bot.decisions.chooseReminder')));
  return [...(canChange ? change : []), ...(done === null ? [remind] : [])];
}

/** The post of a decision in the log channel; its button opens the entry. */
export function renderEntryPost(shown: ShownEntry, { t, now, zone }: EntryContext): MessageBody {
  const { entry } = shown;
  const text = toEntryText(shown, createNumbering(), { t, now, zone });
  const isCurrent = entry.kind === 'decision' && entry.supersededBy.length === 0 && !isErased(entry);
  const body = toBody('', t('summary.sections.decision'), text, '', [
    toRow(toButton(t('bot.decisions.choose'), toStepId(entry, 'show'))),
  ]);
  const [embed] = body.embeds;
  return { ...body, embeds: [{ ...embed, color: isCurrent ? colors.verified : colors.empty }] };
}

function toStepId({ id, guildId }: Pick<LogEntry, 'id' | 'guildId'>, step: EntryStep): string {
  return toEntryId({ kind: 'entry', entryId: id, step, guildId });
}

export function toDoneRow(entry: LogEntry, t: Texts): Row {
  return toRow(toButton(t('bot.decisions.buttons.done'), toStepId(entry, 'done')));
}

/** A select that ticks tasks of a summary; null if there are none of the person, or with null, of anybody. */
export function toTickRow(stored: StoredSummary, personId: string | null, t: Texts): Row | null {
  const { guildId = null, claims = [] } = toLogInput(stored) ?? {};
  const options = claims
    .filter(claim => claim.kind === 'action' && (personId === null || isOwnTask(claim, personId)))
    .map(({ statement }) => ({
      label: `☐ ${withoutPings(toShownLine(toMaskedText(toDatedText(statement))))}`,
      value: statement.claimId,
    }));
  if (guildId === null || options.length === 0) return null;
  const id = toEntryId({ kind: 'tick', guildId, summaryId: stored.summary.id });
  const more = options.length - mostOptions;
  const words = more > 0 ? t('bot.decisions.chooseDoneMore', { count: more }) : t('bot.decisions.chooseDone');
  return toRow(toSelect(id, options, words));
}

/** The row below a card that ticks the person's tasks in it, and then takes that back. */
export function toBoxRow(tasks: readonly LogEntry[], t: Texts): Row {
  return toRow(
    ...tasks.map(entry => toButton(truncate(`☐ ${toLabel(entry, t)}`, longestBox), toStepId(entry, 'done'))),
  );
}

/** A message's rows of buttons and selects, to be sent again. */
export function toRowsOf({ components }: MessageComponentInteraction['message']): Row[] {
  return components.flatMap(row => (row.type === ComponentType.ActionRow ? [row.toJSON() as Row] : []));
}

/** The rows of a message after the box of such a button was ticked; null if the button has none. */
export function toTickedRows(
  { customId, message }: MessageComponentInteraction,
  entry: LogEntry,
  step: 'done' | 'reopen',
): Row[] | null {
  const rows = toRowsOf(message);
  const isPressed = (each: Row['components'][number]) => 'custom_id' in each && each.custom_id === customId;
  const pressed = rows.flatMap(({ components }) => components).find(isPressed);
  const label = pressed !== undefined && 'label' in pressed ? (pressed.label ?? '') : '';
  if (!/^[☐☑] /.test(label)) return null;
  const [box, next] = step === 'done' ? (['☑', 'reopen'] as const) : (['☐', 'done'] as const);
  const ticked = toButton(`${box}${label.slice(1)}`, toStepId(entry, next));
  return rows.map(row => ({
    ...row,
    components: row.components.map(each => (isPressed(each) ? ticked : each)),
  }));
}

function toLabel(entry: LogEntry, t: Texts): string {
  const statement = toShownStatement(entry, t.tag);
  return withoutPings(
    toShownLine(toMaskedText(statement ? toDatedText(statement) : t('bot.decisions.erased'))),
  );
}

function toBody(
  content: string,
  title: string,
  text: string,
  footer: string,
  components: Row[],
): MessageBody {
  const embed = toEmbed(escapeDiscord(title), keepLines(text, mostText), { footer });
  return { content, embeds: [embed], components };
}

/** The whole lines that fit: a cut line could contain half a link. */
function keepLines(text: string, most: number): string {
  const lines = text.split('\n');
  while (lines.join('\n').length > most) lines.pop();
  return lines.join('\n');
}
