import type { VerifiedClaim } from '../../core/claims/claim.ts';
import { type DraftedClaim, fromDrafted, toDraftedIds } from '../../core/windows/window-draft.ts';
import { toLoggedError } from '../../log.ts';
import type { EngineRequest } from '../ports.ts';
import type { LongDraftState } from './ports.ts';

/** The stored drafts of the server. If the store fails, windows are drafted again; the summary is not affected. */
export function openDrafts({ evidence }: EngineRequest, { drafts, log, now, byId }: LongDraftState) {
  const { guildId } = evidence.source;
  const createdAt = now();
  const onError = (error: unknown) => {
    log.warn(toLoggedError(error), 'window-drafts-unavailable');
    return [];
  };
  return {
    get: async (keys: readonly string[]): Promise<readonly (readonly DraftedClaim[] | undefined)[]> => {
      if (drafts === undefined || guildId === undefined) return [];
      const found = await drafts.get(guildId, keys).catch(onError);
      return found.map(draft => (draft && 'claims' in draft ? draft.claims : undefined));
    },
    put: async (key: string, claims: readonly DraftedClaim[]) => {
      if (drafts !== undefined && guildId !== undefined)
        await drafts
          .put(guildId, new Map([[key, { claims, sources: toSources(claims, byId), createdAt }]]))
          .catch(onError);
    },
  };
}

function toSources(claims: readonly DraftedClaim[], byId: LongDraftState['byId']): readonly string[] {
  const ids = toDraftedIds(claims).flatMap(id => {
    const message = byId.get(id);
    return [id, message?.author.id, message?.channel?.id, message?.thread?.id];
  });
  return [...new Set(ids.filter(id => id !== undefined))];
}

/** Proves stored claims again, because their messages may have changed. */
export function verifyStored(
  claims: readonly DraftedClaim[],
  { verifier, byId }: LongDraftState,
  onVerified: (claim: unknown) => void = () => undefined,
): readonly VerifiedClaim[] {
  return claims.flatMap(claim => {
    // A claim is left out if one of its messages is gone.
    if (!toDraftedIds([claim]).every(id => byId.has(id))) return [];
    const written = fromDrafted(claim, byId);
    const verdict = verifier.verify(written);
    if (!verdict.ok) return [];
    onVerified(written);
    return [verdict.claim];
  });
}
