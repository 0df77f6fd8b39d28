import type { Messages } from '../../../messages/catalogues.ts';
import type { Format } from '../../../messages/format.ts';

/** What the panel of *More* says. */
export type MoreWords = {
  readonly button: string;
  /** Above the buttons. */
  readonly title: string;
  /** A select of levels of detail, and below one of them that this summary has it. */
  readonly detail: string;
  readonly current: string;
  /** Progress; `detail` is a level of detail. */
  readonly rewriting: (detail: string) => string;
  readonly save: string;
  /** A button that opens the summary as a page. */
  readonly open: string;
  readonly formats: Readonly<Record<'markdown' | 'html' | 'plain' | 'json' | 'csv' | 'ics', string>>;
  /** Beside the file. */
  readonly saved: string;
  /** In place of a calendar whose last dated task is gone. */
  readonly noDates: string;
  /** Asks whether to delete it, above two buttons. */
  readonly askDelete: string;
  readonly cancel: string;
  /** `place` is a channel that is closed to the bot. */
  readonly postLeft: (place: string) => string;
  /** The message that only this person sees can no longer be changed. */
  readonly copyLeft: string;
  /** In place of private messages of a summary. */
  readonly summaryDeleted: string;
};

export function createMoreWords(texts: Messages['bot']['more'], format: Format): MoreWords {
  return {
    ...texts,
    rewriting: detail => format(texts.rewriting, { detail }),
    postLeft: place => format(texts.postLeft, { place }),
  };
}
