import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { GoodClaim } from '../material.ts';
import type { Random } from '../random.ts';

/** One way to make a good claim wrong; null where the claim holds nothing of the kind. */
export type Mutation = {
  readonly name: string;
  readonly mutate: (claim: GoodClaim, pool: readonly GoodClaim[], random: Random) => DraftClaim | null;
};

/** Replaces the words at an offset. */
export function splice(text: string, at: number, length: number, words: string): string {
  return text.slice(0, at) + words + text.slice(at + length);
}

/** The claim with other words; null where they are the same. */
export function withText({ draft }: GoodClaim, text: string | null): DraftClaim | null {
  return text === null || text === draft.text ? null : { ...draft, text };
}

/** The texts of all messages of the conversation. */
export function toTexts({ scene }: GoodClaim): readonly string[] {
  return scene.evidence.messages.map(({ text }) => text);
}
