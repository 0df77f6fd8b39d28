import type { ReceivedPrompt } from '@footnote/playground/claude';
import { unescapeText } from './conversation.ts';

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

/** A writer that answers some prompts with a refusal, which is null. */
export type RefusingWriter = (prompt: ReceivedPrompt) => ReturnType<Writer> | null;

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

/** Whether claims that failed are to be written again. */
export function isRepair(prompt: string): boolean {
  return prompt.includes('<claim n="');
}

/** The text to send for a writer's output: claims of one topic are one matter, or each that takes the place of a failed one. */
export function toAnswerText(written: Written, prompt = ''): string {
  return typeof written === 'string'
    ? written
    : JSON.stringify({ matters: toMatters(written, isRepair(prompt)) });
}

function toMatters(claims: readonly WrittenClaim[], isRepaired: boolean): readonly object[] {
  const groups = Map.groupBy(claims, claim => (isRepaired ? claim : claim.topic));
  return [...groups.values()].map((own, index) => ({
    topic: own[0]?.topic ?? '',
    title: own[0]?.title ?? '',
    continues: isRepaired ? index + 1 : 0,
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

/** Only letters and digits: markup and spaces change on the way. */
const toKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Writes claims as an answer in words, and says later what each line of it rests on. */
export function createCiter() {
  const known = new Map<string, WrittenClaim>();
  const titles = new Map<string, WrittenClaim>();
  return {
    /** Claims under their titles or topics. */
    toText: (written: Written): string => {
      if (typeof written === 'string') return written;
      const groups = [...Map.groupBy(written, ({ topic }) => topic)];
      const lines = groups.flatMap(([topic, own], index) => {
        const words = (own[0]?.title ?? topic).replace(/\s+/g, ' ');
        // Without a heading, they would belong to the one before.
        const heading = words === '' && index > 0 ? 'More' : words;
        if (own[0]?.title !== undefined) titles.set(toKey(heading), own[0]);
        for (const claim of own) known.set(toKey(claim.text), claim);
        const bullets = own.map(({ text }) => `- ${text.replace(/\s+/g, ' ')}`);
        return heading === '' ? bullets : [`## ${heading}`, ...bullets];
      });
      return lines.length === 0 ? '-' : lines.join('\n');
    },
    cite: (prompt: string): string => {
      const find = (tag: string) =>
        [...prompt.matchAll(new RegExp(`<${tag} n="(\\d+)">([^<]*)</${tag}>`, 'g'))].map(
          ([, number, text]) => ({ number: Number(number), key: toKey(unescapeText(text)) }),
        );
      return JSON.stringify({
        headings: find('heading').map(({ number, key }) => {
          const claim = titles.get(key);
          return {
            heading: number,
            topic: claim?.topic ?? '',
            tells: claim !== undefined,
            continues: 0,
            evidence: [],
          };
        }),
        lines: find('line').flatMap(({ number, key }) => {
          const claim = known.get(key);
          if (claim === undefined) return [];
          const { evidence, kind, speakers, owner, due, confidence } = claim;
          return [{ line: number, evidence, kind, speakers, owner, due, confidence }];
        }),
      });
    },
  };
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
