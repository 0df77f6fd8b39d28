import { describe, expect, test } from 'vitest';
import { type Topic, toTopics } from '../../../src/core/claims/topics.ts';
import { limits } from '../../../src/render/embed/message-body.ts';
import { toTopicPage } from '../../../src/render/embed/topic-page.ts';
import { english } from '../../../src/render/texts.ts';
import { tellSummary } from '../summaries.ts';

const hostile = '# @everyone [free](https://evil.example) **bold** <@1> ```code``` ';
const topicCount = 6;
const claimsOfEach = 20;

/** The topics of a summary whose titles and people have long names full of markup. */
function tellTopics(length: number): readonly Topic[] {
  const names = Array.from({ length: topicCount }, (_, index) => `${index} ${hostile.repeat(length)}`);
  const summary = tellSummary({
    messages: names.flatMap((by, index) =>
      Array.from({ length: claimsOfEach }, (_, at) => ({
        by,
        text: `${at} ${hostile}`,
        at: `2026-03-${10 + index}T09:${10 + at}:00.000Z`,
      })),
    ),
    claims: names.flatMap((topic, index) =>
      Array.from({ length: claimsOfEach }, (_, at) => ({
        topic,
        kind: at % 2 === 0 ? ('action' as const) : ('fact' as const),
        text: `${at} ${hostile.repeat(length)}`,
        cites: [index * claimsOfEach + at + 1],
        matter: index + 1,
      })),
    ),
    frame: {
      id: 'f05d27d5-e0bf-461d-bbd4-1ad80241db7a',
      matters: new Map(
        names.map((title, index) => [
          index + 1,
          { title, sources: [], topicId: `f05d27d5e0bf461dbbd41ad80241db7a.${index + 1}` },
        ]),
      ),
    },
  });
  const createdAt = '2026-03-20T09:00:00.000Z';
  return toTopics([{ summary, createdAt, toPlaceId: () => '1' }], createdAt);
}

function toShown(message: ReturnType<typeof toTopicPage>): string {
  return message.embeds.map(({ title, description }) => `${title}\n${description}`).join('\n');
}

/** Nothing that people wrote is live. */
function expectTame(text: string): void {
  expect(text).not.toMatch(/@everyone/);
  expect(text).not.toMatch(/(?<!\\)<@1>|(?<!\\)```|^#/m);
  expect(text).not.toMatch(/\]\(https:\/\/evil/);
}

describe('pages of topics', () => {
  test.each([1, 8])('fit Discord’s limits and leave no markup live, with names %i times as long', length => {
    const topics = tellTopics(length);
    expect(topics).toHaveLength(topicCount);
    for (const message of topics.map(topic => toTopicPage(topic, english))) {
      const [embed] = message.embeds;
      expect(embed?.title?.length).toBeLessThanOrEqual(limits.title);
      expect(embed?.description?.length).toBeLessThanOrEqual(limits.description);
      expectTame(toShown(message));
    }
  });

  test('show the newest claims first, and say how many are not shown', () => {
    const [topic] = tellTopics(4) as readonly [Topic];
    const shown = toShown(toTopicPage(topic, english));
    const lines = shown.match(/^- (?:☐ )?\d+/gm) ?? [];
    expect(lines.length).toBeGreaterThan(4);
    expect(lines[0]).toMatch(/19$/);
    expect(shown).toContain(`${claimsOfEach - lines.length} earlier claims not shown`);
  });

  test('say what a topic is about now, since when, and whether it has gone quiet', () => {
    const [topic] = tellTopics(1) as readonly [Topic];
    const active = toShown(toTopicPage(topic, english));
    expect(active).toMatch(/-# active · since <t:\d+:D>, .*<t:\d+:R> · <#1>/);
    expect(toShown(toTopicPage({ ...topic, isQuiet: true }, english))).toContain('-# quiet');
  });
});
