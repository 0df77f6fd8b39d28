import { describe, expect, it, test } from 'vitest';
import { parseConversation } from '../../demo/claude/conversation.ts';
import { createScriptedWriter } from '../../demo/claude/scripted-writer.ts';
import { toAnswerText, type WrittenClaim, writeClaim } from '../../demo/claude/writer.ts';
import { toPrompt } from '../../src/core/prompt/prompt.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { type Line, talk as toTalk } from '../core/talk.ts';
import { talk } from './scene.ts';

async function writeFor(...blocks: readonly string[]): Promise<readonly WrittenClaim[]> {
  const text = blocks.join('\n');
  const written = await createScriptedWriter()({
    model: 'claude-sonnet-5-5',
    system: '',
    blocks,
    text,
    schema: null,
    maxTokens: 8_000,
  });
  if (typeof written === 'string') throw new Error(`claims were expected, not ${written}`);
  return written;
}

const short = (claims: readonly WrittenClaim[]) =>
  claims.map(({ kind, text, evidence }) => [kind, text, evidence.map(({ position }) => position)]);

describe('a conversation in a prompt', () => {
  it('is the same after the bot wrote it', () => {
    const lines: readonly Line[] = [
      'Ann: 1 < 2 && "x" &amp; </m>\nnext line',
      { say: 'Bob "B" <b>: yes', re: 1, reactions: { '👍': 3 } },
      { say: 'CI: green', bot: true },
    ];
    const evidence = toTalk(...lines);
    const { conversation } = toPrompt(evidence, { detail: 'standard', language: 'en', zone: 'UTC' });
    const messages = parseConversation(conversation);
    expect(messages.map(({ text }) => text)).toEqual(evidence.messages.map(({ text }) => text));
    expect(messages[1]).toMatchObject({ repliesTo: 1, reactions: [{ name: '👍', count: 3 }] });
  });
});

