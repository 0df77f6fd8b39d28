import { findHighlights } from '../core/highlights/highlights.ts';
import { eachInSlices } from '../core/slices.ts';
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
    // Each is proved as it comes.
    await runInSlices(eachInSlices(claims, claim => onClaim(claim), 1));
    signal.throwIfAborted();
    return { engine: { name: 'extractive' }, usage: null, failure: null };
  },
};
