import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { Candidate, CheckContext } from './check.ts';

const everybody =
  /(?<!\p{L})(?:everybody|everyone|(?:the|whole|entire) (?:\p{L}+ )?(?:team|group|channel)|they all|all of them|unanimous(?:ly)?|alle|todos|tous)(?!\p{L})[^.;]{0,20}?(?<!\p{L})(?:agreed?|agrees|approved|accepted|unanimous|einig|einverstanden|zugestimmt|acuerdo|acordaron|accord)/iu;

const fewPeople = 2;

/** Who alone agreed where a claim says that everybody did; null where more did, or a message says that all did. */
export function findLonely(claim: Candidate, prose: string, context: CheckContext): Problem | null {
  if (!everybody.test(prose)) return null;
  const cited = claim.citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
  if (cited.some(({ text }) => context.cues.read(text).has('decides'))) return null;
  const agreeing = new Map<string, string>();
  let thumbs = 0;
  for (const [at, message] of cited.entries()) {
    const { approvals, thumbsUp } = context.responses(message);
    for (const { author } of approvals) agreeing.set(author.id, author.name);
    thumbs += thumbsUp;
    if (answersOther(message, cited.slice(0, at), context))
      agreeing.set(message.author.id, message.author.name);
  }
  if (agreeing.size + thumbs >= fewPeople) return null;
  const [name] = agreeing.values();
  if (name !== undefined) return { code: 'only_one_agrees', name };
  return { code: thumbs === 0 ? 'nobody_agrees' : 'only_one_reaction' };
}

/** A yes to what another says; who begins their own proposal with "yeah" agrees with nobody who is cited. */
export function answersOther(
  message: EvidenceMessage,
  before: readonly EvidenceMessage[],
  { cues, replies, evidence }: CheckContext,
): boolean {
  if (!cues.read(message.text).has('approves')) return false;
  const parent = messageAt(evidence, replies.get(message.position) ?? 0);
  return [...before, ...(parent ? [parent] : [])].some(({ author }) => author.id !== message.author.id);
}
