const draftSteps = ['save', 'cancel', 'channels'] as const;
const digestSteps = ['run', 'refresh', 'pause', 'resume', 'delete', 'confirm', 'keep'] as const;

/** The action of a button or select of `/digest`. */
export type DigestAction =
  /** For the preview of an unsaved digest. */
  | { readonly kind: 'draft'; readonly draftId: string; readonly step: (typeof draftSteps)[number] }
  /** For a digest on display; `delete` asks for confirmation, `confirm` deletes, `keep` cancels. */
  | { readonly kind: 'digest'; readonly digestId: string; readonly step: (typeof digestSteps)[number] }
  /** The select below the list, which opens a digest. */
  | { readonly kind: 'list' };

const shape = /^(digest|digest-draft):([\w-]{1,64}):([a-z]+)$/;
const listId = 'digest-list';

/**
 * Writes `digest-draft:ID:save`, `digest:ID:run`, `digest-list` and so on, at most 100 characters. Throws RangeError
 * for an id that is not 1..64 of A–Z, a–z, 0–9, _ and -.
 */
export function toDigestId(action: DigestAction): string {
  if (action.kind === 'list') return listId;
  const id =
    action.kind === 'draft'
      ? `digest-draft:${action.draftId}:${action.step}`
      : `digest:${action.digestId}:${action.step}`;
  if (!shape.test(id)) throw new RangeError('a digest id that no custom id can hold');
  return id;
}

/** Reads the result of `toDigestId`; null for anything else. */
export function parseDigestId(customId: string): DigestAction | null {
  if (customId === listId) return { kind: 'list' };
  const [, kind, id, name] = shape.exec(customId) ?? [];
  if (id === undefined) return null;
  if (kind === 'digest') {
    const step = digestSteps.find(each => each === name);
    return step ? { kind, digestId: id, step } : null;
  }
  const step = draftSteps.find(each => each === name);
  return step ? { kind: 'draft', draftId: id, step } : null;
}
