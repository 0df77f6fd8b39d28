import type { Problem } from '../claims/problem.ts';
import { messageAt } from '../conversation/evidence.ts';
import type { Check } from './check.ts';

/** Every cited position holds a message, and at least one of them was written by a person. */
export const checkPosition: Check = {
  name: 'position',
  onFailure: 'drop',
  run: (claim, { evidence }) => {
    const removed: Problem[] = [];
    const citations = claim.citations.filter(({ position }) => {
      if (messageAt(evidence, position)) return true;
      removed.push({ code: 'no_message', position });
      return false;
    });
    const revised = { ...claim, citations };
    if (citations.length === 0)
      return { outcome: 'fail', problem: removed[0] ?? { code: 'nothing_cited' }, removed, revised };
    if (citations.every(({ position }) => messageAt(evidence, position)?.context)) {
      return { outcome: 'fail', problem: { code: 'only_bots' }, removed, revised };
    }
    return { outcome: 'pass', removed, revised };
  },
};
