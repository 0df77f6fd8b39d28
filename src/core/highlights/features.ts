import { type Evidence, type EvidenceMessage, toReplyPositions } from '../conversation/evidence.ts';
import { tokenize } from '../conversation/tokens.ts';
import type { TermReader } from '../select/languages.ts';
import { toOwnWords } from './small-talk.ts';

/** Properties of a message that can be measured without understanding it. */
const messageFeatureNames = ['reactions', 'length', 'link', 'time', 'reply'] as const;
type MessageFeatures = Readonly<Record<(typeof messageFeatureNames)[number], number>>;

const sentenceFeatureNames = ['content', 'numbers', 'address', 'commitment', 'decision'] as const;
type SentenceFeatures = Readonly<Record<(typeof sentenceFeatureNames)[number], number>>;

export const featureNames = [...messageFeatureNames, ...sentenceFeatureNames] as const;
export type FeatureName = (typeof featureNames)[number];

/** The features of a message, each about 0 to 2. */
export function toMessageFeatures(
  { position, text, reactions }: EvidenceMessage,
  evidence: Evidence,
): MessageFeatures {
  return {
    reactions: Math.log1p(reactions.reduce((sum, { count }) => sum + count, 0)),
    length: Math.log1p(tokenize(text).length) / 2,
    link: /https?:\/\//.test(toOwnWords(text)) ? 1 : 0,
    /** Its place in the conversation, 0..1. */
    time: position / evidence.messages.length,
    reply: toReplyPositions(evidence).has(position) ? 1 : 0,
  };
}

const addresses = /https?:\/\/\S+/g;

export function toSentenceFeatures(sentence: string, read: TermReader): SentenceFeatures {
  const words = sentence.replace(addresses, ' ');
  return {
    content: Math.log1p(new Set(read(words)).size),
    numbers: Math.min(3, words.match(/\d+/g)?.length ?? 0) / 2,
    address: words === sentence ? 0 : 1,
    commitment: soundsPromised(words) ? 1 : 0,
    decision: soundsDecided(words) ? 1 : 0,
  };
}

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

const decisions = [
  /\bdecid(?:ed|e)\b|\bdecision\b|\bagreed\b|\bapproved\b|\blet['’]s\b|\blet us\b|\bgoing with\b|\bwe(?:['’]re| are) (?:now )?\w+ing\b|\bwe (?:won['’]t|will not|aren['’]t)\b|\bthe plan is\b|\bfrom now on\b/iu,
  /beschlossen|entschieden|geeinigt|abgemacht|genehmigt|einverstanden|\b(?:machen|nehmen|lassen|bleiben) wir\b|\bwir (?:bleiben|nehmen)\b/iu,
  /\bdecidi(?:mos|d[oa])|\bacord(?:amos|ad[oa])|\baprobad[oa]|\bquedamos\b|\bde acuerdo\b/iu,
  /\bdécidé|\bconvenu|\bd['’]accord\b|\bapprouvé|\bvalidé/iu,
  /決定|決ま|決め|にしましょう|承認|賛成/u,
];

export function soundsPromised(sentence: string): boolean {
  return commitments.some(pattern => pattern.test(sentence));
}

export function soundsDecided(sentence: string): boolean {
  return decisions.some(pattern => pattern.test(sentence));
}
