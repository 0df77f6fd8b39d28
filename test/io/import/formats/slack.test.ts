import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { importChat } from '../import-chat.ts';

const files = {
  'users.json': [
    { id: 'U1', name: 'mia', team_id: 'T1', profile: { display_name: 'Mia', real_name: 'Mia Berg' } },
    { id: 'U2', name: 'deploybot', team_id: 'T1', is_bot: true, profile: { real_name: 'Deploys' } },
  ],
  'channels.json': [{ id: 'C1', name: 'general', creator: 'U1', members: ['U1'] }],
  'general/2026-03-09.json': [
    { user: 'U1', subtype: 'channel_join', ts: '1773043200.000100', text: '<@U1> has joined the channel' },
    {
      ...{ user: 'U1', ts: '1773043260.000200', thread_ts: '1773043260.000200' },
      text: 'See <https://maps.example/a|the map> in <#C1|general>, <@U9> &amp; <!here>',
      edited: { user: 'U1', ts: '1773043300.000000' },
      files: [{ name: 'map.png', mimetype: 'image/png' }],
      reactions: [{ name: 'tada', count: 2, users: ['U9'] }],
    },
    {
      ...{ user: 'U9', ts: '1773043320.000300', thread_ts: '1773043260.000200' },
      user_profile: { display_name: '', real_name: 'Guest Tom' },
      text: 'a &lt; b <https://x.example>',
    },
    {
      ...{ user: 'U2', ts: '1773043330.000300', text: 'done' },
      attachments: [{ title: 'Build 7', text: 'green' }],
    },
    { user: 'U1', ts: 'later', text: 'lost' },
  ].map(message => ({ type: 'message', ...message })),
  'general/2026-03-10.json': [{ type: 'message', user: 'U1', ts: '1773129600.000100', text: 'Next day' }],
};

function zip(entries: Readonly<Record<string, unknown>>): Buffer {
  const list = Object.entries(entries).map(([name, value]) => [name, strToU8(JSON.stringify(value))]);
  return Buffer.from(zipSync(Object.fromEntries(list) as Record<string, Uint8Array>));
}

describe('a Slack export', () => {
  test('is read with its people, channels, threads, edits and files', async () => {
    const { conversation, problems, counts } = await importChat(zip(files), 'team.zip', { zone: 'UTC' });
    expect(conversation.source).toEqual({ type: 'slack', title: 'team', channelIds: ['C1'] });
    expect(conversation.messages.map(({ kind, author, text }) => [kind, author.name, text])).toEqual([
      ['system', 'Mia', '@Mia has joined the channel'],
      [
        'said',
        'Mia',
        'See the map (https://maps.example/a) in #general, @Guest Tom & @here\n[image: map.png]',
      ],
      ['said', 'Guest Tom', 'a < b https://x.example'],
      ['said', 'Deploys', 'done\n[embed: Build 7 — green]'],
      ['said', 'Mia', 'Next day'],
    ]);
    expect(conversation.messages[1]).toMatchObject({
      id: 'C1:1773043260.000200',
      time: '2026-03-09T08:01:00.000Z',
      editedTime: '2026-03-09T08:01:40.000Z',
      channel: { id: 'C1', title: '#general' },
      reactions: [{ name: ':tada:', count: 2 }],
    });
    expect(conversation.messages[2]?.replyTo).toBe('C1:1773043260.000200');
    expect(counts.omitted).toEqual([
      { reason: 'unreadable', count: 1 },
      { reason: 'system', count: 1 },
      { reason: 'bot', count: 1 },
    ]);
    expect(problems).toEqual([
      'general/2026-03-09.json, record 5 was skipped: "ts" should be a time such as "1773065520.000100", but is "later".',
    ]);
  });
});
