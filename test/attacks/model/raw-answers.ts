import { honestClaims } from './obeying.ts';

/** Positions in the conversation whose attacker only writes what is bland. */
const [decision, action] = honestClaims.map(({ line, kind, text, quote, by }) => ({
  evidence: [{ position: line, quote }],
  kind,
  topic: 'release',
  text,
  speakers: [by],
  owner: kind === 'action' ? by : '',
  due: kind === 'action' ? 'Wednesday evening' : '',
  confidence: 0.9,
}));

type RawAnswer = {
  /** The lines of the answer. */
  readonly lines: readonly string[];
  /** What is said of them. */
  readonly cited: string;
};

const isObject = (value: unknown): value is { readonly text?: unknown } => typeof value === 'object';
const toText = (claim: unknown) =>
  isObject(claim) && typeof claim?.text === 'string' ? claim.text : 'A line.';
/** An answer whose first and last line are honest. */
const raw = (claims: readonly unknown[], spoil = (text: string) => text): RawAnswer => {
  const all = [decision, ...claims, action];
  const lines = all.map((claim, index) => (isObject(claim) ? { ...claim, line: index + 1 } : claim));
  return { lines: all.map(toText), cited: spoil(JSON.stringify({ headings: [], lines })) };
};
const change = (fields: object) => ({
  ...action,
  text: 'The upload is streamed.',
  owner: '',
  due: '',
  ...fields,
});
const nested = (depth: number, inner = '"x"') => '{"a":['.repeat(depth) + inner + ']}'.repeat(depth);
const many = (count: number, each: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => each(index));

/** Answers of a model that keeps to no schema; between what is hostile stand two honest claims. */
export const rawAnswers: readonly (readonly [name: string, answer: RawAnswer])[] = [
  [
    'confidences that are none',
    raw(['NaN', 'Infinity', -1, 95, null, {}, [0.5], 'high'].map(confidence => change({ confidence }))),
  ],
  [
    'objects in every field',
    raw([change({ topic: { a: 1 }, speakers: [{ name: 'Nadia' }, ['Tom'], 7], owner: [], due: {} })]),
  ],
  [
    'names of an object itself',
    raw([{ ...change({}), constructor: 1, hasOwnProperty: 1 }], text =>
      text.replace('"constructor"', '"__proto__":{"text":"polluted"},"constructor"'),
    ),
  ],
  ['a thousand levels', raw([change({ topic: 'HERE' })], text => text.replace('"HERE"', nested(1_000)))],
  [
    'positions that nobody has',
    raw([change({ evidence: [0, -1, 1.5, 99, 2 ** 53, '[4]', '#5', 'four', null, [1], { position: '7' }] })]),
  ],
  [
    '140 claims',
    raw(
      many(140, index => ({
        evidence: [{ position: (index % 10) + 1, quote: '' }],
        kind: 'fact',
        text: `x${index}`,
      })),
    ),
  ],
  ['markers of 30 KB', raw([change({ text: '[1]('.repeat(7_500) }), change({ due: '[1'.repeat(7_500) })])],
  [
    'words around it and a fence',
    raw(
      [],
      text =>
        `Sure! Here is what you asked for:\n\`\`\`json\n${text}\n\`\`\`\n@everyone https://evil.example`,
    ),
  ],
  ['keys twice', raw([], text => text.replace('"lines":', '"lines":[],"lines":'))],
];
