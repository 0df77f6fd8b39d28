/** The action of a summary's button or select; pages count from 1. */
export type SummaryAction =
  | { readonly summaryId: string; readonly action: 'page'; readonly page: number }
  | { readonly summaryId: string; readonly action: 'sources'; readonly page: number }
  /** Why claims were marked, changed or dropped. */
  | { readonly summaryId: string; readonly action: 'why'; readonly page: number }
  | ({ readonly summaryId: string; readonly action: 'decide' } & Decision)
  | { readonly summaryId: string; readonly action: PlainAction };

const plainActions = [
  'share',
  'more',
  'again',
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

/** The button below a summary in progress or an interrupted one. */
export type RunAction = { readonly runId: string; readonly action: 'stop' | 'again' };

/** The button that deletes a message whose summary is no longer stored. */
export type LeftoverAction = { readonly messageId: string; readonly action: 'delete' };

/** The button below feedback, and the form that it opens. */
export type ReasonAction = { readonly reasonFor: string; readonly action: 'why' };

const shape = /^summary:([\w-]{1,64}):(\w+)(?::(\d{1,4}))?$/;
/** Releases up to 0.2.0 also grouped the sources, and narrowed them to a claim. */
const oldSourcesShape =
  /^(summary:[\w-]{1,64}:)(?:sources|filter)(:[1-9]\d{0,3})(?::[cr]\d{1,6})?(?::(?:topic|claim))?$/;
const decideShape = /^decide:([\w-]{1,64}):([cr]\d{1,6}):([a-z]+):([a-z]+)$/;
const runShape = /^run:([\w-]{1,64}):(stop|again)$/;
const leftoverShape = /^leftover:(\d{1,20}):delete$/;
const reasonShape = /^reason:([\w-]{1,64}):why$/;

/**
 * Writes `summary:ID:page:2`, `summary:ID:sources:1`, `summary:ID:why:1`, `summary:ID:share`, `run:ID:stop`,
 * `run:ID:again`, `reason:ID:why`, `leftover:ID:delete`, `decide:ID:c3:noted:open` and so on, at most 100 characters.
 * Page 0 is for a disabled button. Throws RangeError for an id that is not 1..64 of A–Z, a–z, 0–9, _ and -.
 */
export function toCustomId(action: SummaryAction | RunAction | ReasonAction | LeftoverAction): string {
  if ('messageId' in action) return `leftover:${action.messageId}:delete`;
  if ('reasonFor' in action) {
    const id = `reason:${action.reasonFor}:${action.action}`;
    if (!reasonShape.test(id)) throw new RangeError('a summary id that no custom id can hold');
    return id;
  }
  if ('runId' in action) {
    const id = `run:${action.runId}:${action.action}`;
    if (!runShape.test(id)) throw new RangeError('a run id that no custom id can hold');
    return id;
  }
  if (action.action === 'decide') {
    const id = `decide:${action.summaryId}:${action.itemId}:${action.step}:${action.state}`;
    if (!decideShape.test(id)) throw new RangeError('a summary or item id that no custom id can hold');
    return id;
  }
  const page = 'page' in action ? `:${action.page}` : '';
  const id = `summary:${action.summaryId}:${action.action}${page}`;
  if (!shape.test(id)) throw new RangeError('a summary id or page that no custom id can hold');
  return id;
}

/** Reads the result of `toCustomId`; null for anything else. */
export function parseCustomId(
  customId: string,
): SummaryAction | RunAction | ReasonAction | LeftoverAction | null {
  const [, messageId] = leftoverShape.exec(customId) ?? [];
  if (messageId !== undefined) return { messageId, action: 'delete' };
  const [, runId, runStep] = runShape.exec(customId) ?? [];
  if (runId !== undefined) return { runId, action: runStep === 'again' ? 'again' : 'stop' };
  const [, reasonFor] = reasonShape.exec(customId) ?? [];
  if (reasonFor !== undefined) return { reasonFor, action: 'why' };
  const decision = parseDecision(customId);
  if (decision !== null) return decision;
  const [, summaryId, action, digits] = shape.exec(customId.replace(oldSourcesShape, '$1sources$2')) ?? [];
  if (summaryId === undefined) return null;
  // The select of former versions that chose a level of detail.
  const plain = action === 'detail' ? 'again' : plainActions.find(each => each === action);
  if (plain) return digits === undefined ? { summaryId, action: plain } : null;
  const page = Number(digits);
  if (!(page >= 1)) return null;
  if (action === 'why') return { summaryId, action, page };
  return action === 'page' || action === 'sources' ? { summaryId, action, page } : null;
}

function parseDecision(customId: string): SummaryAction | null {
  const [, summaryId, itemId = '', ...rest] = decideShape.exec(customId) ?? [];
  const step = reviewSteps.find(each => each === rest[0]);
  const state = itemStates.find(each => each === rest[1]);
  if (summaryId === undefined || step === undefined || step === 'none' || state === undefined) return null;
  return { summaryId, action: 'decide', itemId, step, state };
}
