/** What a button of a summary asks for; pages count from 1. */
export type SummaryAction =
  | { readonly summaryId: string; readonly action: 'page'; readonly page: number }
  | {
      readonly summaryId: string;
      readonly action: 'sources';
      readonly page: number;
      /** Only the sources of this claim. */
      readonly claimId?: string;
    };

const shape = /^summary:([\w-]{1,64}):(page|sources):(\d{1,4})(?::(c\d{1,6}))?$/;

/**
 * Writes `summary:ID:page:2`, `summary:ID:sources:1` or `summary:ID:sources:1:c3`, at most 100 characters.
 * Page 0 stands in a disabled button. Throws RangeError for a summary id that is not 1..64 of A–Z, a–z, 0–9, _ and -.
 */
export function toCustomId(action: SummaryAction): string {
  const claim = action.action === 'sources' && action.claimId !== undefined ? `:${action.claimId}` : '';
  const id = `summary:${action.summaryId}:${action.action}:${action.page}${claim}`;
  if (!shape.test(id)) throw new RangeError('a summary id or page that no custom id can hold');
  return id;
}

/** Reads what `toCustomId` wrote; null for anything else. */
export function parseCustomId(customId: string): SummaryAction | null {
  const [, summaryId, action, digits, claimId] = shape.exec(customId) ?? [];
  const page = Number(digits);
  if (summaryId === undefined || !(page >= 1)) return null;
  if (action === 'page') return claimId === undefined ? { summaryId, action, page } : null;
  return { summaryId, action: 'sources', page, ...(claimId === undefined ? {} : { claimId }) };
}
