/** The action of a summary's button or select; pages count from 1. */
export type SummaryAction =
  | { readonly summaryId: string; readonly action: 'page'; readonly page: number }
  | { readonly summaryId: string; readonly action: 'sources'; readonly page: number }
  /** All of it without an embed. */
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

/** The state of an item when its buttons were rendered: undecided, or its decision. */
const itemStates = ['open', 'confirmed', 'edited', 'noted', 'removed'] as const;
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

/** The button below feedback, and the form that it opens. */
export type ReasonAction = { readonly reasonFor: string; readonly action: 'why' };

/** Every custom id of a summary, a run or a comment; what it holds is in its named groups. */
const shapes = [
  /^summary:(?<summaryId>[\w-]{1,64}):(?<action>page|sources|text|why):(?<page>\d{1,4})$/,
  new RegExp(`^summary:(?<summaryId>[\\w-]{1,64}):(?<action>${plainActions.join('|')})$`),
  new RegExp(
    `^decide:(?<summaryId>[\\w-]{1,64}):(?<itemId>[cr]\\d{1,6}):(?<step>${reviewSteps.join('|')}):(?<state>${itemStates.join('|')})$`,
  ),
  new RegExp(`^run:(?<runId>[\\w-]{1,64}):(?<action>${runActions.join('|')})$`),
  /^reason:(?<reasonFor>[\w-]{1,64}):(?<action>why)$/,
];
/** Releases up to 0.2.0 also grouped the sources, and narrowed them to a claim. */
const oldSourcesShape =
  /^(summary:[\w-]{1,64}:)(?:sources|filter)(:[1-9]\d{0,3})(?::[cr]\d{1,6})?(?::(?:topic|claim))?$/;
/** The select of former versions that chose a level of detail. */
const oldDetailShape = /^(summary:[\w-]{1,64}:)detail$/;

type CustomId = SummaryAction | RunAction | ReasonAction;

/** At most 100 characters. Page 0 is for a disabled button. Throws RangeError for an id that no shape holds. */
export function toCustomId(action: CustomId): string {
  const id = write(action);
  if (!shapes.some(shape => shape.test(id))) throw new RangeError('an id that no custom id can hold');
  return id;
}

function write(action: CustomId): string {
  if ('reasonFor' in action) return `reason:${action.reasonFor}:why`;
  if ('runId' in action) return `run:${action.runId}:${action.action}`;
  if (action.action === 'decide')
    return `decide:${action.summaryId}:${action.itemId}:${action.step}:${action.state}`;
  return `summary:${action.summaryId}:${action.action}${'page' in action ? `:${action.page}` : ''}`;
}

/** Reads the result of `toCustomId`; null for anything else, and for disabled buttons. */
export function parseCustomId(customId: string): CustomId | null {
  const id = customId.replace(oldSourcesShape, '$1sources$2').replace(oldDetailShape, '$1again');
  for (const shape of shapes) {
    const { page, ...read } = shape.exec(id)?.groups ?? {};
    if (Number(page) === 0 || read['step'] === 'none' || Object.keys(read).length === 0) continue;
    const action = read['action'] ?? 'decide';
    return { ...read, action, ...(page !== undefined && { page: Number(page) }) } as CustomId;
  }
  return null;
}
