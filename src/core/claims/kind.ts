/** What a claim is about; sections of a summary are a view of this. */
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

export type ClaimKind = (typeof claimKinds)[number];

/** The order in which a reader meets the kinds, which is the order of the public JSON; footnotes are numbered along it. */
export const readingOrder = [
  'request',
  'overview',
  'key_point',
  'action',
  'decision',
  'proposal',
  'question',
  'resolved',
  'constraint',
  'fact',
  'change',
  'contribution',
] as const satisfies readonly ClaimKind[];
