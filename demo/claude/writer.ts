import type { ReceivedPrompt } from '@footnote/playground/claude';

/** The position of a message, and the quote from it. */
export type WrittenEvidence = { readonly position: number; readonly quote: string };

/** The kinds of claims that the task may ask for. */
export const writtenKinds = [
  'key_point',
  'decision',
  'proposal',
  'action',
  'question',
  'constraint',
  'request',
  'fact',
] as const;

export type WrittenKind = (typeof writtenKinds)[number];

/** A claim in the shape of the task, its fields in the order of the example. */
export type WrittenClaim = {
  /** The title of its matter, at its first claim. */
  readonly title?: string;
  readonly evidence: readonly WrittenEvidence[];
  readonly kind: WrittenKind;
  readonly topic: string;
  readonly text: string;
  readonly speakers: readonly string[];
  readonly owner: string;
  readonly due: string;
  readonly confidence: number;
};

/** A model's output: verbatim text, or claims, which are sent as one JSON object. */
export type Written = string | readonly WrittenClaim[];

/** Plays the model: turns a prompt into an answer. */
export type Writer = (prompt: ReceivedPrompt) => Written | Promise<Written>;

/** A complete claim from some fields; the others are empty. */
export function writeClaim(fields: Partial<WrittenClaim>): WrittenClaim {
  return {
    evidence: fields.evidence ?? [],
    kind: fields.kind ?? 'key_point',
    topic: fields.topic ?? '',
    text: fields.text ?? '',
    speakers: fields.speakers ?? [],
    owner: fields.owner ?? '',
    due: fields.due ?? '',
    confidence: fields.confidence ?? 0.9,
    ...(fields.title !== undefined && { title: fields.title }),
  };
}

/** The text to send for a writer's output: claims of one topic are one matter. */
export function toAnswerText(written: Written): string {
  return typeof written === 'string' ? written : JSON.stringify({ matters: toMatters(written) });
}

function toMatters(claims: readonly WrittenClaim[]): readonly object[] {
  return [...Map.groupBy(claims, ({ topic }) => topic)].map(([topic, own]) => ({
    topic,
    title: own[0]?.title ?? '',
    continues: 0,
    claims: own.map(({ evidence, kind, text, speakers, owner, due, confidence }) => ({
      evidence,
      kind,
      text,
      speakers,
      owner,
      due,
      confidence,
    })),
  }));
}

/** A verbatim answer, or claims with only some fields. */
export type FixedAnswer = string | readonly Partial<WrittenClaim>[];

/** Gives these answers, one per call, and then repeats the last one. */
export function createFixedWriter(...answers: readonly [FixedAnswer, ...FixedAnswer[]]): Writer {
  let calls = 0;
  return () => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? answers[0];
    calls += 1;
    return typeof answer === 'string' ? answer : answer.map(writeClaim);
  };
}
