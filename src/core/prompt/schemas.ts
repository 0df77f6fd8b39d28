import { judgeOutcomes, judgeVerdicts } from '../claims/judgement.ts';
import { claimKinds } from '../claims/kind.ts';

/*
 * The JSON schemas of answers. They are frozen: any change makes the API compile a new grammar and misses the prompt cache.
 * All fields are required and none is a union. Limits that a schema cannot express are checked when the answer is read.
 */
const text = { type: 'string' };
const integer = { type: 'integer' };
const oneOf = (values: readonly string[]) => ({ type: 'string', enum: values });
const list = <Items>(items: Items) => ({ type: 'array', items });
const object = <Properties extends object>(properties: Properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const evidence = list(object({ position: integer, quote: text }));

/** What is said of a claim, and of a line of an answer, beside its words. */
const claimFields = {
  evidence,
  kind: oneOf(claimKinds),
  speakers: list(text),
  owner: text,
  due: text,
  confidence: { type: 'number' },
};

/** A draft: matters in order of importance, each with its claims, and each claim with its words before its evidence. */
export const draftSchema = object({
  matters: list(
    object({ topic: text, title: text, continues: integer, claims: list(object({ text, ...claimFields })) }),
  ),
});

/** What an answer rests on: its headings first, so that each line is complete when it comes. */
export const citeSchema = object({
  headings: list(
    object({ heading: integer, topic: text, tells: { type: 'boolean' }, continues: integer, evidence }),
  ),
  lines: list(object({ line: integer, ...claimFields })),
});

/** One verdict per claim. `missing` comes before the verdict, which follows from it. */
export const judgeSchema = object({
  verdicts: list(
    object({
      claim: integer,
      missing: text,
      verdict: oneOf(judgeVerdicts),
      kind: oneOf(claimKinds),
      outcome: oneOf(judgeOutcomes),
      positions: list(integer),
    }),
  ),
});

/** Other wordings of a question. */
export const rewordSchema = object({ wordings: list(text) });

/** How a decision relates to an earlier one. */
export const relations = ['replaces', 'contradicts', 'same', 'adds', 'none'] as const;
export type Relation = (typeof relations)[number];

/** A comparison with each earlier decision. `difference` comes before the relation, which follows from it. */
export const compareSchema = object({
  comparisons: list(
    object({
      earlier: integer,
      difference: text,
      relation: oneOf(relations),
      before: text,
      before_messages: list(integer),
      after: text,
      after_messages: list(integer),
      by: list(text),
      impacts: list(object({ text, implied: { type: 'boolean' }, messages: list(integer) })),
    }),
  ),
});
