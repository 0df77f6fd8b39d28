import { type HeardMessage, parseConversation } from '../writers/conversation.ts';
import type { ReceivedPrompt } from '../writers/writer.ts';
import { type JudgedClaim, parseJudgedClaims } from './claim.ts';

/** A verdict on one claim in the shape that is asked for. */
export type WrittenVerdict = {
  readonly claim: number;
  readonly missing: string;
  readonly verdict: 'supported' | 'partly' | 'not_supported' | 'contradicted';
  readonly kind: string;
  readonly outcome: 'approved' | 'declined' | 'none';
  readonly position: number;
};

/** Plays the model where verdicts are asked for: its very words, or verdicts, which are sent as JSON. */
export type ScriptedJudge = (
  prompt: ReceivedPrompt,
) => readonly WrittenVerdict[] | string | Promise<readonly WrittenVerdict[] | string>;

/** What is said of one claim; fields that are left out are those of a claim that keeps its kind. */
export type ClaimVerdict = Pick<WrittenVerdict, 'verdict'> & Partial<Omit<WrittenVerdict, 'claim'>>;

/** Judges the claims of a prompt one by one. What somebody is said to have written is looked up in the cited messages. */
export function createClaimJudge(
  judgeOne: (claim: JudgedClaim, shown: readonly HeardMessage[]) => ClaimVerdict | Promise<ClaimVerdict>,
): ScriptedJudge {
  return ({ text }) => {
    const shown = parseConversation(text);
    return Promise.all(
      parseJudgedClaims(text).map(async claim => ({
        claim: claim.number,
        missing: '',
        kind: claim.kind,
        outcome: 'none' as const,
        position: 0,
        ...(lookUp(claim, shown) ?? (await judgeOne(claim, shown))),
      })),
    );
  };
}

/** Null where the claim is no quotation. */
function lookUp({ text, cites }: JudgedClaim, shown: readonly HeardMessage[]): ClaimVerdict | null {
  const [, name, quote] = /^(.+?) wrote: “([^“”]*)”$/u.exec(text) ?? [];
  if (name === undefined || quote === undefined) return null;
  const stands = shown.some(
    message =>
      cites.includes(message.position) &&
      message.author === name &&
      message.text.replace(/\s+/g, ' ').includes(quote),
  );
  return stands
    ? { verdict: 'supported' }
    : { verdict: 'not_supported', missing: `${name} wrote something else` };
}

/** Whether an answer of this schema gives verdicts: an object of these and no more. */
export function isVerdictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return false;
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return false;
  return Object.keys(properties).join() === 'verdicts';
}

/** The schema that a request's body asks for, whatever the body is; undefined where it asks for none. */
export function toAskedSchema(body: unknown): unknown {
  return ['output_config', 'format', 'schema'].reduce(
    (node: unknown, key) =>
      typeof node === 'object' && node !== null
        ? (node as Readonly<Record<string, unknown>>)[key]
        : undefined,
    body,
  );
}
