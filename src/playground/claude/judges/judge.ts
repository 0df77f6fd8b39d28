import type { ReceivedPrompt } from '../writers/writer.ts';

/** A verdict in the shape that is asked for. */
export type WrittenVerdict = {
  readonly missing: string;
  readonly verdict: 'supported' | 'partly' | 'not_supported' | 'contradicted';
};

/** Plays the model where a verdict on one claim is asked for: its very words, or a verdict, which is sent as JSON. */
export type ScriptedJudge = (
  prompt: ReceivedPrompt,
) => WrittenVerdict | string | Promise<WrittenVerdict | string>;

/** Whether an answer of this schema is a verdict: an object of something missing and one of the verdicts, and no more. */
export function isVerdictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return false;
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return false;
  return Object.keys(properties).sort().join() === 'missing,verdict';
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
