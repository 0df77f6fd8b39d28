/** The kinds of claim that a model writes and a judge tells apart. */
export const claimKinds = [
  'key_point',
  'decision',
  'proposal',
  'action',
  'request',
  'question',
  'constraint',
  'fact',
] as const;

export type WrittenKind = (typeof claimKinds)[number];

/**
 * All kinds of claim. Links and files are listed by code alone; the other four are in summaries from before they
 * were written by matter.
 */
export const storedKinds = [...claimKinds, 'overview', 'resolved', 'change', 'contribution', 'link'] as const;

export type ClaimKind = (typeof storedKinds)[number];

/**
 * The order of kinds for readers and in the public JSON; footnotes are numbered along it. Decisions, tasks and open
 * questions come first.
 */
export const readingOrder = [
  'request',
  'overview',
  'decision',
  'action',
  'question',
  'resolved',
  'proposal',
  'key_point',
  'constraint',
  'fact',
  'change',
  'contribution',
  'link',
] as const satisfies readonly ClaimKind[];
