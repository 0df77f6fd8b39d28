import type { ReviewMode } from '../../../../core/settings.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import type { Format } from '../../../messages/format.ts';

/** Everything the bot says where people review a summary, in one language; who decided comes in as shown. */
export type ReviewWords = {
  /** The button below a summary. */
  readonly open: string;
  readonly title: (at: number, of: number) => string;
  /** Where there is nothing to decide. */
  readonly titleAlone: string;
  /** What becomes of it when nobody decides anything. */
  readonly unclear: string;
  readonly dropped: string;
  readonly confirmed: (by: string) => string;
  readonly edited: (by: string) => string;
  readonly noted: (by: string) => string;
  readonly removed: (by: string) => string;
  /** Head the parts of what is to be decided. */
  readonly reason: string;
  readonly messages: string;
  readonly attempt: string;
  /** It cites nothing that exists. */
  readonly noMessages: string;
  readonly nothing: string;
  readonly allDecided: string;
  readonly left: (count: number) => string;
  /** Of a finished review: how many nobody has decided over. */
  readonly leftAsIs: (count: number) => string;
  /** Claims that are not kept in words. */
  readonly wordless: (count: number) => string;
  readonly reviewed: (by: string) => string;

  readonly confirm: string;
  readonly edit: string;
  readonly note: string;
  readonly remove: string;
  /** In place of `remove` for what is not shown. */
  readonly leaveOut: string;
  readonly previous: string;
  readonly next: string;
  readonly finish: string;
  /** In place of `finish` where the summary is held until then. */
  readonly publish: string;
  /** From a finished review back to its items. */
  readonly goOn: string;

  /** The form, and its fields. */
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
  readonly finished: string;
  readonly published: string;
  readonly notYours: string;
  /** In place of a summary that is held; `person` is who asked for it. */
  readonly held: (person: string) => string;
  /** The same in a digest's post, above the line that names the digest. */
  readonly heldDigest: string;
  /** In place of sharing. */
  readonly first: string;

  /** The setting. */
  readonly modes: Readonly<Record<ReviewMode, string>>;
  readonly wrongMode: (given: string) => string;
};

export function createReviewWords(texts: Messages['bot']['review'], format: Format): ReviewWords {
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
    held: person => format(texts.held, { person }),
    wrongMode: given => format(texts.wrongMode, { given }),
  };
}
