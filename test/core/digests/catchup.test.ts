import { describe, expect, test } from 'vitest';
import {
  type ChannelMessage,
  type ChannelNews,
  type ReadChannel,
  rankNews,
  toChannelNews,
} from '../../../src/core/digests/channel-news.ts';

const me = 'me';

function say(id: number, authorId: string, more: Partial<ChannelMessage> = {}): ChannelMessage {
  return {
    id: String(id),
    authorId,
    isByPerson: true,
    text: 'hello',
    mentionsReader: false,
    replyToId: null,
    repliesToReader: false,
    ...more,
  };
}

function read(messages: readonly ChannelMessage[], more: Partial<ReadChannel> = {}) {
  return toChannelNews({ channelId: '1', afterId: '9', messages, hasMore: false, ...more }, me);
}

describe('what is new in a channel', () => {
  test('is what others wrote after the id, each message once', () => {
    const messages = [
      say(8, 'ann'),
      say(9, 'ann'),
      say(10, 'ann'),
      say(11, me),
      say(12, 'bob'),
      say(12, 'bob'),
    ];
    expect(read(messages)).toMatchObject({ messages: 2, people: 2, newestId: '12' });
  });

  test('is nothing where only the person, bots or Discord wrote', () => {
    expect(read([say(10, me), say(11, 'hook', { isByPerson: false, mentionsReader: true })])).toBeNull();
    expect(read([])).toBeNull();
  });

  test('counts a reply that also mentions as a reply only', () => {
    const both = { mentionsReader: true, repliesToReader: true };
    expect(read([say(10, 'ann', both), say(11, 'ann', { mentionsReader: true })])).toMatchObject({
      replies: 1,
      mentions: 1,
      questions: 0,
    });
  });

  test.each(['Can you send it?', '¿Puedes enviarlo?', '送ってもらえますか?'])(
    'counts a question to the person, “%s”, until the person or somebody else replies to it',
    text => {
      const asked = say(10, 'ann', { text, mentionsReader: true });
      expect(read([asked])).toMatchObject({ questions: 1 });
      expect(read([asked, say(11, 'ann', { replyToId: '10' })])).toMatchObject({ questions: 1 });
      expect(read([asked, say(11, 'bob', { replyToId: '10' })])).toMatchObject({ questions: 0 });
      expect(read([asked, say(11, me, { replyToId: '10' })])).toMatchObject({ questions: 0 });
      expect(read([say(10, 'ann', { text })])).toMatchObject({ questions: 0 });
    },
  );
});

type News = Omit<ChannelNews, 'waiting'>;
const quiet = {
  channelId: '1',
  afterId: '1',
  questions: 0,
  replies: 0,
  mentions: 0,
  people: 1,
  hasMore: false,
};

describe('the order of channels', () => {
  test('weighs a question more than a reply, a reply more than a mention, then activity, then age', () => {
    const news: News[] = [
      { ...quiet, channelId: 'old', messages: 2, newestId: '50' },
      { ...quiet, channelId: 'new', messages: 2, newestId: '51' },
      { ...quiet, channelId: 'busy', messages: 99, newestId: '40' },
      { ...quiet, channelId: 'mention', mentions: 1, messages: 1, newestId: '40' },
      { ...quiet, channelId: 'reply', replies: 1, messages: 1, newestId: '40' },
      { ...quiet, channelId: 'question', questions: 1, mentions: 1, messages: 1, newestId: '40' },
    ];
    const ranked = rankNews(news).map(({ channelId }) => channelId);
    expect(ranked).toEqual(['question', 'reply', 'mention', 'busy', 'new', 'old']);
  });
});
