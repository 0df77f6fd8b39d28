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
