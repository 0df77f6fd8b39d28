import { describe, expect, test } from 'vitest';
import { isVerdictSchema, type WrittenVerdict } from '../../../src/playground/claude/judges/judge.ts';
import { createScriptedJudge } from '../../../src/playground/claude/judges/scripted-judge.ts';
import { createFixedWriter } from '../../../src/playground/claude/writers/fixed-writer.ts';
import { ask, failureOf, schema, startConnected, talk } from './scene.ts';

const verdictSchema = {
  type: 'object',
  properties: {
    missing: { type: 'string' },
    verdict: { type: 'string', enum: ['supported', 'partly', 'not_supported', 'contradicted'] },
  },
  required: ['missing', 'verdict'],
  additionalProperties: false,
};

const format = { type: 'json_schema', schema: verdictSchema } as const;

/** What the judge says of a claim over these messages, or those of the fair. */
async function judge(claim: string, conversation = talk): Promise<WrittenVerdict> {
  const verdict = await createScriptedJudge()({
    model: 'm',
    system: '',
    blocks: [],
    text: `${conversation}\nThe statement:\n${claim}\n\nDo the messages say this?`,
    schema: verdictSchema,
    maxTokens: 2_000,
  });
  if (typeof verdict === 'string') throw new Error('no verdict');
  return verdict;
}

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
    ['no claim', '', 'not_supported'],
  ])('of %s: %s', async (_, claim, verdict) => {
    const judged = await judge(claim);
    expect(judged.verdict).toBe(verdict);
    expect(judged.missing === '').toBe(verdict === 'supported');
  });

  test('wants a yes for a decision', async () => {
    const proposal = '<m n="1" t="09:00" by="Bob">How about the blue tent?</m>';
    const claim = '<claim kind="decision">It was agreed on the blue tent.</claim>';
    const whole = (yes: string) => `<conversation>\n${proposal}\n${yes}\n</conversation>`;
    expect((await judge(claim, whole(''))).verdict).toBe('not_supported');
    expect((await judge(claim, whole('<m n="2" t="09:01" by="Ann" re="1">sure</m>'))).verdict).toBe(
      'supported',
    );
  });

  test('looks at what held before as well', async () => {
    const changed = (before: string) =>
      `<claim kind="change">The hall costs 1,200 €.</claim>\n<before>${before}</before>`;
    expect((await judge(changed('The ladder.'))).verdict).toBe('supported');
    expect((await judge(changed('The hall was rented at 900 €.'))).verdict).toBe('partly');
  });
});

describe('a request for a verdict', () => {
  test('is told by the schema that it asks for, and answered by the judge alone', async () => {
    const { claude, client } = await startConnected({ writer: createFixedWriter([{ text: 'a claim' }]) });
    claude.judge = () => ({ missing: 'the day', verdict: 'partly' });
    const say = async (wanted: typeof format | typeof ask.output_config.format) => {
      const { content } = await client.messages.create({
        ...ask,
        output_config: { effort: 'low', format: wanted },
      });
      return content.flatMap(block => (block.type === 'text' ? [JSON.parse(block.text)] : []));
    };
    expect(await say(format)).toEqual([{ missing: 'the day', verdict: 'partly' }]);
    expect(await say(ask.output_config.format)).toMatchObject([{ claims: [{ text: 'a claim' }] }]);
    expect(isVerdictSchema(verdictSchema)).toBe(true);
    for (const other of [schema, null, 'verdict', {}, { properties: null }, { properties: { verdict: {} } }])
      expect(isVerdictSchema(other)).toBe(false);
  });

  test('meets the faults that wait for it, and leaves all others alone', async () => {
    const { claude, client } = await startConnected();
    claude.faults.next({ kind: 'status', status: 429 }, 1, 'verdict');
    claude.faults.next({ kind: 'status', status: 529 });
    const wanted = { ...ask, output_config: { effort: 'low', format } } as const;
    expect((await failureOf(client.messages.create(wanted))).status).toBe(429);
    expect((await client.messages.create(wanted)).stop_reason).toBe('end_turn');
    expect((await failureOf(client.messages.create(ask))).status).toBe(529);
    expect(claude.faults.countLeft()).toBe(0);
  });
});
