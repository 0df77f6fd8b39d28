import type { ReceivedPrompt } from '@footnote/playground/claude';
import { type SampleLanguage, toSampleLanguage } from '../samples/texts.ts';
import { type JudgedClaim, parseJudgedClaims } from './claim.ts';
import { type PromptMessage, parseConversation, parseTask } from './conversation.ts';
import { missingWords } from './missing-words.ts';
import { parseQuotedWords } from './quoted-words.ts';

/** A verdict on one claim, in the shape of the schema. */
export type WrittenVerdict = {
  readonly claim: number;
  readonly missing: string;
  readonly verdict: 'supported' | 'partly' | 'not_supported' | 'contradicted';
  readonly kind: string;
  readonly outcome: 'approved' | 'declined' | 'none';
  readonly position: number;
};

/** Plays the judge: returns a verbatim answer, or verdicts, which are sent as JSON. */
export type ScriptedJudge = (
  prompt: ReceivedPrompt,
) => readonly WrittenVerdict[] | string | Promise<readonly WrittenVerdict[] | string>;

/** The verdict on one claim; missing fields mean that the claim keeps its kind. */
export type ClaimVerdict = Pick<WrittenVerdict, 'verdict'> & Partial<Omit<WrittenVerdict, 'claim'>>;

/** Judges the claims of a prompt one by one. Quotations are looked up in the cited messages. */
export function createClaimJudge(
  judgeOne: (
    claim: JudgedClaim,
    shown: readonly PromptMessage[],
    language: SampleLanguage,
  ) => ClaimVerdict | Promise<ClaimVerdict>,
): ScriptedJudge {
  return ({ text }) => {
    const shown = parseConversation(text);
    const language = toSampleLanguage(parseTask(text).language);
    return Promise.all(
      parseJudgedClaims(text).map(async claim => ({
        claim: claim.number,
        missing: '',
        kind: claim.kind,
        outcome: 'none' as const,
        position: 0,
        ...(lookUp(claim, shown, language) ?? (await judgeOne(claim, shown, language))),
      })),
    );
  };
}

/** Null if the claim is not a quotation. */
function lookUp(
  { text, cites }: JudgedClaim,
  shown: readonly PromptMessage[],
  language: SampleLanguage,
): ClaimVerdict | null {
  const quoted = parseQuotedWords(text);
  if (!quoted) return null;
  const { name, words } = quoted;
  const stands = shown.some(
    message =>
      cites.includes(message.position) &&
      message.author === name &&
      message.text
        .replace(/\s+/g, ' ')
        .replace(/[“”«»「」]/g, '"')
        .includes(words),
  );
  return stands
    ? { verdict: 'supported' }
    : { verdict: 'not_supported', missing: missingWords[language].otherWords(name) };
}

/** Whether a schema is for verdicts: an object with only these. */
export function isVerdictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return false;
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return false;
  return Object.keys(properties).join() === 'verdicts';
}
