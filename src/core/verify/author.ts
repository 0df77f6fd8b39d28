import { messageAt } from '../conversation/evidence.ts';
import { isCollective, toCreditedNames, toUnknownSpeakers } from './attribution.ts';
import type { Check } from './check.ts';
import { toLead, toProse } from './cited-quote.ts';

/**
 * Whoever the claim credits with saying, asking or promising something wrote one of the cited messages:
 * the speakers it lists, the name it opens with, and "X said" in its prose. Groups ("the team") pass.
 */
export const checkAuthor: Check = {
  name: 'author',
  onFailure: 'drop',
  run: (claim, context) => {
    const cited = claim.citations.flatMap(({ position }) => messageAt(context.evidence, position) ?? []);
    const authors = new Set(cited.map(({ author }) => author.id));
    const isKnown = (name: string) => context.toAuthorIds(name).size > 0;
    const lead = toLead(claim.text);
    const prose = toProse(claim, context);
    const credited = [
      ...claim.speakers.filter(name => !isCollective(name)),
      ...(lead !== null && isKnown(lead) ? [lead] : []),
      ...toCreditedNames(prose, isKnown),
    ];
    if (credited.length === 0 && toUnknownSpeakers(prose, isKnown).length === 0)
      return { outcome: 'abstain' };

    for (const name of credited) {
      const ids = context.toAuthorIds(name);
      if (ids.size === 0) return { outcome: 'fail', words: `${name} wrote none of the messages read` };
      if (ids.isDisjointFrom(authors)) return { outcome: 'fail', words: `no cited message is by ${name}` };
    }
    const [unknown] = toUnknownSpeakers(prose, isKnown).filter(
      name => !cited.some(({ text }) => text.toLowerCase().includes(name.toLowerCase())),
    );
    if (unknown !== undefined) {
      return { outcome: 'fail', words: `${unknown} wrote none of the messages read` };
    }
    return { outcome: 'pass' };
  },
};
