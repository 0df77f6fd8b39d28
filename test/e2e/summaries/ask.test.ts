import { describe, expect, test } from 'vitest';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { createWriting, fact } from '../engines.ts';
import { fill, openScene, summarized, told, toSaid, toShown } from '../scene.ts';

const question = 'Is the big tent rented?';

describe('/ask', () => {
  test('answers the person alone in claims that link to their messages', async () => {
    const scene = await openScene({
      engine: createWriting(
        fact('The big tent is rented for 450.', 2, 'rent the big tent from last year for 450'),
      ),
    });
    fill(scene);
    const view = await summarized(await scene.run('ask', { question }));
    expect(view.isEphemeral).toBe(true);
    expect(view.message?.embeds[0]?.title).toBe(`${question} · #planning`);
    expect(toShown(view.message)).toMatch(/The big tent is rented for 450.*\[\[1\]\]\(https:/);
    expect((await scene.stored(view.message))?.request).toMatchObject({ question, messages: 2_000 });
  });

  test('says that nobody said it, with the nearest quotes', async () => {
    const scene = await openClaudeScene({}, { hasJudge: false });
    scene.claude.writer = createFixedWriter([]);
    const { message } = await summarized(await scene.run('ask', { question }));
    expect(toShown(message)).toContain(
      'Nobody said this in the messages searched. These are the nearest quotes.',
    );
    expect(toShown(message)).toContain('rent the big tent');
  });

  test('enters no decision in the log, and is no last summary', async () => {
    const decided = {
      ...fact('The fair closes at 18:00.', 6, 'We decided to close at 18:00'),
      kind: 'decision',
    };
    const scene = await openScene({ engine: createWriting(decided) });
    fill(scene);
    await summarized(await scene.run('ask', { question: 'When does the fair close?' }));
    expect(toSaid((await told(await scene.run('decisions'))).message)).not.toContain('18:00');
    const since = await told(await scene.summarize({ since: 'last summary' }));
    expect(since.message?.content).toMatch(/^There is no earlier summary/);
  });
});
