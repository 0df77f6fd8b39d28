import type { Judgement, StoredVerdict } from '../core/claims/judgement.ts';
import { type Evidence, messageAt } from '../core/conversation/evidence.ts';
import type { JudgedClaim } from '../core/prompt/judge.ts';
import { toJudgePrompt } from '../core/prompt/prompt.ts';
import { judgeSchema } from '../core/prompt/schemas.ts';
import { toMessageContent } from '../core/windows/window.ts';
import { type Logger, toLoggedError } from '../log.ts';
import type { VerdictMemory } from './ports.ts';

type VerdictsAsked = {
  readonly evidence: Evidence;
  readonly language: string;
  readonly zone: string;
  readonly model: string;
  /** The positions of the messages that are shown for a claim. */
  readonly toShown: (claim: JudgedClaim) => readonly number[];
};

type OpenVerdicts<Claim> = {
  readonly find: (claims: readonly Claim[]) => Promise<ReadonlyMap<Claim, Judgement>>;
  readonly keep: (judged: readonly (readonly [Claim, Judgement])[]) => Promise<void>;
};

/**
 * The stored verdicts of a server. A verdict counts again for the same claim with the same messages shown for it, so also
 * a later message that may replace a plan has it judged again. If the store fails, claims are judged again.
 */
export function openVerdicts<Claim extends JudgedClaim>(
  { store, hash, now }: VerdictMemory,
  { evidence, language, zone, model, toShown }: VerdictsAsked,
  log?: Logger,
): OpenVerdicts<Claim> {
  const { guildId } = evidence.source;
  if (guildId === undefined) return { find: async () => new Map(), keep: async () => undefined };
  const createdAt = now();
  const nothing = { ...evidence, messages: [] };
  const prompt = toJudgePrompt(nothing, { claims: [], positions: new Set(), language, zone });
  const version = hash(JSON.stringify([model, prompt, judgeSchema]));
  const toShownMessages = (claim: Claim) =>
    [...new Set(toShown(claim))]
      .sort((a, b) => a - b)
      .flatMap(position => messageAt(evidence, position) ?? []);
  const toKey = (claim: Claim) => {
    const { kind, text, speakers, owner, due, citations } = claim;
    const cited = citations.map(({ position, quote }) => [messageAt(evidence, position)?.id, quote?.text]);
    const judged = [kind, text, speakers, owner, due, cited];
    return hash(JSON.stringify([version, judged, toShownMessages(claim).map(toMessageContent)]));
  };
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  const toJudgement = ({
    messageId,
    sources: _,
    createdAt: __,
    ...rest
  }: StoredVerdict): Judgement | null => {
    if (messageId === null) return { ...rest, position: null };
    const position = positions.get(messageId);
    return position === undefined ? null : { ...rest, position };
  };
  const toStored = (claim: Claim, { position, ...rest }: Judgement): StoredVerdict => {
    const better = position === null ? null : messageAt(evidence, position);
    const shown = [...toShownMessages(claim), ...(better ? [better] : [])];
    const ids = shown.flatMap(({ id, author, channel, thread }) => [id, author.id, channel?.id, thread?.id]);
    const sources = [...new Set(ids.filter(id => id !== undefined))];
    return { ...rest, messageId: better?.id ?? null, sources, createdAt };
  };
  const onError = (error: unknown) => {
    log?.warn(toLoggedError(error), 'verdicts-unavailable');
    return [];
  };
  return {
    find: async claims => {
      const found = await store.get(guildId, claims.map(toKey)).catch(onError);
      return new Map(
        claims.flatMap((claim, index) => {
          const stored = found[index];
          const judgement = stored && 'verdict' in stored ? toJudgement(stored) : null;
          return judgement === null ? [] : [[claim, judgement] as const];
        }),
      );
    },
    keep: async judged => {
      const all = judged.map(([claim, judgement]) => [toKey(claim), toStored(claim, judgement)] as const);
      await store.put(guildId, new Map(all)).catch(onError);
    },
  };
}
