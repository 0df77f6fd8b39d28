import { actionStatuses, decisionStatuses } from '../core/decisions/entry.ts';
import type { LogQuery } from '../core/decisions/search.ts';

export type SummaryAction =
  | { readonly summaryId: string; readonly action: 'page'; readonly page: number }
  | { readonly summaryId: string; readonly action: 'sources'; readonly page: number }
  | { readonly summaryId: string; readonly action: 'text'; readonly page: number }
  | { readonly summaryId: string; readonly action: 'why'; readonly page: number }
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

/** Every custom id of a summary, a run or a comment; what it holds is in its named groups. */
const shapes = [
  /^summary:(?<summaryId>[\w-]{1,64}):(?<action>page|sources|text|why):(?<page>\d{1,4})$/,
  new RegExp(`^summary:(?<summaryId>[\\w-]{1,64}):(?<action>${plainActions.join('|')})$`),
  new RegExp(
    `^decide:(?<summaryId>[\\w-]{1,64}):(?<itemId>[cr]\\d{1,6}):(?<step>${reviewSteps.join('|')}):(?<state>${itemStates.join('|')})$`,
  ),
  new RegExp(`^run:(?<runId>[\\w-]{1,64}):(?<action>${runActions.join('|')})$`),
  /^reason:(?<reasonFor>[\w-]{1,64}):(?<action>why)$/,
  /^summary:(?<disputeIn>[\w-]{1,64}):(?<action>dispute)$/,
];

type CustomId = SummaryAction | RunAction | ReasonAction | DisputeAction;

/** At most 100 characters. Page 0 is for a disabled button. Throws RangeError for an id that no shape holds. */
export function toCustomId(action: CustomId): string {
  const id = write(action);
  if (!shapes.some(shape => shape.test(id))) throw new RangeError('an id that no custom id can hold');
  return id;
}

function write(action: CustomId): string {
  if ('reasonFor' in action) return `reason:${action.reasonFor}:why`;
  if ('disputeIn' in action) return `summary:${action.disputeIn}:dispute`;
  if ('runId' in action) return `run:${action.runId}:${action.action}`;
  if (action.action === 'decide')
    return `decide:${action.summaryId}:${action.itemId}:${action.step}:${action.state}`;
  return `summary:${action.summaryId}:${action.action}${'page' in action ? `:${action.page}` : ''}`;
}

/** Reads the result of `toCustomId`; null for anything else, and for disabled buttons. */
export function parseCustomId(customId: string): CustomId | null {
  for (const shape of shapes) {
    const { page, ...read } = shape.exec(customId)?.groups ?? {};
    if (Number(page) === 0 || read['step'] === 'none' || Object.keys(read).length === 0) continue;
    const action = read['action'] ?? 'decide';
    return { ...read, action, ...(page !== undefined && { page: Number(page) }) } as CustomId;
  }
  return null;
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
      /** Needed in direct messages; null up to version 0.2.0. */
      readonly guildId: string | null;
    };

const openId = 'entries:open';
const kinds = { d: 'decision', a: 'action' } as const;
const statuses = [...decisionStatuses, ...actionStatuses] as const;

const listShape =
  /^entries:([da]):(page|export):(\d{1,4}):(\d?):(\d{0,20}):([\w-]{0,55})(?::([\w.-]{1,54}))?$/;
const tickShape = /^entries:tick:(\d{1,20}):([\w-]{1,64})$/;
const entryShape = /^entry:([\w-]{1,64}):([a-z]{1,8})(?::(\d{1,20}))?$/;

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

/** Writes a custom id of at most 100 characters, which needs nothing else to be answered after a restart. */
export function toEntryId(action: EntryAction): string {
  if (action.kind === 'open') return openId;
  if (action.kind === 'entry' || action.kind === 'tick') {
    const id =
      action.kind === 'tick'
        ? `entries:tick:${action.guildId}:${action.summaryId}`
        : ['entry', action.entryId, action.step, action.guildId ?? []].flat().join(':');
    if (!(action.kind === 'tick' ? tickShape : entryShape).test(id))
      throw new RangeError('an entry id that no custom id can hold');
    return id;
  }
  const { query, step, page } = action;
  const status = query.status === null ? '' : statuses.indexOf(query.status);
  const words = Buffer.from(cutWords(query.words, query.topic)).toString('base64url');
  const topic = query.topic === null ? '' : `:${query.topic}`;
  const kind = query.kind === 'decision' ? 'd' : 'a';
  return `entries:${kind}:${step}:${page}:${status}:${query.personId ?? ''}:${words}${topic}`;
}

export function parseEntryId(customId: string): EntryAction | null {
  if (customId === openId) return { kind: 'open' };
  const [, tickedIn, summaryId] = tickShape.exec(customId) ?? [];
  if (tickedIn && summaryId) return { kind: 'tick', guildId: tickedIn, summaryId };
  const [, entryId, name, guildId = null] = entryShape.exec(customId) ?? [];
  const entryStep = entrySteps.find(each => each === name);
  if (entryId !== undefined) return entryStep ? { kind: 'entry', entryId, step: entryStep, guildId } : null;
  const [, letter, step, page, status, personId, words, topic] = listShape.exec(customId) ?? [];
  const listStep = listSteps.find(each => each === step);
  if (listStep === undefined) return null;
  return {
    kind: 'list',
    step: listStep,
    page: Number(page),
    query: {
      kind: kinds[letter as keyof typeof kinds],
      status: status ? (statuses[Number(status)] ?? null) : null,
      personId: personId || null,
      words: Buffer.from(words ?? '', 'base64url').toString(),
      topic: topic ?? null,
    },
  };
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

const digestShape = /^(digest|digest-draft|digest-stop):([\w-]{1,64}):([a-z]+)$/;
const listId = 'digest-list';

/** Writes `digest-draft:ID:save`, `digest:ID:run`, `digest-list` and so on. Throws RangeError for an id of other characters. */
export function toDigestId(action: DigestAction): string {
  if (action.kind === 'list') return listId;
  if (action.kind === 'cards') return `digest-cards:${action.step}`;
  const id =
    action.kind === 'draft'
      ? `digest-draft:${action.draftId}:${action.step}`
      : action.kind === 'stop'
        ? `digest-stop:${action.digestId}:now`
        : `digest:${action.digestId}:${action.step}`;
  if (!digestShape.test(id)) throw new RangeError('a digest id that no custom id can hold');
  return id;
}

export function parseDigestId(customId: string): DigestAction | null {
  if (customId === listId) return { kind: 'list' };
  const allowed = cardSteps.find(step => customId === `digest-cards:${step}`);
  if (allowed) return { kind: 'cards', step: allowed };
  const [, kind, id, name] = digestShape.exec(customId) ?? [];
  if (id === undefined) return null;
  if (kind === 'digest-stop') return { kind: 'stop', digestId: id };
  if (kind === 'digest') {
    const step = digestSteps.find(each => each === name);
    return step ? { kind, digestId: id, step } : null;
  }
  const step = draftSteps.find(each => each === name);
  return step ? { kind: 'draft', draftId: id, step } : null;
}
