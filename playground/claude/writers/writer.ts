/** A request as a writer sees it. */
export type ReceivedPrompt = {
  readonly model: string;
  readonly system: string;
  /** The text blocks of the user's turns, in order. */
  readonly blocks: readonly string[];
  /** All of them, a line apart. */
  readonly text: string;
  /** The schema that the answer must follow; null for free text. */
  readonly schema: unknown;
  readonly maxTokens: number;
};

/** A message by its position, and the words of it that count. */
export type WrittenEvidence = { readonly position: number; readonly quote: string };

/** The kinds of claims that the task may ask for. */
export const writtenKinds = [
  'overview',
  'key_point',
  'decision',
  'proposal',
  'action',
  'question',
  'resolved',
  'constraint',
  'change',
  'contribution',
  'request',
  'fact',
] as const;

export type WrittenKind = (typeof writtenKinds)[number];

/** A claim in the shape that the task asks for, its fields in the order of the example. */
export type WrittenClaim = {
  readonly evidence: readonly WrittenEvidence[];
  readonly kind: WrittenKind;
  readonly topic: string;
  readonly text: string;
  readonly speakers: readonly string[];
  readonly owner: string;
  readonly due: string;
  readonly before: { readonly text: string; readonly evidence: readonly WrittenEvidence[] };
  readonly confidence: number;
};

/** What a model says: its very words, or claims, which are sent as one JSON object. */
export type Written = string | readonly WrittenClaim[];

/** Plays the model: from what was sent to what is answered. */
export type Writer = (prompt: ReceivedPrompt) => Written | Promise<Written>;

/** A whole claim from the fields that matter; the others are empty. */
export function writeClaim(fields: Partial<WrittenClaim>): WrittenClaim {
  return {
    evidence: fields.evidence ?? [],
    kind: fields.kind ?? 'key_point',
    topic: fields.topic ?? '',
    text: fields.text ?? '',
    speakers: fields.speakers ?? [],
    owner: fields.owner ?? '',
    due: fields.due ?? '',
    before: fields.before ?? { text: '', evidence: [] },
    confidence: fields.confidence ?? 0.9,
  };
}

/** The words that are sent for what a writer gave. */
export function toAnswerText(written: Written): string {
  return typeof written === 'string' ? written : JSON.stringify({ claims: written });
}
