// Each says in parentheses what belongs in a field, and cites position 0, which no message has: one that is copied into
// an answer tells nothing, and the first check throws it away.

/** A claim of two messages that belong together; fields that it does not need are empty. */
export const decisionExample =
  '{"claims":[{"evidence":[{"position":0,"quote":"(words of the proposal)"},{"position":0,"quote":"(words of the yes)"}],"kind":"decision","topic":"(two words)","text":"(What was settled.)","speakers":[],"owner":"","due":"","before":{"text":"","evidence":[]},"confidence":0.9}]}';

/** A claim with what held before. */
export const changeExample =
  '{"claims":[{"evidence":[{"position":0,"quote":"(words that say what holds now)"}],"kind":"change","topic":"(two words)","text":"(What holds now.)","speakers":[],"owner":"","due":"","before":{"text":"(What held.)","evidence":[{"position":0,"quote":"(words that say what held)"}]},"confidence":0.9}]}';

/** A claim with an owner and a date. */
export const actionExample =
  '{"claims":[{"evidence":[{"position":0,"quote":"(words of the promise)"}],"kind":"action","topic":"(two words)","text":"(Who will do what.)","speakers":["(a name)"],"owner":"(a name)","due":"(when, in its words)","before":{"text":"","evidence":[]},"confidence":0.9}]}';
