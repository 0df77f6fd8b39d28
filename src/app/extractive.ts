import { extract } from '../core/extract/extract.ts';
import type { Engine } from './ports.ts';

/** The engine that needs no model: its name and its draft of verbatim quotes. */
export const extractiveEngine: Engine = {
  name: 'extractive',
  writesQuotes: true,
  draft: async ({ evidence, detail, spoken, focus }, onClaim, signal) => {
    signal.throwIfAborted();
    for (const claim of extract(evidence, { detail, languages: spoken, focus })) onClaim(claim);
    return { engine: { name: 'extractive' }, usage: null, failure: null };
  },
};