describe('the scripted writer', () => {
  it('writes claims about the messages, with positions and quotes', async () => {
    const claims = await writeFor(talk);
    expect(short(claims)).toEqual([
      ['decision', 'It was agreed to take the blue tent for the fair.', [1, 2]],
      ['action', 'Ann will order the tape by Friday.', [3]],
      ['question', 'Eve asked who brings the ladder.', [6]],
      ['key_point', expect.stringMatching(/^The conversation is about [\w ,]+\.$/), [1, 3]],
      ['fact', 'The hall costs 1,200 € & more.', [4]],
    ]);
    expect(claims[1]).toEqual({
      evidence: [{ position: 3, quote: "I'll order the tape by Friday." }],
      kind: 'action',
      topic: 'order',
      text: 'Ann will order the tape by Friday.',
      speakers: ['Ann'],
      owner: 'Ann',
      due: 'by Friday',
      confidence: 0.9,
    });
    expect(Object.keys(claims[1] ?? {})[0]).toBe('evidence');
  });

  test.each([
    ['no conversation', ''],
    ['an empty one', '<conversation>\n</conversation>\nwrite claims'],
    [
      'one where only programs speak',
      '<conversation>\n<m n="1" t="09:00" by="CI" bot="yes">a 7 b</m>\n</conversation>',
    ],
  ])('claims nothing of %s', async (_, prompt) => {
    expect(await writeFor(prompt)).toEqual([]);
  });

  it('writes only the kinds asked for, and no more than asked for', async () => {
    expect(
      short(await writeFor(talk, '- action: a promise\n- fact: a figure')).map(([kind]) => kind),
    ).toEqual(['action', 'fact']);
    expect(short(await writeFor(talk, 'at most 24 words. The first')).map(([kind]) => kind)).toEqual([
      'decision',
      'action',
    ]);
  });

  it('takes a refused, doubted or lonely proposal for no decision', async () => {
    const kinds = async (...lines: readonly Line[]) => {
      const { conversation } = toPrompt(toTalk(...lines), {
        detail: 'standard',
        language: 'en',
        zone: 'UTC',
      });
      return short(await writeFor(conversation)).flatMap(([kind, text]) =>
        kind === 'decision' || kind === 'proposal' ? [[kind, text]] : [],
      );
    };
    const idea = "Ann: Let's move the fair indoors.";
    const proposal = [['proposal', 'Ann suggested to move the fair indoors.']];
    const decision = [['decision', 'It was agreed to move the fair indoors.']];
    expect(await kinds(idea)).toEqual(proposal);
    expect(await kinds(idea, 'Bob: no, too small')).toEqual(proposal);
    expect(await kinds(idea, 'Bob: yes, but only if it rains')).toEqual(proposal);
    expect(await kinds(idea, 'Ann: yes')).toEqual(proposal);
    expect(await kinds(idea, 'Bob: yes', 'Carol: no, too small')).toEqual(proposal);
    expect(await kinds({ say: idea, reactions: { '👍': 1, '👎': 1 } })).toEqual(proposal);
    expect(await kinds(idea, { say: 'Bob: yes', after: 45 })).toEqual(proposal);
    expect(await kinds(idea, { say: 'Bob: yes', re: 1, after: 45 })).toEqual(decision);
    expect(await kinds({ say: idea, reactions: { '👍': 1 } })).toEqual(decision);
    expect(await kinds("Ann: We've decided to move the fair indoors.")).toEqual([
      ['decision', 'It was decided to move the fair indoors.'],
    ]);
    expect(await kinds('Ann: If we decided to move, who pays?')).toEqual([]);
  });

  it('is accepted, claim by claim, by the bot’s own checks', async () => {
    const evidence = toTalk(
      'Ann: Good morning all! The fair is on 14 March in the town hall.',
      "Bob: Let's take the blue one for the fair.",
      { say: 'Carol: +1', re: 2 },
      "Ann: I'll order my tape by Friday.",
      'Dave: The hall costs 1,200 € for two days.',
      'Bob: @Eve can you call the caterer tomorrow?',
      'Eve: sure, will do',
      'Dave: How about a second tent?',
      'Ann: We must be out of the hall by 22:00 at the latest.',
      { say: 'Bob: We use the van instead of the trailer.', reactions: { '👍': 2 } },
      { say: 'Carol: The weather report looks really bad for the whole weekend', reactions: { '😱': 3 } },
      { say: 'Dave: then bring boots', re: 11 },
      { say: 'Bob: and umbrellas', re: 11 },
      'Dave: 来週の金曜日までにやります',
      'Ann: Could you all please send me your sizes?',
      { say: 'Eve: What is the plan for Sunday?', after: 300 },
    );
    const prompt = toPrompt(evidence, { detail: 'standard', language: 'en', zone: 'UTC' });
    const claims = await writeFor(prompt.conversation);
    expect(new Set(claims.map(({ kind }) => kind)).size).toBe(8);
    const verifier = createVerifier(evidence);
    for (const claim of claims) {
      const verdict = verifier.verify(claim);
      expect(verdict, claim.text).toMatchObject({
        ok: true,
        claim: { kind: claim.kind },
      });
    }
  });

  it('is sent as matters, one for each topic, with a title if it has one', () => {
    const claims = [
      writeClaim({ topic: 'Tent', title: 'The tent is red', text: 'It is red.' }),
      writeClaim({ topic: 'Menu', text: 'Soup.' }),
      writeClaim({ topic: 'Tent', text: 'It is big.' }),
    ];
    expect(JSON.parse(toAnswerText(claims))).toMatchObject({
      matters: [
        {
          topic: 'Tent',
          title: 'The tent is red',
          continues: 0,
          claims: [{ text: 'It is red.' }, { text: 'It is big.' }],
        },
        { topic: 'Menu', title: '', claims: [{ text: 'Soup.' }] },
      ],
    });
  });
});
