/** What a claim that a model writes is about. */
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

/** What a claim is about; sections of a summary are a view of this. Links and files are listed by code alone. */
export const storedKinds = [...claimKinds, 'link'] as const;

export type ClaimKind = (typeof storedKinds)[number];

/**
 * The order in which a reader meets the kinds, which is the order of the public JSON; footnotes are numbered along it.
 * What was decided, promised and left open comes before everything else.
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
