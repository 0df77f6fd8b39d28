import {
  type ActionStatus,
  actionStatuses,
  type DecisionEntryStatus,
  decisionStatuses,
} from '../../core/decisions/entry.ts';
import type { LogQuery } from '../../core/decisions/search.ts';

/** The actions of a list: another page, or a file with all entries. */
const listSteps = ['page', 'export'] as const;
const entrySteps = ['show', 'confirm', 'done', 'reopen', 'snooze', 'owner', 'remind'] as const;
export type EntryStep = (typeof entrySteps)[number];

/** The action of a button or select of `/decisions`. */
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

/** Reads the result of `toEntryId`; null for anything else. */
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
      status: status ? toStatus(Number(status)) : null,
      personId: personId || null,
      words: Buffer.from(words ?? '', 'base64url').toString(),
      topic: topic ?? null,
    },
  };
}

function toStatus(index: number): DecisionEntryStatus | ActionStatus | null {
  return statuses[index] ?? null;
}
