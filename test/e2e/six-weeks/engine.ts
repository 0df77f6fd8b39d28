import type { Engine } from '../../../src/app/ports.ts';
import { createMatters } from '../matters.ts';
import { script } from './script.ts';

/** Writes the claims of the script's lines that it reads. */
export const scriptedEngine: Engine = {
  name: 'scripted',
  draft: async (request, onClaim) => {
    const { evidence } = request;
    const toMatter = createMatters(request);
    const positions = new Map(evidence.messages.map(({ text, position }) => [text, position]));
    for (const { text: line, claim } of script) {
      const position = positions.get(line);
      if (position === undefined || !claim) continue;
      const { before, ...rest } = claim;
      const beforeAt = before && positions.get(before.line);
      onClaim({
        ...rest,
        ...(rest.topic !== null && toMatter(rest.topic)),
        evidence: [{ position, quote: line }],
        ...(before &&
          beforeAt !== undefined && {
            before: { text: before.text, evidence: [{ position: beforeAt, quote: before.line }] },
          }),
      });
    }
    return { engine: { name: 'scripted' }, usage: null, failure: null };
  },
};
