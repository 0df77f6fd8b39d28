import { describe, expect, test } from 'vitest';
import { createClaimJudge } from '../../../demo/claude/judge.ts';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import { sure } from '../../sure.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { createWriting, fact } from '../engines.ts';
import { fill, openScene, readReply, summarized, told, toSaid, toShown } from '../scene.ts';

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
    expect(view.message?.content).toContain(`> **${question} · \\#planning**\n`);
    expect(toShown(view.message)).toMatch(/The big tent is rented for 450.*\[\[1\]\]\(<?https:/);
    expect((await scene.stored(view.message))?.request).toMatchObject({ question, everywhere: true });
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

  test('names a false premise first, then what was replaced, with its days, and who thinks what', async () => {
    const scene = await openClaudeScene({}, { isEmpty: true });
    scene.claude.judge = createClaimJudge(() => ({ verdict: 'supported' }));
    const { world, channel, ann, bob } = scene;
    const say = (by: typeof ann, content: string, day: number) =>
      world.addMessage(channel, { by, content, atMs: Date.UTC(2026, 4, day, 12) });
    const texts = [
      say(ann, 'We release on Wednesday, decided', 3),
      say(ann, 'Decided: the release moves to Thursday', 12),
      say(bob, 'Thursday is too early for the tests', 13),
    ].map(({ content }) => content);
    const cite = (text: string, ...positions: readonly number[]) => ({
      text,
      evidence: positions.map(position => ({ position, quote: sure(texts[position - 1]) })),
    });
    scene.claude.writer = createFixedWriter([
      cite('The release was not moved to Friday: Ann moved it to Thursday on 12 May 2026.', 2),
      cite('On 3 May 2026 Ann had decided on Wednesday.', 1),
      cite('Bob thinks that Thursday is too early for the tests.', 3),
    ]);
    const asked = { question: 'Why was the release moved to Friday?' };
    const { message } = await summarized(await scene.run('ask', asked));
    const shown = toShown(message).replace(/\[\[\d\]\]\([^)]*\)/g, '[n]');
    expect(shown.match(/not moved to Friday|had decided on Wednesday|too early|\[n\]/g)).toEqual(
      ['not moved to Friday', 'had decided on Wednesday', 'too early'].flatMap(words => [words, '[n]']),
    );
    const prompts = JSON.stringify(scene.claude.requests.map(({ body }) => body));
    for (const rule of [
      'takes for granted what the messages contradict, say first what they say',
      'what it replaced',
      'each day with its date',
      'What people think is told with their names',
    ])
      expect(prompts).toContain(rule);
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

  test('finds what was said long ago in any channel that the person can read, and in no other', async () => {
    const scene = await openScene();
    const { world, guild, bob } = scene;
    const old = world.addChannel(guild, { name: 'equipment' });
    const closed = scene.addClosed('board', { member: scene.ann });
    const startMs = Date.now() - 200 * 86_400_000;
    world.addMessage(closed, {
      by: scene.ann,
      content: 'The generator hums, says the board.',
      atMs: startMs,
    });
    world.addMessage(old, { by: bob, content: 'The generator hums at 50 hertz.', atMs: startMs });
    for (let minute = 1; minute <= 120; minute += 1)
      world.addMessage(old, { by: bob, content: `Remark ${minute}`, atMs: startMs + minute * 60_000 });
    fill(scene);
    const asked = { question: 'What does the generator do?' };
    const { message } = await summarized(await scene.run('ask', asked, bob));
    expect(toShown(message)).toContain('The generator hums at 50 hertz');
    expect(toShown(message)).not.toContain('board');
    expect(toSaid(message)).toContain('2 Kanäle, die du lesen kannst,');
    expect(toShown(await summarized(await scene.run('ask', asked)))).toContain('says the board');
  });

  test('says where the search was not ready, and reads the newest messages', async () => {
    const scene = await openScene();
    fill(scene);
    scene.world.setSearch({ isReady: false, retryAfterSecs: 60 });
    const { message } = await summarized(await scene.run('ask', { question }));
    expect(toSaid(message)).toContain('Discord’s search is not ready');
    expect(toShown(message)).toContain('rent the big tent');
  });

  test('reads only since a time where one is given', async () => {
    const scene = await openScene();
    fill(scene, Date.now() - 3 * 86_400_000);
    scene.world.addMessage(scene.channel, { by: scene.ann, content: 'Good morning to all of you!' });
    const { message } = await summarized(await scene.run('ask', { question, since: '1 day' }));
    expect(toShown(message)).not.toContain('rent the big tent');
  });

  test('below a summary asks about its channel, also for somebody else who may read it', async () => {
    const scene = await openScene();
    fill(scene);
    const post = await scene.summarize({ private: false });
    await scene.withoutPromise();
    const [shared] = scene.posted();
    expect(post.message).toBeTruthy();
    const form = await scene.pressAction(await scene.openMore(shared ?? null, scene.bob), 'ask', scene.bob);
    const answer = await summarized(await scene.actions.submit(form, { question }));
    expect(answer.isEphemeral).toBe(true);
    expect(toShown(answer.message)).toContain('rent the big tent');
    const { request } = (await scene.stored(answer.message)) ?? {};
    expect(request).toMatchObject({ question, messages: 2_000 });
  });

  test('refuses a question without words', async () => {
    const scene = await openScene();
    expect(await readReply(scene.run('ask', { question: '   ' }))).toBe('Write a question.');
  });
});
