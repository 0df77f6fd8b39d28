import { checkAuthor } from './author.ts';
import type { Check } from './check.ts';
import { checkQuote } from './cited-quote.ts';
import { checkKind } from './kind.ts';
import { checkModality } from './modality.ts';
import { checkNames } from './names.ts';
import { checkPosition } from './position.ts';
import { checkRelevance } from './relevance.ts';
import { checkSpecifics } from './specifics.ts';
import { checkUncited } from './uncited.ts';

/** The checks in their order: each may rely on what those before it hold. */
export const checks: readonly Check[] = [
  checkPosition,
  checkQuote,
  checkAuthor,
  checkSpecifics,
  checkNames,
  checkRelevance,
  checkModality,
  checkUncited,
  checkKind,
];
