import { actionStatuses, decisionStatuses } from '../core/decisions/entry.ts';
import type { LogQuery } from '../core/decisions/search.ts';

type PageAction<Name> = { readonly summaryId: string; readonly action: Name; readonly page: number };
export type SummaryAction =
  | PageAction<'page'>
  | PageAction<'sources'>
  | PageAction<'text'>
  | PageAction<'why'>
  | ({ readonly summaryId: string; readonly action: 'decide' } & Decision)
  | { readonly summaryId: string; readonly action: PlainAction };

const plainActions = [
  'share',
  'more',
  'again',
  'ask',
  'save',
  'delete',
  'erase',
  'keep',
  'open',
  'helpful',
  'unhelpful',
  'review',
  'finish',
] as const;
type PlainAction = (typeof plainActions)[number];

/** The steps of a review panel: show an item, open the form for its words, or decide. */
const reviewSteps = ['show', 'edit', 'confirmed', 'noted', 'removed', 'none'] as const;
export type ReviewStep = (typeof reviewSteps)[number];

/** The state of an item when its buttons were rendered: undecided, disputed since it was decided, or its decision. */
const itemStates = ['open', 'disputed', 'confirmed', 'edited', 'noted', 'removed'] as const;
export type ItemState = (typeof itemStates)[number];

/** `none` is for a disabled button. */
type Decision = {
  readonly itemId: string;
  readonly step: ReviewStep;
  readonly state: ItemState;
};

/** The button below a summary in progress or an interrupted one, and the order of the dates in its file. */
const runActions = ['stop', 'again', 'day-first', 'month-first', 'year-first'] as const;
export type RunAction = { readonly runId: string; readonly action: (typeof runActions)[number] };

export type ReasonAction = { readonly reasonFor: string; readonly action: 'why' };

/** The button and the form with which somebody disputes a claim of a summary. */
export type DisputeAction = { readonly disputeIn: string; readonly action: 'dispute' };

/** Custom ids as a pattern: its named groups are fields of the action, beside those that all such actions share. */
type Shape = readonly [pattern: RegExp, shared?: Readonly<Record<string, string>>];

const id = '[\\w-]{1,64}';
const group = /\(\?<(\w+)>(?:[^()]|\([^()]*\))*\)/g;

/** At most 100 characters, and needs nothing else to be answered after a restart. Throws RangeError if no shape holds the action. */
function write(shapes: readonly Shape[], action: object): string {
  const fields = new Map<string, unknown>(Object.entries(action));
  for (const [pattern, shared = {}] of shapes) {
    if (!Object.entries(shared).every(([name, value]) => fields.get(name) === value)) continue;
    const template = pattern.source.slice(1, -1);
    const written = template.replace(group, (_, name: string) => String(fields.get(name) ?? ''));
    if (pattern.test(written)) return written;
  }
  throw new RangeError('an action that no custom id can hold');
}

/** Null for anything that is not written here, and for disabled buttons: page 0 or the step `none`. */
function parse(shapes: readonly Shape[], customId: string): object | null {
  for (const [pattern, shared] of shapes) {
    const found = pattern.exec(customId);
    if (found === null) continue;
    const { page, ...fields } = found.groups ?? {};
    if (Number(page) === 0 || fields['step'] === 'none') return null;
    return { ...shared, ...fields, ...(page !== undefined && { page: Number(page) }) };
  }
  return null;
}

const shapes: readonly Shape[] = [
  [new RegExp(`^summary:(?<summaryId>${id}):(?<action>page|sources|text|why):(?<page>\\d{1,4})$`)],
  [new RegExp(`^summary:(?<summaryId>${id}):(?<action>${plainActions.join('|')})$`)],
  [
    new RegExp(
      `^decide:(?<summaryId>${id}):(?<itemId>[cr]\\d{1,6}):(?<step>${reviewSteps.join('|')}):(?<state>${itemStates.join('|')})$`,
    ),
    { action: 'decide' },
  ],
  [new RegExp(`^run:(?<runId>${id}):(?<action>${runActions.join('|')})$`)],
  [new RegExp(`^reason:(?<reasonFor>${id}):why$`), { action: 'why' }],
  [new RegExp(`^summary:(?<disputeIn>${id}):dispute$`), { action: 'dispute' }],
];

type CustomId = SummaryAction | RunAction | ReasonAction | DisputeAction;

export function toCustomId(action: CustomId): string {
  return write(shapes, action);
}

export function parseCustomId(customId: string): CustomId | null {
  return parse(shapes, customId) as CustomId | null;
}

const listSteps = ['page', 'export'] as const;
const entrySteps = [
  'show',
  'confirm',
  'follow',
  'unfollow',
  'done',
  'reopen',
  'snooze',
  'owner',
  'remind',
] as const;
export type EntryStep = (typeof entrySteps)[number];

