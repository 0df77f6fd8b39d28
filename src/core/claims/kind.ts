/** The kinds of claim that a model may write. */
export const claimKinds = [
  'overview',
  'key_point',
  'decision',
  'proposal',
  'action',
  'question',
  'resolved',
  'constraint',
  'change',
  'contribution',
  'request',
  'fact',
] as const;

export type WrittenKind = (typeof claimKinds)[number];

/** All kinds of claim. Sections of a summary follow from them. Links and files are listed by code alone. */
export const storedKinds = [...claimKinds, 'link'] as const;

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
