import type { ReviewMode } from '../../../../core/settings.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import type { FormatMessage } from '../../../messages/format.ts';

/** The bot's words for reviews, in one language; reviewers' names are passed ready to show. */
export type ReviewWords = {
  /** The button below a summary. */
  readonly open: string;
  readonly title: (at: number, of: number) => string;
  /** If there is nothing to decide. */
  readonly titleAlone: string;
  /** What happens if nobody decides. */
  readonly unclear: string;
  readonly dropped: string;
  readonly confirmed: (by: string) => string;
  readonly edited: (by: string) => string;
  readonly noted: (by: string) => string;
  readonly removed: (by: string) => string;
  /** Headings of an item's parts. */
  readonly reason: string;
  readonly messages: string;
  readonly attempt: string;
  /** It cites no existing message. */
  readonly noMessages: string;
  readonly nothing: string;
  readonly allDecided: string;
  readonly left: (count: number) => string;
  /** After a finished review: the number of undecided items. */
  readonly leftAsIs: (count: number) => string;
  /** Claims whose words are not stored. */
  readonly wordless: (count: number) => string;
  readonly reviewed: (by: string) => string;

  readonly confirm: string;
  readonly edit: string;
  readonly note: string;
  readonly remove: string;
  /** Replaces `remove` for an item that is not shown. */
  readonly leaveOut: string;
  readonly previous: string;
  readonly next: string;
  readonly finish: string;
  /** Replaces `finish` if the summary is held until then. */
  readonly publish: string;
  /** Leads from a finished review back to its items. */
  readonly goOn: string;

  /** The edit form and its fields. */
  readonly form: {
    readonly title: string;
    readonly text: string;
    readonly owner: string;
    readonly due: string;
    readonly hint: string;
  };

  readonly holds: string;
  readonly stillUnclear: string;
  readonly doesNotHold: string;
  readonly changedMeanwhile: string;
  readonly unreadable: string;
  readonly empty: string;
  /** The form was submitted unchanged. */
  readonly same: string;
  readonly slow: string;
  readonly busy: string;
  /** As many claims as one may reword in a day. */
  readonly spent: (limit: number) => string;
  readonly finished: string;
  readonly published: string;
  readonly notYours: string;
  /** Replaces a held summary; `person` asked for it. */
  readonly held: (person: string) => string;
  /** The same in a digest's post, above the line with the digest's schedule. */
  readonly heldDigest: string;
  /** Replaces sharing. */
  readonly first: string;

  /** The setting. */
  readonly modes: Readonly<Record<ReviewMode, string>>;
  readonly wrongMode: (given: string) => string;
};

export function createReviewWords(texts: Messages['bot']['review'], format: FormatMessage): ReviewWords {
  const withBy = (message: string) => (by: string) => format(message, { by });
  const withCount = (message: string) => (count: number) => format(message, { count });
  return {
    ...texts,
    title: (at, of) => format(texts.title, { at, of }),
    confirmed: withBy(texts.confirmed),
    edited: withBy(texts.edited),
    noted: withBy(texts.noted),
    removed: withBy(texts.removed),
    left: withCount(texts.left),
    leftAsIs: withCount(texts.leftAsIs),
    wordless: withCount(texts.wordless),
    reviewed: withBy(texts.reviewed),
    spent: limit => format(texts.spent, { limit }),
    held: person => format(texts.held, { person }),
    wrongMode: given => format(texts.wrongMode, { given }),
  };
}
