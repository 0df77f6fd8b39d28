/** The kinds of claim that a model writes and a judge tells apart, in the order of their frozen schemas. */
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

/** Links and files are listed by code alone. */
export const allKinds = [...claimKinds, 'link'] as const;
export type ClaimKind = (typeof allKinds)[number];
