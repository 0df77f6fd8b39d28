import { toCredits } from './attribution.ts';
import type { Check } from './check.ts';

/** Years, shares, money and dates: what a reader would look up, and what a heading gives no footnote for. */
const specific =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\d\s?(?:%|percent|prozent|por ciento|pour cent)|[€$£¥]\s?\d|\d\s?(?:€|£|¥|euros?|dollars?|pounds?|usd|eur|k€)(?!\p{L})|(?<![\d.])\d{1,2}(?:\/\d{1,2}(?:\/\d{2,4})?|\.\d{1,2}\.(?:\d{2,4})?)(?!\d)|(?<!\d)\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?(?:jan|feb|m[aä]r|apr|ma[iyo]|jun|jul|aug|sep|o[ck]t|nov|de[czs])\p{Ll}*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{Ll}*\s\d{1,2}(?!\d)/iu;
const attribution = /(?<!\p{L})(?:according to|laut|según|selon|secondo)(?!\p{L})/iu;

/**
 * What is shown without a footnote says nothing that needs one: a topic is a heading, and one that holds a year, a
 * share, an amount, a date or an attribution is taken off.
 */
export const checkUncited: Check = {
  name: 'uncited',
  onFailure: 'repair',
  run: (claim, context) => {
    if (claim.topic === null) return { outcome: 'abstain' };
    const isKnown = (name: string) => context.toAuthorIds(name).size > 0;
    const asserts =
      specific.test(claim.topic) ||
      attribution.test(claim.topic) ||
      toCredits(claim.topic, isKnown).length > 0;
    if (!asserts) return { outcome: 'pass' };
    return {
      outcome: 'fail',
      problem: { code: 'topic_asserts', topic: claim.topic },
      revised: { ...claim, topic: null },
    };
  },
};
