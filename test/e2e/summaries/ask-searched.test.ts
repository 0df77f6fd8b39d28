import { describe, expect, test } from 'vitest';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import { toTimestamp } from '../../../src/render/embed/discord-markup.ts';
import { toTexts } from '../../../src/render/texts.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { type Options, summarized, toSaid, toShown } from '../scene.ts';

const question = 'Is the big tent rented?';
const locales = ['en-US', 'de', 'fr', 'es-ES', 'ja'] as const;
const dayMs = 86_400_000;
type Scene = Awaited<ReturnType<typeof openClaudeScene>>;
type Words = ReturnType<typeof toTexts>;

const day = (of: number, ms = 0) => toTimestamp(new Date(Date.UTC(2026, 4, of) + ms).toISOString(), 'D');
const searched = (t: Words, channels: number) =>
  t('bot.ask.searched', { channels, words: t.list(['`big`', '`tent`', '`rented`']) });

/** What stands in the way of an answer, how it is asked, and what is said of it. */
const cases: readonly {
  readonly name: string;
  readonly prepare?: (scene: Scene) => void;
  readonly options?: (scene: Scene) => Options;
  readonly says: (t: Words, scene: Scene) => readonly string[];
  /** What the model is given. */
  readonly reads?: string;
}[] = [
  { name: 'the channels and the words', says: t => [searched(t, 1)] },
  {
    name: 'that the index is missing, and how few messages were read instead',
    prepare: ({ world }) => world.setSearch({ isReady: false, retryAfterSecs: 60 }),
    says: t => [t('bot.ask.noSearch'), t('bot.ask.readAll', { channels: 1, all: 1, messages: 8 })],
  },
  {
    name: 'that without an index the days of the question were read',
    prepare: ({ world, channel, ann }) => {
      world.setSearch({ isReady: false, retryAfterSecs: 60 });
      world.addMessage(channel, { by: ann, content: 'The tent is rented', atMs: Date.UTC(2026, 4, 3, 12) });
      for (let minute = 1; minute <= 300; minute += 1)
        world.addMessage(channel, { by: ann, content: 'Hm', atMs: Date.UTC(2026, 4, 4, 0, minute) });
    },
    options: () => ({ question: `${question} (2026-05-03)` }),
    reads: 'The tent is rented',
    says: t => [t('bot.ask.day', { day: day(3), isWhole: 'true' })],
  },
  {
    name: 'the channels and the words, where a number looks like a day before Discord',
    options: () => ({ question: 'Is the big tent rented (10.11.12)?' }),
    says: t => t('bot.ask.searched', { channels: 1, words: '…' }).split('…'),
  },
  {
    name: 'that several days were read',
    prepare: ({ world }) => world.setSearch({ isReady: false, retryAfterSecs: 60 }),
    options: () => ({ question: `${question} (3 – 4 May 2026)` }),
    says: t => [t('bot.ask.days', { from: day(3), to: day(5, -1), isWhole: 'true' })],
  },
  {
    name: 'that a question has no words to search for',
    options: () => ({ question: '?!' }),
    says: t => [t('bot.ask.noWords'), t('bot.ask.readAll', { channels: 1, all: 1, messages: 8 })],
  },
  {
    name: 'the time since when',
    options: () => ({ question, since: '2 days' }),
    says: t => [searched(t, 1), ...t('bot.ask.since', { from: '…' }).split('…')],
  },
  {
    name: 'that channels could not be read in full',
    prepare: scene => {
      const { world, guild, playground, ann } = scene;
      const broken = world.addChannel(guild, { name: 'broken' });
      world.addMessage(broken, { by: ann, content: 'Talk' });
      playground.faults.failWith(500, `GET /channels/${broken.id}/messages`, 40);
    },
    says: t => [searched(t, 2), t('bot.ask.unread', { channels: 1 })],
  },
  {
    name: 'in how many channels all was read without an index, where one could not be',
    prepare: scene => {
      const { world, guild, playground, ann } = scene;
      world.setSearch({ isReady: false, retryAfterSecs: 60 });
      const broken = world.addChannel(guild, { name: 'broken' });
      world.addMessage(broken, { by: ann, content: 'Talk' });
      playground.faults.failWith(500, `GET /channels/${broken.id}/messages`, 80);
    },
    options: () => ({ question: `${question} (2026-05-03)` }),
    says: t => [
      t('bot.ask.readAll', { channels: 1, all: 2, messages: 8 }),
      t('bot.ask.day', { day: day(3), isWhole: 'false' }),
      t('bot.ask.unread', { channels: 1 }),
    ],
  },
  {
    name: 'that older messages of one channel were not read',
    prepare: ({ world, channel, ann }) => {
      for (let minute = 1; minute <= 2_000; minute += 1)
        world.addMessage(channel, { by: ann, content: 'Hm', atMs: Date.now() - 3 * dayMs + minute * 60_000 });
    },
    options: ({ channel }) => ({ question, channel: channel.id }),
    says: t => [t('bot.capped', { count: 2_000 })],
  },
];

describe('an answer that nobody gave says in each language', () => {
  test.each(cases)('$name', async ({ prepare, options, says, reads = '' }) => {
    const scene = await openClaudeScene({}, { hasJudge: false });
    scene.claude.writer = createFixedWriter([]);
    prepare?.(scene);
    for (const locale of locales) {
      const user = scene.addMember(`reader-${locale}`, locale);
      const t = toTexts(locale);
      const { message } = await summarized(await scene.run('ask', options?.(scene) ?? { question }, user));
      expect(toShown(message)).toContain(t('summary.reasons.unanswered'));
      expect(JSON.stringify(scene.claude.requests)).toContain(reads);
      for (const words of says(t, scene)) expect(toSaid(message)).toContain(words);
    }
  });
});
