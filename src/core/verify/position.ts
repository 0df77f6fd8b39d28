import { messageAt } from '../conversation/evidence.ts';
import type { Check } from './check.ts';

/** Every cited position holds a message, and at least one of them was written by a person. */
export const checkPosition: Check = {
  name: 'position',
  onFailure: 'drop',
  run: (claim, { evidence }) => {
    const removed: string[] = [];
    const citations = claim.citations.filter(({ position }) => {
      if (messageAt(evidence, position)) return true;
      removed.push(`there is no message ${position}`);
      return false;
    });
    const revised = { ...claim, citations };
    if (citations.length === 0)
      return { outcome: 'fail', words: removed[0] ?? 'no message is cited', removed, revised };
    if (citations.every(({ position }) => messageAt(evidence, position)?.context)) {
      return { outcome: 'fail', words: 'only a bot or the system is cited', removed, revised };
    }
    return { outcome: 'pass', removed, revised };
  },
};
