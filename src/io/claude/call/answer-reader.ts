/** How the text of an answer ended: complete, cut off, or unreadable. */
export type ReadEnding = 'whole' | 'cut' | 'unreadable';

/** Reads the text of one answer piece by piece. `write` only throws its listener's errors. */
export type AnswerReader = {
  readonly write: (piece: string) => void;
  /** Whether a part of the answer was emitted, so that it cannot be read again. */
  readonly hasEmitted: () => boolean;
  readonly end: () => ReadEnding;
};
