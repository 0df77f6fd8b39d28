/** German says "I'll book it" in the present tense: the verbs that promise something. */
const germanPromises =
  '(?:kümmer|übernehm|mach|buch|bestell|schick|frag|ruf|schreib|prüf|schau|bring|hol|besorg|reservier|organisier|erstell|meld)e';

/** Promises of the speaker, in the languages of the interface. They only rank; no quote is named by them. */
const commitments = [
  /\b(?:i|we)(?:['’]ll| will| shall| plan to|(?:['’]m|['’]re| am| are) (?:going to|gonna|planning to))\b|\blet me\b/iu,
  new RegExp(`(?<!\\p{L})(?:ich werde|wir werden|ich ${germanPromises}|${germanPromises} ich)\\b`, 'iu'),
  /\b(?:voy|vamos) a \p{L}+r\b|\bme (?:encargo|ocupo)\b|\b(?:yo|lo|la|los|las|le|les|te|os) \p{L}+[aei]ré(?!\p{L})|\p{L}[aei]remos\b/iu,
  /\b(?:je vais|on va|nous allons) \p{L}+(?:er|ir|re)\b|\bje m['’](?:en )?(?:occupe|charge)\b|\bje \p{L}+rai\b|\bnous \p{L}+rons\b/iu,
  /ておきます|やります|(?:担当|対応|予約|準備|連絡|確認)します|送ります/u,
];

/** What people decide or approve. */
const decisions = [
  /\bdecid(?:ed|e)\b|\bdecision\b|\bagreed\b|\bapproved\b|\blet['’]s\b|\blet us\b|\bgoing with\b|\bwe(?:['’]re| are) (?:now )?\w+ing\b|\bwe (?:won['’]t|will not|aren['’]t)\b|\bthe plan is\b|\bfrom now on\b/iu,
  /beschlossen|entschieden|geeinigt|abgemacht|genehmigt|einverstanden|\b(?:machen|nehmen|lassen|bleiben) wir\b|\bwir (?:bleiben|nehmen)\b/iu,
  /\bdecidi(?:mos|d[oa])|\bacord(?:amos|ad[oa])|\baprobad[oa]|\bquedamos\b|\bde acuerdo\b/iu,
  /\bdécidé|\bconvenu|\bd['’]accord\b|\bapprouvé|\bvalidé/iu,
  /決定|決ま|決め|にしましょう|承認|賛成/u,
];

/** Whether a sentence sounds as if its speaker promised something. */
export function soundsPromised(sentence: string): boolean {
  return commitments.some(pattern => pattern.test(sentence));
}

/** Whether a sentence sounds as if something was decided or approved. */
export function soundsDecided(sentence: string): boolean {
  return decisions.some(pattern => pattern.test(sentence));
}
