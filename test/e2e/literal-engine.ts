import type { Engine } from '../../src/app/ports.ts';

/** Writes each message as a claim of one matter. */
export const literalEngine: Engine = {
  name: 'literal',
  draft: async ({ evidence }, onClaim) => {
    const matter = { number: 1, topic: 'Literally', title: '', continues: null };
    for (const { position, text } of evidence.messages)
      onClaim({ kind: 'key_point', text, matter, evidence: [{ position, quote: text }] });
    return { engine: { name: 'literal' }, usage: null, failure: null };
  },
};
