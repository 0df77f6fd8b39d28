// The text in parentheses says what belongs in a field. Position 0 belongs to no message, so the first check rejects an
// example that is copied into an answer.

/** A claim from two messages that belong together; unused fields are empty. */
export const decisionExample =
  '{"claims":[{"evidence":[{"position":0,"quote":"(words of the proposal)"},{"position":0,"quote":"(words of the yes)"}],"kind":"decision","topic":"(two words)","text":"(What was settled.)","speakers":[],"owner":"","due":"","before":{"text":"","evidence":[]},"confidence":0.9}]}';

/** A claim with what was true before. */
export const changeExample =
  '{"claims":[{"evidence":[{"position":0,"quote":"(words that say what holds now)"}],"kind":"change","topic":"(two words)","text":"(What holds now.)","speakers":[],"owner":"","due":"","before":{"text":"(What held.)","evidence":[{"position":0,"quote":"(words that say what held)"}]},"confidence":0.9}]}';

/** A claim with an owner and a date. */
export const actionExample =
  '{"claims":[{"evidence":[{"position":0,"quote":"(words of the promise)"}],"kind":"action","topic":"(two words)","text":"(Who will do what.)","speakers":["(a name)"],"owner":"(a name)","due":"(when, in its words)","before":{"text":"","evidence":[]},"confidence":0.9}]}';
