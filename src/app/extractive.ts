import { extract } from '../core/extract/extract.ts';
import type { Engine } from './ports.ts';

/** The engine that needs no model: its name and its draft of verbatim quotes. */
export const extractiveEngine: Engine = {
  draft: async ({ evidence, detail, spoken, focus }, signal) => {
    signal.throwIfAborted();
    return {
      claims: extract(evidence, { detail, languages: spoken, focus }),
      engine: { name: 'extractive' },
      usage: null,
    };
  },
};
