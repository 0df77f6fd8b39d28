import { toHighlights } from '../core/highlights/highlights.ts';
import type { Engine } from './ports.ts';

/** The engine that needs no model: its draft are Highlights. */
export const extractiveEngine: Engine = {
  name: 'extractive',
  writesQuotes: true,
  draft: async ({ evidence, detail, spoken, focus }, onClaim, signal) => {
    signal.throwIfAborted();
    for (const claim of toHighlights(evidence, { detail, languages: spoken, focus })) onClaim(claim);
    return { engine: { name: 'extractive' }, usage: null, failure: null };
  },
};
