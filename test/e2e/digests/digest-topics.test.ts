import { expect, test } from 'vitest';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import { toMemoryText } from '../../../src/core/prompt/parts.ts';
import { createMatters } from '../matters.ts';
import { create, idle, monday, nextPost, say, setUp, tuesday } from './digest-scene.ts';

const wednesday = '2091-03-07';

test('a matter that goes on in three digests is one topic, and each model is given what was said before', async () => {
  const requests: EngineRequest[] = [];
  const engine: Engine = {
    name: 'literal',
    draft: async (request, onClaim) => {
      requests.push(request);
      const toMatter = createMatters(request);
      for (const { position, text } of request.evidence.messages)
        onClaim({ kind: 'decision', text, evidence: [{ position, quote: text }], ...toMatter('Tent') });
      return { engine: { name: 'literal' }, usage: null, failure: null };
    },
  };
  const scene = await setUp({ engine });
  await create(scene);
  const texts = [
    'We decided to rent the big tent.',
    'We decided to put it behind the gym.',
    'We decided to rent two more.',
  ];
  for (const [index, day] of [monday, tuesday, wednesday].entries()) {
    scene.jumpTo(`${day}T08:00:00.000Z`);
    say(scene, texts[index] ?? '');
    scene.jumpTo(`${day}T09:00:00.000Z`);
    await nextPost(scene, index + 1);
    await idle(scene);
  }
  const told = requests.map(({ memory }) => memory && toMemoryText(memory));
  expect(told[0]).toBeUndefined();
  expect(told[1]).toContain(
    `<earlier n="1" last="${monday}" title="Tent">We decided to rent the big tent.</earlier>`,
  );
  expect(told[2]).toContain(
    `<earlier n="1" last="${tuesday}" title="Tent">${texts[1]} ${texts[0]}</earlier>`,
  );
  const { summaries } = scene.running().store;
  const ids = await summaries.ids(scene.guild.id);
  const stored = await Promise.all(ids.map(id => summaries.get(scene.guild.id, id)));
  const topicIds = stored.flatMap(each => each?.summary.matters?.map(({ topicId }) => topicId) ?? []);
  expect(topicIds).toHaveLength(3);
  expect(new Set(topicIds).size).toBe(1);
});