export type EntryAction =
  | {
      readonly kind: 'list';
      readonly step: (typeof listSteps)[number];
      readonly query: LogQuery;
      readonly page: number;
    }
  /** The select below a list, which opens an entry. */
  | { readonly kind: 'open' }
  /** The select below a summary, which ticks one of its tasks: its value is the id of the claim. */
  | { readonly kind: 'tick'; readonly guildId: string; readonly summaryId: string }
  | {
      readonly kind: 'entry';
      readonly entryId: string;
      readonly step: EntryStep;
      /** Needed in direct messages; not there up to version 0.2.0. */
      readonly guildId?: string;
    };

const kinds = { d: 'decision', a: 'action' } as const;
const statuses = [...decisionStatuses, ...actionStatuses] as const;

const entryShapes: readonly Shape[] = [
  [/^entries:open$/, { kind: 'open' }],
  [new RegExp(`^entries:tick:(?<guildId>\\d{1,20}):(?<summaryId>${id})$`), { kind: 'tick' }],
  ...[':(?<guildId>\\d{1,20})', ''].map(
    (rest): Shape => [
      new RegExp(`^entry:(?<entryId>${id}):(?<step>${entrySteps.join('|')})${rest}$`),
      { kind: 'entry' },
    ],
  ),
  [
    /^entries:(?<letter>[da]):(?<step>page|export):(?<page>\d{1,4}):(?<status>\d?):(?<personId>\d{0,20}):(?<words>[\w-]{0,55})(?<topic>(?::[\w.-]{1,54})?)$/,
    { kind: 'list' },
  ],
];

/** The characters left for words and topic, of the 100 of a custom id. */
const room = 55;

/** The words that a custom id can hold beside a topic: as many whole characters as fit. */
export function cutWords(words: string, topic: string | null): string {
  const mostBytes = Math.floor((3 / 4) * (room - (topic === null ? 0 : topic.length + 1)));
  let cut = '';
  for (const character of words.trim()) {
    if (Buffer.byteLength(cut + character) > mostBytes) break;
    cut += character;
  }
  return cut.trim();
}

export function toEntryId(action: EntryAction): string {
  if (action.kind !== 'list') return write(entryShapes, action);
  const { kind, status, personId, words, topic } = action.query;
  return write(entryShapes, {
    ...action,
    letter: kind === 'decision' ? 'd' : 'a',
    status: status === null ? '' : statuses.indexOf(status),
    personId,
    words: Buffer.from(cutWords(words, topic)).toString('base64url'),
    topic: topic === null ? '' : `:${topic}`,
  });
}

type ListFields = Readonly<Record<'status' | 'personId' | 'words' | 'topic', string>> & {
  readonly letter: keyof typeof kinds;
};

export function parseEntryId(customId: string): EntryAction | null {
  const found = parse(entryShapes, customId) as EntryAction | null;
  if (found?.kind !== 'list') return found;
  const { kind, step, page, ...fields } = found as typeof found & ListFields;
  const { letter, status, personId, words, topic } = fields;
  const query = {
    kind: kinds[letter],
    status: status === '' ? null : (statuses[Number(status)] ?? null),
    personId: personId || null,
    words: Buffer.from(words, 'base64url').toString(),
    topic: topic.slice(1) || null,
  };
  return { kind, step, page, query };
}

const draftSteps = ['save', 'cancel', 'channels', 'week'] as const;
const digestSteps = ['run', 'refresh', 'pause', 'resume', 'delete', 'confirm'] as const;
const cardSteps = ['allow', 'ask'] as const;

export type DigestAction =
  /** For the preview of an unsaved digest. */
  | { readonly kind: 'draft'; readonly draftId: string; readonly step: (typeof draftSteps)[number] }
  /** For a digest on display; `delete` asks for confirmation, `confirm` deletes. */
  | { readonly kind: 'digest'; readonly digestId: string; readonly step: (typeof digestSteps)[number] }
  /** The select below the list, which opens a digest. */
  | { readonly kind: 'list' }
  | { readonly kind: 'stop'; readonly digestId: string }
  /** Permits cards by direct message in the server, or asks in the channel for it. */
  | { readonly kind: 'cards'; readonly step: (typeof cardSteps)[number] };

const digestShapes: readonly Shape[] = [
  [new RegExp(`^digest-draft:(?<draftId>${id}):(?<step>${draftSteps.join('|')})$`), { kind: 'draft' }],
  [new RegExp(`^digest:(?<digestId>${id}):(?<step>${digestSteps.join('|')})$`), { kind: 'digest' }],
  [/^digest-list$/, { kind: 'list' }],
  [new RegExp(`^digest-stop:(?<digestId>${id}):now$`), { kind: 'stop' }],
  [new RegExp(`^digest-cards:(?<step>${cardSteps.join('|')})$`), { kind: 'cards' }],
];

export function toDigestId(action: DigestAction): string {
  return write(digestShapes, action);
}

export function parseDigestId(customId: string): DigestAction | null {
  return parse(digestShapes, customId) as DigestAction | null;
}
