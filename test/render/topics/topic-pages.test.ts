import { describe, expect, test } from 'vitest';
import { toTopicClaims } from '../../../src/core/topics/topic-claim.ts';
import { type ChannelTopic, toTopics } from '../../../src/core/topics/topics.ts';
import { limits } from '../../../src/render/embed/embed-page.ts';
import { parseTopicId, type TopicAction, toTopicId } from '../../../src/render/topics/topic-id.ts';
import { topicsPerPage, toTopicList, toTopicPage } from '../../../src/render/topics/topic-pages.ts';
import { englishBotWords } from '../../../src/render/words/bot/index.ts';
import { tellSummary } from '../summaries.ts';

const hostile = '# @everyone [free](https://evil.example) **bold** <@1> ```code``` ';
const scope = { channelId: null, memberId: '2' };

/** A summary whose topics and people have long names full of markup. */
function tellTopics(length: number) {
  const names = Array.from({ length: topicsPerPage }, (_, index) => `${index} ${hostile.repeat(length)}`);
  const summary = tellSummary({
    messages: names.flatMap((by, index) =>
      Array.from({ length: 20 }, (_, at) => ({
        by,
        text: `${at} ${hostile}`,
        at: `2026-03-${10 + index}T09:${10 + at}:00.000Z`,
      })),
    ),
    claims: names.flatMap((topic, index) =>
      Array.from({ length: 20 }, (_, at) => ({
        topic,
        kind: at % 2 === 0 ? ('action' as const) : ('fact' as const),
        text: `${at} ${hostile.repeat(length)}`,
        cites: [index * 20 + at + 1],
      })),
    ),
    frame: { id: 'f05d27d5-e0bf-461d-bbd4-1ad80241db7a' },
  });
  const claims = toTopicClaims(summary, () => '1').map(claim => ({ ...claim, topicId: claim.label ?? '' }));
  const end = summary.timeRange?.end ?? '';
  const contribution = {
    summaryId: summary.id,
    createdAt: '',
    end,
    language: 'en',
    requestKey: claims.find(({ sources }) => sources[0]?.time === end)?.key ?? null,
    claims,
  };
  return { summary, topics: toTopics([{ placeId: '1', contributions: [contribution] }]) };
}

function toShown(message: ReturnType<typeof toTopicList>): string {
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
    const { summary, topics } = tellTopics(length);
    expect(topics).toHaveLength(topicsPerPage);
    const summaries = new Map([[summary.id, summary]]);
    const list = toTopicList(topics, { page: 1, count: 50, scope }, summaries, englishBotWords);
    const pages = topics.map(topic => toTopicPage(topic, summaries, scope, englishBotWords));
    expect([list, ...pages].map(toShown).filter(text => text.includes('**Active request**'))).toHaveLength(2);
    for (const message of [list, ...pages]) {
      const [embed] = message.embeds;
      expect(embed?.title?.length).toBeLessThanOrEqual(limits.title);
      expect(embed?.description?.length).toBeLessThanOrEqual(limits.description);
      expectTame(toShown(message));
    }
    const select = JSON.parse(JSON.stringify(list.components[0])).components[0];
    for (const { label, value } of select.options) {
      expect(label.length).toBeGreaterThan(0);
      expect(Math.max(label.length, value.length)).toBeLessThanOrEqual(100);
    }
  });

  test('say how many claims are not shown', () => {
    const { summary, topics } = tellTopics(1);
    const [topic] = topics as readonly [ChannelTopic];
    const shown = toShown(toTopicPage(topic, new Map([[summary.id, summary]]), scope, englishBotWords));
    const lines = shown.match(/^- /gm)?.length ?? 0;
    expect(lines).toBeGreaterThan(8);
    expect(shown).toContain(`${20 - lines} earlier claims not shown`);
  });

  test('say which decisions are superseded', () => {
    const text = 'We rent the tent.';
    const summary = tellSummary({
      messages: [{ by: 'Ann', text, at: '2026-03-10T09:00:00.000Z' }],
      claims: [{ kind: 'decision', text, cites: [1] }],
    });
    const [claim] = toTopicClaims(summary, () => '1');
    if (!claim) throw new Error('no claim');
    const show = (logState?: 'replaced') => {
      const known = { ...claim, topicId: claim.key, ...(logState && { logState }) };
      const contribution = {
        summaryId: summary.id,
        createdAt: '',
        end: '',
        language: 'en',
        requestKey: null,
        claims: [known],
      };
      const [topic] = toTopics([{ placeId: '1', contributions: [contribution] }]) as readonly [ChannelTopic];
      return toShown(toTopicPage(topic, new Map([[summary.id, summary]]), scope, englishBotWords));
    };
    expect(show()).toMatch(/- \*\*Decided:\*\* We rent/);
    expect(show('replaced')).toMatch(/- \*\*Superseded:\*\* We rent/);
  });
});

test('a custom id of topics is read as it was written, and nothing else is', () => {
  const actions: readonly TopicAction[] = [
    { step: 'list', channelId: '1099000000000000042', memberId: null, page: 9 },
    { step: 'open', ...scope },
  ];
  for (const action of actions) expect(parseTopicId(toTopicId(action))).toEqual(action);
  for (const other of ['topics:list:-:-', 'topics:drop:-:-:1', 'topics:list:x:-:1', 'digest-list'])
    expect(parseTopicId(other)).toBeNull();
});
