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
  before: { text: '', evidence: [] },
  confidence: 0.9,
}));

const json = (...claims: readonly unknown[]) =>
  JSON.stringify({
    matters: [{ topic: 'release', title: '', continues: 0, claims: [decision, ...claims, action] }],
  });
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
export const rawAnswers: readonly (readonly [name: string, answer: string])[] = [
  [
    'confidences that are none',
    json(...['NaN', 'Infinity', -1, 95, null, {}, [0.5], 'high'].map(confidence => change({ confidence }))),
  ],
  [
    'objects in every field',
    json(
      change({ topic: { a: 1 }, speakers: [{ name: 'Nadia' }, ['Tom'], 7], owner: [], due: {}, before: 7 }),
    ),
  ],
  [
    'names of an object itself',
    json({ ...change({}), constructor: 1, hasOwnProperty: 1 }).replace(
      '"constructor"',
      '"__proto__":{"text":"polluted"},"constructor"',
    ),
  ],
  ['a thousand levels', json('HERE').replace('"HERE"', nested(1_000))],
  [
    'positions that nobody has',
    json(change({ evidence: [0, -1, 1.5, 99, 2 ** 53, '[4]', '#5', 'four', null, [1], { position: '7' }] })),
  ],
  [
    '500 claims',
    json(
      ...many(500, index => ({
        evidence: [{ position: (index % 10) + 1, quote: '' }],
        kind: 'fact',
        text: `x${index}`,
      })),
    ),
  ],
  ['markers of 30 KB', json(change({ text: '[1]('.repeat(7_500) }), change({ topic: '[1'.repeat(7_500) }))],
  [
    'words around it and a fence',
    `Sure! Here is what you asked for:\n\`\`\`json\n${json()}\n\`\`\`\n@everyone https://evil.example`,
  ],
  ['keys twice', json().replace('"claims":', '"claims":[],"claims":')],
];
