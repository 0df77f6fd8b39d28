import type { ReceivedPrompt } from '@footnote/playground/claude';
import { type SampleLanguage, toSampleLanguage } from '../samples/texts.ts';
import { type PromptMessage, parseConversation, parseTask, toFields, unescapeText } from './conversation.ts';
import { missingWords } from './missing-words.ts';
import { parseQuotedWords } from './quoted-words.ts';

/** A claim in a prompt that asks for a verdict; missing fields are empty. */
export type JudgedClaim = {
  readonly number: number;
  /** All cited positions, including those for what was true before. */
  readonly cites: readonly number[];
  readonly kind: string;
  readonly text: string;
  readonly by: string;
  readonly owner: string;
  readonly due: string;
  readonly before: string;
};

const element =
  /<claim((?:\s+[a-z]+="[^"]*")*)>([^<]*)(?:<before((?:\s+[a-z]+="[^"]*")*)>([^<]*)<\/before>)?<\/claim>/g;

/** The claims after the conversation, in order. */
export function parseJudgedClaims(prompt: string): readonly JudgedClaim[] {
  const task = prompt.slice(prompt.lastIndexOf('</conversation>'));
  return [...task.matchAll(element)].map(([, written = '', text, former = '', before]) => {
    const fields = toFields(written);
    const cites = `${fields.get('cites') ?? ''} ${toFields(former).get('cites') ?? ''}`;
    return {
      number: Number(fields.get('n')),
      cites: cites.split(/\s+/).filter(Boolean).map(Number),
      kind: fields.get('kind') ?? '',
      text: unescapeText(text),
      by: fields.get('by') ?? '',
      owner: fields.get('owner') ?? '',
      due: fields.get('due') ?? '',
      before: unescapeText(before),
    };
  });
}

/** A verdict on one claim, in the shape of the schema. */
export type WrittenVerdict = {
  readonly claim: number;
  readonly missing: string;
  readonly verdict: 'supported' | 'partly' | 'not_supported' | 'contradicted';
  readonly kind: string;
  readonly outcome: 'approved' | 'declined' | 'none';
  readonly positions: readonly number[];
};

/** Plays the judge: returns a verbatim answer, or verdicts, which are sent as JSON. */
export type ScriptedJudge = (
  prompt: ReceivedPrompt,
) => readonly WrittenVerdict[] | string | Promise<readonly WrittenVerdict[] | string>;

/** The verdict on one claim; missing fields mean that the claim keeps its kind. */
export type ClaimVerdict = Pick<WrittenVerdict, 'verdict'> & Partial<Omit<WrittenVerdict, 'claim'>>;

/** Judges the claims of a prompt one by one; leaves out those without a verdict. Quotations are looked up in the cited messages. */
export function createClaimJudge(
  judgeOne: (
    claim: JudgedClaim,
    shown: readonly PromptMessage[],
    language: SampleLanguage,
  ) => ClaimVerdict | null | Promise<ClaimVerdict | null>,
): ScriptedJudge {
  return async ({ text }) => {
    const shown = parseConversation(text);
    const language = toSampleLanguage(parseTask(text).language);
    const verdicts = parseJudgedClaims(text).map(async written => {
      // A claim without cites is judged by all messages.
      const isUncited = written.cites.length === 0;
      const claim = isUncited ? { ...written, cites: findNearest(written, shown) } : written;
      const verdict = lookUp(claim, shown, language) ?? (await judgeOne(claim, shown, language));
      const positions = isUncited ? claim.cites : [];
      const rest = { missing: '', kind: claim.kind, outcome: 'none' as const, positions };
      return verdict && { claim: claim.number, ...rest, ...verdict };
    });
    return (await Promise.all(verdicts)).filter(verdict => verdict !== null);
  };
}

const mostNearest = 3;
const longWord = /[\p{L}\p{N}]{3,}/gu;

/** The positions of the messages that share most words with a claim. */
function findNearest({ text }: JudgedClaim, shown: readonly PromptMessage[]): readonly number[] {
  const words = new Set(text.toLowerCase().match(longWord));
  return shown
    .map(({ position, author, text: said }) => {
      const own = new Set(`${author} ${said}`.toLowerCase().match(longWord));
      return { position, shared: own.intersection(words).size };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, mostNearest)
    .map(({ position }) => position);
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
