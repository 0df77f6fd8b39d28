import { expect, test } from 'vitest';
import { toConversation } from '../../core/talk.ts';
import type { Place } from './questions.ts';
import { openServer } from './server.ts';

test('in a server, the bot reads what its search finds, and the newest messages', async () => {
  const filler = Array.from(
    { length: 120 },
    (_, index) => `Zoe: ${index % 2 ? 'The generator' : 'A bird that hums'} ${index} is at the lake.`,
  );
  const old: Place = { id: 'old', conversation: toConversation('Dan: The generator hums.', ...filler) };
  const boats: Place = {
    id: 'boats',
    conversation: toConversation('Dan: The blue boat leaks.', 'Eve: I will mend it.'),
  };
  const { reach, close } = await openServer([old, boats]);
  try {
    const question = { place: old, text: 'Why is it that the generator hums loudly?', carriers: [] };
    const { messages } = await reach(question);
    expect(messages.map(({ text }) => text)).toContain('I will mend it.');
    expect(messages.find(({ text }) => text === 'The generator hums.')?.id).toBe('m1');
  } finally {
    await close();
  }
});
