import { describe, expect, test } from 'vitest';
import { extractiveEngine } from '../../src/app/extractive.ts';
import { summarize } from '../../src/app/summarize.ts';
import { type Attack, families } from './attack.ts';
import { attacks, toLooks } from './attacks.ts';
import { attackerId, toHostileConversation } from './conversation.ts';
import { judgeCredit, judgeParticipants } from './judges/credit.ts';
import { judge } from './judges/judge.ts';

function summarizeAttack(attack: Attack) {
  const request = { detail: 'comprehensive', zone: 'UTC', window: {}, language: 'en' } as const;
  const ports = { engine: extractiveEngine, newId: () => 's_attacked' };
  return summarize(toHostileConversation(attack), request, ports, new AbortController().signal);
}

test('there are at least 80 attacks of every family, no two of one name', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(80);
  expect(families.filter(family => attacks.filter(each => each.family === family).length < 8)).toEqual([]);
  expect(new Set(attacks.map(({ family, name }) => `${family}: ${name}`)).size).toBe(attacks.length);
});

describe.each(families.filter(family => family !== 'model'))(
  'the engine without a model, attacked by %s',
  family => {
    const own = attacks.filter(attack => attack.family === family && attack.where !== 'model');

    test.each(own)('$name ($where): nothing is live, forged or broken in any format', async attack => {
      const conversation = toHostileConversation(attack);
      const summary = await summarizeAttack(attack);
      expect(judge(summary, toLooks(attack))).toEqual([]);
      expect([...judgeCredit(summary, conversation), ...judgeParticipants(summary, conversation)]).toEqual(
        [],
      );
    });
  },
);

test('most attacks are shown, so that there is something to judge', async () => {
  const shown = await Promise.all(
    attacks
      .filter(({ where }) => where !== 'model')
      .map(async attack => {
        const { footnotes } = await summarizeAttack(attack);
        const said = toHostileConversation(attack).messages.filter(({ author }) => author.id === attackerId);
        return said.some(({ id }) => footnotes.some(({ messageId }) => messageId === id));
      }),
  );
  expect(shown.filter(Boolean).length).toBeGreaterThan(0.8 * shown.length);
});
