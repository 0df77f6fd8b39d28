import { describe, expect, test } from 'vitest';
import { type SummarizePorts, summarize } from '../../src/app/summarize.ts';
import { markSpoilers, maskSpoilers } from '../../src/core/conversation/spoilers.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { toConversation } from '../core/talk.ts';
import { createEngine, createJudge } from './judging/judge.ts';

const conversation = toConversation(
  ...[
    'Ann: I saw the film yesterday.',
    'Ann: ||In the last scene the gardener admits that he did it with the rake||',
    'Bob: The sequel starts in May, ||but without Marsh||',
    'Bob: Tickets are 12 euros.',
    'Carol: ||I will bring the rake on Friday||',
  ].map(markSpoilers),
);
const quote = (position: number) => conversation.messages[position - 1]?.text ?? '';
const claim = (text: string, position: number, rest: object = {}) => ({
  text,
  kind: 'key_point',
  evidence: [{ position, quote: quote(position) }],
  ...rest,
});
const never = new AbortController().signal;

async function write(claims: readonly object[], ports: Partial<SummarizePorts> = {}) {
  const { engine } = createEngine(claims);
  const request = { detail: 'standard', zone: 'UTC', window: {} } as const;
  return summarize(conversation, request, { engine, newId: () => 's1', ...ports }, never);
}
const toTexts = async (...claims: readonly object[]) =>
  (await write(claims)).claims.map(({ text }) => maskSpoilers(text));

describe('a claim that rests on a spoiler', () => {
  test.each(formats)('is hidden as a whole in %s, though it uses other words', async format => {
    const summary = await write([
      claim('A culprit confesses with a garden tool', 2, { topic: 'Confession' }),
      claim('Carol takes a tool along', 5, { kind: 'action', owner: 'Carol', due: 'on Friday' }),
      claim('Tickets cost 12 euros', 4),
    ]);
    const shown = render(summary, format, { references: false });
    expect(shown).toMatch(/Tickets cost/);
    const open = shown.replace(/\|\|.*?\|\|/gs, '[spoiler]');
    expect(open).toContain('spoiler');
    expect(open).not.toMatch(/culprit|garden tool|Confession|a tool along|Friday/);
  });

  test('stays readable where it, or the engine, hides the words of a partly hidden message', async () => {
    expect(
      await toTexts(
        claim('The sequel starts in May, but without Marsh', 3),
        claim('The sequel starts in May ||and Marsh is out||', 3),
        claim('There is a ||confession||', 2),
      ),
    ).toEqual([
      'The sequel starts in May, [spoiler]',
      'The sequel starts in May [spoiler]',
      'There is a [spoiler]',
    ]);
  });

  test('is hidden as a whole if it hides nothing and cites a partly hidden message', async () => {
    expect(await toTexts(claim('The main actor left the series', 3))).toEqual(['[spoiler]']);
  });

  test('stays hidden when it is removed, by a proof or by the judge, and in the judge’s reason', async () => {
    const { judge } = createJudge(() => ({ verdict: 'not_supported', missing: 'it was an axe' }));
    const wrong = [claim('A culprit confesses', 2), claim('A culprit confesses', 2, { speakers: ['Bob'] })];
    const { rejected } = await write(wrong, { judge });
    expect(rejected).toHaveLength(2);
    const told = JSON.stringify(rejected.map(({ text, claim, reasons }) => [text, claim?.text, reasons]));
    expect(maskSpoilers(told)).not.toMatch(/culprit|axe/);
    expect(told).toContain('axe');
  });
});
