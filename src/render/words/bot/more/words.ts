import type { Messages } from '../../../messages/catalogues.ts';
import type { FormatMessage } from '../../../messages/format.ts';

/** The words of the *More* panel. */
export type MoreWords = {
  readonly button: string;
  /** Above the buttons. */
  readonly title: string;
  /** The heading of a select of levels of detail, and the mark of this summary's level. */
  readonly detail: string;
  readonly current: string;
  /** Progress; `detail` is the new level of detail. */
  readonly rewriting: (detail: string) => string;
  readonly save: string;
  /** A button that opens the summary as a page. */
  readonly open: string;
  readonly formats: Readonly<Record<'markdown' | 'html' | 'plain' | 'json' | 'csv' | 'ics', string>>;
  /** The text beside the file. */
  readonly saved: string;
  /** Replaces the file if no action item has a date. */
  readonly noDates: string;
  /** The confirmation above two buttons. */
  readonly askDelete: string;
  readonly cancel: string;
  /** `place` is a channel that the bot can no longer reach. */
  readonly postLeft: (place: string) => string;
  /** The bot cannot delete the message that only this person sees. */
  readonly copyLeft: string;
};

export function createMoreWords(texts: Messages['bot']['more'], format: FormatMessage): MoreWords {
  return {
    ...texts,
    rewriting: detail => format(texts.rewriting, { detail }),
    postLeft: place => format(texts.postLeft, { place }),
  };
}
