/** How the text of an answer ended: what was asked for, cut off, or none of it. */
export type ReadEnding = 'whole' | 'cut' | 'unreadable';

/** Reads the text of one answer piece by piece. `write` throws only what its listener throws. */
export type AnswerReader = {
  readonly write: (piece: string) => void;
  /** Whether something of the answer has been handed over: it cannot be read anew then. */
  readonly hasEmitted: () => boolean;
  readonly end: () => ReadEnding;
};
