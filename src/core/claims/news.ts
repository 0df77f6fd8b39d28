/** What a changed claim rests on that the last summary did not have, and what it says otherwise because of that. */
export const newsReasons = ['messages', 'edit', 'decided', 'owner', 'due'] as const;
export type NewsReason = (typeof newsReasons)[number];

/** How a claim differs from the last summary. */
export type ClaimNews =
  | { readonly mark: 'new' | 'resolved' }
  | { readonly mark: 'changed'; readonly by: readonly NewsReason[] };
