import { messageAt } from '../conversation/evidence.ts';
import type { Check } from './check.ts';
import { toProse } from './cited-quote.ts';
import { findContradiction } from './contradiction.ts';
import { findDeniedWord } from './denied-words.ts';
import { findTurned } from './stance.ts';
import { findInflated } from './strength.ts';

/**
 * What the cited messages deny is not claimed, what they claim is not denied; what was only considered, asked or
 * guessed is not told as settled, certain or everybody's opinion.
 */
export const checkModality: Check = {
  name: 'modality',
  onFailure: 'mark',
  run: (claim, context) => {
    if (claim.translated) return { outcome: 'abstain', problem: { code: 'translated' } };
    const prose = toProse(claim, context);
    if (context.terms.read(prose).length === 0) return { outcome: 'abstain' };
    const cited = claim.citations.map(({ position }) => position);
    const answered = cited.flatMap(position => context.replies.get(position) ?? []);
    const contrary = findContradiction(prose, [...cited, ...answered], context);
    if (contrary !== null) {
      const words = contrary === prose.trim() ? null : contrary;
      return { outcome: 'fail', problem: { code: 'contradicted', words } };
    }
    const messages = cited.flatMap(position => messageAt(context.evidence, position) ?? []);
    const denied = findDeniedWord(prose, messages);
    if (denied !== null) return { outcome: 'fail', problem: { code: 'contradicted', words: denied } };
    const turned = findTurned(claim, prose, context);
    if (turned !== null)
      return { outcome: 'fail', problem: { code: 'contradicted', words: `${turned.name} ${turned.verb}` } };
    const inflated = findInflated(claim, prose, context);
    if (inflated === null) return { outcome: 'pass' };
    if (claim.kind !== 'decision') return { outcome: 'fail', problem: inflated };
    // Its words say too much under any heading.
    return {
      outcome: 'fail',
      problem: inflated,
      revised: { ...claim, kind: 'proposal', decision: null },
    };
  },
};
