import { findHighlights } from '../core/highlights/highlights.ts';
import type { Engine } from './ports.ts';
import { runInSlices } from './windows/run-in-slices.ts';

/** The engine that needs no model: its draft are Highlights. */
export const extractiveEngine: Engine = {
  name: 'extractive',
  writesQuotes: true,
  draft: async ({ evidence, detail, spoken, focus }, onClaim, signal) => {
    signal.throwIfAborted();
    const options = { detail, languages: spoken, focus };
    const claims = await runInSlices(findHighlights(evidence, options));
    signal.throwIfAborted();
    for (const claim of claims) onClaim(claim);
    return { engine: { name: 'extractive' }, usage: null, failure: null };
  },
};
