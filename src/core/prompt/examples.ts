/**
 * The shape of a draft: one claim from two messages that belong together. The text in parentheses says what belongs in a
 * field. Position 0 belongs to no message, so the first check rejects an example that is copied into an answer.
 */
export const draftExample =
  '{"matters":[{"topic":"(three words)","title":"(The news in at most eight words)","continues":0,"claims":[{"evidence":[{"position":0,"quote":"(words of the proposal)"},{"position":0,"quote":"(words of the yes)"}],"kind":"decision","text":"(What was settled.)","speakers":[],"owner":"","due":"","confidence":0.9}]}]}';
