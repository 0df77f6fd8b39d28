import { describe, expect, test } from 'vitest';
import type { WrittenVerdict } from '../../demo/claude/judge.ts';
import { createScriptedJudge } from '../../demo/claude/scripted-judge.ts';
import { talk } from './scene.ts';

const verdictSchema = {
  type: 'object',
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { claim: { type: 'integer' }, verdict: { type: 'string' } },
        required: ['claim', 'verdict'],
        additionalProperties: false,
      },
    },
  },
  required: ['verdicts'],
  additionalProperties: false,
};

/** What the judge says of claims over these messages, or those of the fair. */
async function judge(claims: string, conversation = talk): Promise<readonly WrittenVerdict[]> {
  const verdicts = await createScriptedJudge()({
    model: 'm',
    system: '',
    blocks: [],
    text: `${conversation}\nThe claims:\n<claims>\n${claims}\n</claims>`,
    schema: verdictSchema,
    maxTokens: 2_000,
  });
  if (typeof verdicts === 'string') throw new Error('no verdicts');
  return verdicts;
}

/** A claim that cites all messages of the fair. */
const cite = (rest: string) => `<claim n="1" cites="1 2 3 4 5 6 7 8 9" ${rest}`;

describe('a scripted judge', () => {
  test.each([
    ['what the messages say', '<claim kind="fact">The hall costs 1,200 €.</claim>', 'supported'],
    ['what they settle', '<claim kind="decision">It was agreed to take the blue tent.</claim>', 'supported'],
    [
      'what its owner promised',
      '<claim kind="action" owner="Ann" due="by Friday">Ann will order the tape.</claim>',
      'supported',
    ],
    ['another figure', '<claim kind="fact">The hall costs 1,500 €.</claim>', 'partly'],
    ['another owner', '<claim kind="action" owner="Zoë">Somebody will order the tape.</claim>', 'partly'],
    ['half of it', '<claim kind="fact">The blue tent brings gorgeous sunshine.</claim>', 'partly'],
    [
      'what nobody said',
      '<claim kind="fact">Penguins conquered Antarctica yesterday.</claim>',
      'not_supported',
    ],
    ['the opposite', '<claim kind="fact">The hall never costs 1,200 €.</claim>', 'contradicted'],
  ])('of %s: %s', async (_, claim, verdict) => {
    const [judged] = await judge(claim.replace('<claim ', cite('')));
    expect(judged?.verdict).toBe(verdict);
    expect(judged?.missing === '').toBe(verdict === 'supported');
  });

  test('answers by number, and goes by what each claim cites', async () => {
    const text = 'The hall costs 1,200 €.</claim>';
    const verdicts = await judge(
      `<claim n="1" cites="1" kind="fact">${text}\n<claim n="2" cites="2" kind="fact">${text}\n<claim n="3" cites="4" kind="fact">${text}`,
    );
    expect(verdicts.map(({ claim }) => claim)).toEqual([1, 2, 3]);
    expect(verdicts.filter(({ verdict }) => verdict === 'supported')).toHaveLength(1);
    expect(await judge('')).toEqual([]);
  });

  test('looks up who wrote what', async () => {
    const own =
      '<conversation>\n<m n="1" t="09:00" by="Bob">How about it?</m>\n<m n="2" t="09:01" by="Ann">sure</m>\n</conversation>';
    const said = (name: string, cites: number) =>
      `<claim n="${cites}" cites="${cites}" kind="key_point">${name} wrote: “How about it?”</claim>`;
    const verdicts = await judge(`${said('Bob', 1)}\n${said('Ann', 2)}`, own);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['supported', 'not_supported']);
  });

  test('wants a yes for a decision', async () => {
    const proposal = '<m n="1" t="09:00" by="Bob">How about the blue tent?</m>';
    const claim = '<claim n="1" cites="1 2" kind="decision">It was agreed on the blue tent.</claim>';
    const whole = (yes: string) => `<conversation>\n${proposal}\n${yes}\n</conversation>`;
    expect((await judge(claim, whole('')))[0]?.verdict).toBe('not_supported');
    const [agreed] = await judge(claim, whole('<m n="2" t="09:01" by="Ann" re="1">sure</m>'));
    expect(agreed).toMatchObject({ verdict: 'supported', outcome: 'approved' });
  });

  test('looks at what held before as well', async () => {
    const changed = (before: string) =>
      `${cite('kind="change"')}>The hall costs 1,200 €.<before cites="1">${before}</before></claim>`;
    expect((await judge(changed('The ladder.')))[0]?.verdict).toBe('supported');
    expect((await judge(changed('The hall was rented at 900 €.')))[0]?.verdict).toBe('partly');
  });
});
